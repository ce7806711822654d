// Differences as text, written while they are made: what is held is one file's, however many there are.
#include <git2.h>

#include <algorithm>
#include <exception>
#include <utility>

#include "base/deadline.hpp"
#include "git/libgit2.hpp"
#include "git/objects/comparison.hpp"
#include "git/objects/diff.hpp"

namespace cairn::git {

namespace {

// In smaller files there is no need to count the lines.
constexpr std::uint64_t looked_into = 16U << 10;

constexpr std::size_t piece_size = 32U << 10;

// The library's own, which it gives out as const.
git_diff_delta& delta_of(git_diff* diff, std::size_t file)
{
    return const_cast<git_diff_delta&>(*git_diff_get_delta(diff, file)); // NOLINT(*-const-cast)
}

void pass_off_as_binary(git_diff_delta& delta)
{
    for (auto* side : {&delta.old_file, &delta.new_file})
        side->flags = (side->flags & ~static_cast<unsigned>(GIT_DIFF_FLAG_NOT_BINARY)) | GIT_DIFF_FLAG_BINARY;
}

} // namespace

// The library compares either all files in one go, or one into a list of all its lines, which takes many times the
// memory of the file. So for a file with many lines all others are passed off as unchanged, and it goes past them.
class Diff::Spotlight {
public:
    explicit Spotlight(git_diff* diff) : diff_(diff)
    {
        for (std::size_t i = 0; i < git_diff_num_deltas(diff); ++i)
            statuses_.push_back(std::exchange(delta_of(diff, i).status, GIT_DELTA_UNMODIFIED));
    }
    ~Spotlight()
    {
        for (std::size_t i = 0; i < statuses_.size(); ++i) delta_of(diff_, i).status = statuses_[i];
    }
    Spotlight(const Spotlight&) = delete;
    Spotlight& operator=(const Spotlight&) = delete;

    void on(std::size_t file)
    {
        delta_of(diff_, lit_).status = GIT_DELTA_UNMODIFIED;
        lit_ = file;
        delta_of(diff_, lit_).status = statuses_[file];
    }

private:
    git_diff* diff_;
    std::size_t lit_ = 0;
    std::vector<git_delta_t> statuses_;
};

// Takes the lines from the library, and passes them on in pieces. Nothing may be thrown through the library.
class DiffPrinter {
public:
    DiffPrinter(Sink& sink, TextBudget& budget) : sink_(sink), budget_(budget) { }

    static int take(const git_diff_delta*, const git_diff_hunk*, const git_diff_line* line, void* self)
    {
        return static_cast<DiffPrinter*>(self)->take(*line);
    }

    // After each file. What a client has to wait for is not kept back.
    Result<> finish_file(int code)
    {
        if (thrown_) std::rethrow_exception(thrown_);
        if (over_) {
            flush();
            return fail(Errc::too_large, "the difference is longer than this site shows");
        }
        if (late_) {
            flush();
            return takes_too_long();
        }
        if (code < 0) return libgit2_error(code, "the difference");
        if (first_) flush();
        first_ = false;
        return {};
    }
    void flush()
    {
        if (!text_.empty()) sink_.write(text_);
        text_.clear();
    }

private:
    int take(const git_diff_line& line)
    try {
        // What announces something is always written, so that git misses what does not come.
        if (line.origin != GIT_DIFF_LINE_FILE_HDR && line.origin != GIT_DIFF_LINE_HUNK_HDR) {
            over_ = budget_.lines == 0 || budget_.bytes < line.content_len + 1;
            late_ = !over_ && !(std::exchange(new_file_, false) ? Deadline::is_ahead_now() : Deadline::is_ahead());
            if ((over_ || late_) && line.origin == GIT_DIFF_LINE_BINARY) text_.append("Binary files differ\n");
            if (over_ || late_) return GIT_EUSER;
            --budget_.lines;
            budget_.bytes -= line.content_len + 1;
        }
        new_file_ |= line.origin == GIT_DIFF_LINE_FILE_HDR;
        const bool has_origin = line.origin == GIT_DIFF_LINE_CONTEXT || line.origin == GIT_DIFF_LINE_ADDITION
            || line.origin == GIT_DIFF_LINE_DELETION;
        if (has_origin) text_.push_back(line.origin);
        text_.append(line.content, line.content_len);
        if (text_.size() >= piece_size) flush();
        return 0;
    } catch (...) {
        thrown_ = std::current_exception();
        return GIT_EUSER;
    }

    Sink& sink_;
    TextBudget& budget_;
    std::string text_;
    std::exception_ptr thrown_;
    bool over_ = false;
    bool late_ = false;
    bool first_ = true;
    bool new_file_ = true;
};

Diff::Weight Diff::weight(std::size_t file) const
{
    const auto& delta = *git_diff_get_delta(raw_.get(), file);
    Weight found;
    for (const auto* side : {&delta.old_file, &delta.new_file}) {
        if (git_oid_is_zero(&side->id) != 0 || side->mode == GIT_FILEMODE_COMMIT) continue;
        const auto id = object_id(side->id);
        const auto info = object_info(*repository_, id);
        const auto size = info ? info->size : options_.largest_file + 1;
        found.bytes = std::max(found.bytes, size);
        if (size <= looked_into || size > options_.largest_file) continue;
        if (const auto text = read_blob(*repository_, id, size))
            found.lines = std::max(found.lines, static_cast<std::uint64_t>(std::ranges::count(*text, '\n')));
    }
    return found;
}

bool Diff::is_large(const Weight& weight) const
{
    return weight.bytes > options_.largest_file || weight.lines > Comparison::most_lines;
}

Result<> Diff::print(std::size_t file, Spotlight& light, DiffPrinter& printer) const
{
    const auto weight = this->weight(file);
    if (is_large(weight)) {
        // The library would read and compress the contents of a binary file of any size.
        const auto shown = TRY(without_contents(file));
        for (std::size_t i = 0; i < git_diff_num_deltas(shown.get()); ++i) pass_off_as_binary(delta_of(shown.get(), i));
        return printer.finish_file(git_diff_print(shown.get(), GIT_DIFF_FORMAT_PATCH, &DiffPrinter::take, &printer));
    }
    const auto comparison = TRY(Comparison::begin(weight.lines));
    light.on(file);
    if (weight.lines == 0)
        if (const auto patch = TRY(lines_of_file(raw_.get(), file)))
            return printer.finish_file(git_patch_print(patch.get(), &DiffPrinter::take, &printer));
    return printer.finish_file(git_diff_print(raw_.get(), GIT_DIFF_FORMAT_PATCH, &DiffPrinter::take, &printer));
}

Result<> Diff::write(Sink& sink, TextBudget& budget) const
{
    DiffPrinter printer(sink, budget);
    Spotlight light(raw_.get());
    for (std::size_t i = 0; i < git_diff_num_deltas(raw_.get()); ++i) TRY(print(i, light, printer));
    printer.flush();
    return {};
}

bool Diff::is_short() const
{
    constexpr std::size_t few = 100;
    constexpr std::uint64_t little = 256U << 10;
    const auto count = git_diff_num_deltas(raw_.get());
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < count && count <= few && bytes <= little; ++i) {
        const auto& delta = *git_diff_get_delta(raw_.get(), i);
        for (const auto* side : {&delta.old_file, &delta.new_file}) {
            if (git_oid_is_zero(&side->id) != 0 || side->mode == GIT_FILEMODE_COMMIT) continue;
            const auto info = object_info(*repository_, object_id(side->id));
            bytes += info ? info->size : little + 1;
        }
    }
    return count <= few && bytes <= little;
}

Result<> Diff::count_lines(std::size_t file, Spotlight& light, FileChange& change) const
{
    const auto weight = this->weight(file);
    if (is_large(weight)) {
        pass_off_as_binary(delta_of(raw_.get(), file)); // for whoever comes after
        change.binary = true;
        return {};
    }
    const auto comparison = TRY(Comparison::begin(weight.lines));
    const auto count = [](const git_diff_delta*, const git_diff_hunk*, const git_diff_line* line, void* payload) {
        auto& counted = *static_cast<FileChange*>(payload);
        counted.additions += line->origin == GIT_DIFF_LINE_ADDITION ? 1 : 0;
        counted.deletions += line->origin == GIT_DIFF_LINE_DELETION ? 1 : 0;
        return 0;
    };
    light.on(file);
    const auto patch = weight.lines == 0 ? TRY(lines_of_file(raw_.get(), file)) : nullptr;
    if (patch) {
        git_patch_line_stats(nullptr, &change.additions, &change.deletions, patch.get());
    } else if (const auto code = git_diff_foreach(raw_.get(), nullptr, nullptr, nullptr, count, &change); code < 0) {
        return libgit2_error(code, "the difference");
    }
    change.binary = (git_diff_get_delta(raw_.get(), file)->flags & GIT_DIFF_FLAG_BINARY) != 0;
    return {};
}

Result<std::vector<FileChange>> Diff::files_with_lines() const
{
    auto files = this->files();
    Spotlight light(raw_.get());
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (!Deadline::is_ahead_now()) return takes_too_long();
        TRY(count_lines(i, light, files[i]));
    }
    return files;
}

namespace {

// What stands around the files of a message.
struct Envelope {
    std::string head; // up to the line that the figures come after
    std::string foot;
};

Result<Envelope> envelope(const Repository& repository, const ObjectId& id, std::size_t number, std::size_t count)
{
    git_commit* raw_commit = nullptr;
    if (const auto code = git_commit_lookup(&raw_commit, repository.raw(), oid(id)); code < 0)
        return libgit2_error(code, "the commit " + id.hex());
    const Owned<git_commit> commit(raw_commit);
    git_diff* raw_nothing = nullptr;
    if (const auto code = git_diff_tree_to_tree(&raw_nothing, repository.raw(), nullptr, nullptr, nullptr); code < 0)
        return libgit2_error(code, "the difference");
    const Owned<git_diff> nothing(raw_nothing);
    git_email_create_options options = GIT_EMAIL_CREATE_OPTIONS_INIT;
    git_buf mail{};
    const auto* summary = git_commit_summary(raw_commit);
    const auto* body = git_commit_body(raw_commit);
    const auto code =
        git_email_create_from_diff(&mail, nothing.get(), number, count, oid(id), summary != nullptr ? summary : "",
                                   body != nullptr ? body : "", git_commit_author(raw_commit), &options);
    if (code < 0) return libgit2_error(code, "the patch");
    const std::string_view written(mail.ptr, mail.size);
    Envelope made;
    const auto line = written.rfind("---\n");
    made.head = written.substr(0, line == written.npos ? written.size() : line + 4);
    if (const auto end = written.rfind("--\nlibgit2"); end != written.npos) made.foot = written.substr(end);
    git_buf_dispose(&mail);
    return made;
}

Result<std::string> figures(git_diff* diff)
{
    git_diff_stats* stats = nullptr;
    if (const auto code = git_diff_get_stats(&stats, diff); code < 0) return libgit2_error(code, "the difference");
    git_buf text{};
    const auto code = git_diff_stats_to_buf(
        &text, stats, static_cast<git_diff_stats_format_t>(GIT_DIFF_STATS_FULL | GIT_DIFF_STATS_INCLUDE_SUMMARY), 0);
    git_diff_stats_free(stats);
    if (code < 0) return libgit2_error(code, "the difference");
    std::string written(text.ptr, text.size);
    git_buf_dispose(&text);
    return written;
}

} // namespace

Result<> write_mail(const Repository& repository, const Commit& commit, const Diff& diff, Sink& sink,
                    TextBudget& budget, std::size_t number, std::size_t count)
{
    if (commit.parents.size() > 1) return {};
    const auto around = TRY(envelope(repository, commit.id, number, count));
    sink.write(around.head);
    // They are counted here first, because the library can neither be asked to stop nor to mind its memory.
    auto options = diff.options_;
    options.binaries = false;
    const auto counted = TRY(Diff::between(repository, diff.before_, diff.after_, options));
    std::uint64_t lines = 0;
    for (const auto& file : TRY(counted.files_with_lines())) lines += file.additions + file.deletions;
    if (lines <= budget.lines) {
        const auto comparison = TRY(Comparison::begin(lines));
        sink.write(TRY(figures(counted.raw_.get())) + "\n");
    }
    TRY(diff.write(sink, budget));
    sink.write(around.foot);
    return {};
}

} // namespace cairn::git
