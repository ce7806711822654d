#include "git/objects/diff.hpp"

#include <git2.h>

#include <algorithm>

#include "base/deadline.hpp"
#include "git/libgit2.hpp"
#include "git/objects/changed_paths.hpp"

namespace cairn::git {

namespace {

Change change_of(git_delta_t status)
{
    switch (status) {
    case GIT_DELTA_ADDED: return Change::added;
    case GIT_DELTA_DELETED: return Change::removed;
    case GIT_DELTA_RENAMED: return Change::renamed;
    case GIT_DELTA_COPIED: return Change::copied;
    case GIT_DELTA_TYPECHANGE: return Change::type_changed;
    default: return Change::modified;
    }
}

FileChange describe(const git_diff_delta& delta)
{
    FileChange file{.change = change_of(delta.status),
                    .path = delta.status == GIT_DELTA_DELETED ? delta.old_file.path : delta.new_file.path,
                    .before = object_id(delta.old_file.id),
                    .after = object_id(delta.new_file.id),
                    .mode_before = delta.old_file.mode,
                    .mode_after = delta.new_file.mode};
    if (file.change == Change::renamed || file.change == Change::copied) file.previous = delta.old_file.path;
    return file;
}

std::uint32_t flag_of(Whitespace whitespace)
{
    switch (whitespace) {
    case Whitespace::counts: return 0;
    case Whitespace::ignored_at_ends: return GIT_DIFF_IGNORE_WHITESPACE_EOL;
    case Whitespace::change_ignored: return GIT_DIFF_IGNORE_WHITESPACE_CHANGE;
    case Whitespace::ignored: return GIT_DIFF_IGNORE_WHITESPACE;
    }
    std::unreachable();
}

// The library would go through all of both trees; it is told what to look at instead.
Result<git_diff*> compare(const Repository& repository, const ObjectId& before, const ObjectId& after,
                          const DiffOptions& options)
{
    auto changed = TRY(changed_paths(
        repository, {.before = before, .after = after, .only = options.paths, .most = options.most_files}));
    const auto old_tree = TRY(find_tree(repository.raw(), before));
    const auto new_tree = TRY(find_tree(repository.raw(), after));
    git_diff_options given = GIT_DIFF_OPTIONS_INIT;
    given.flags = GIT_DIFF_INCLUDE_TYPECHANGE | GIT_DIFF_DISABLE_PATHSPEC_MATCH;
    if (options.binaries) given.flags |= GIT_DIFF_SHOW_BINARY;
    given.flags |= flag_of(options.whitespace);
    given.context_lines = options.context;
    given.max_size = static_cast<git_off_t>(options.largest_file);
    given.id_abbrev = 7;
    std::vector<char*> paths;
    for (auto& path : changed) paths.push_back(path.data());
    given.pathspec = {paths.data(), paths.size()};
    git_diff* raw = nullptr;
    // No paths would be all paths.
    if (const auto code = git_diff_tree_to_tree(&raw, repository.raw(), paths.empty() ? nullptr : old_tree.get(),
                                                paths.empty() ? nullptr : new_tree.get(), &given);
        code < 0)
        return libgit2_error(code, "the difference");
    return raw;
}

Result<ObjectId> first_parent_tree(const Repository& repository, const Commit& commit)
{
    if (commit.parents.empty()) return ObjectId{};
    return TRY(read_commit(repository, commit.parents.front())).tree;
}

// Every file that went is compared with every file that came.
Result<> find_renames(git_diff* raw)
{
    constexpr std::uint64_t most_comparisons = 1'000'000;
    std::uint64_t gone = 0;
    std::uint64_t come = 0;
    for (std::size_t i = 0; i < git_diff_num_deltas(raw); ++i) {
        const auto status = git_diff_get_delta(raw, i)->status;
        gone += status == GIT_DELTA_DELETED ? 1 : 0;
        come += status == GIT_DELTA_ADDED ? 1 : 0;
    }
    if (gone == 0 || come == 0) return {};
    git_diff_find_options find = GIT_DIFF_FIND_OPTIONS_INIT;
    find.flags =
        gone * come > most_comparisons ? GIT_DIFF_FIND_RENAMES | GIT_DIFF_FIND_EXACT_MATCH_ONLY : GIT_DIFF_FIND_RENAMES;
    find.rename_limit = 400;
    if (const auto code = git_diff_find_similar(raw, &find); code < 0) return libgit2_error(code, "the difference");
    return {};
}

std::unexpected<Error> too_large_to_show() { return fail(Errc::too_large, "the difference is too large to be shown"); }

struct Text {
    std::string text;
    std::uint64_t most;
    std::uint64_t lines = 0;
};

int append_line(const git_diff_delta*, const git_diff_hunk*, const git_diff_line* line, void* payload)
{
    auto& out = *static_cast<Text*>(payload);
    const bool has_origin = line->origin == GIT_DIFF_LINE_CONTEXT || line->origin == GIT_DIFF_LINE_ADDITION
        || line->origin == GIT_DIFF_LINE_DELETION;
    if (out.text.size() + line->content_len + 1 > out.most || ++out.lines > limits().diff_lines) return GIT_EUSER;
    if (has_origin) out.text.push_back(line->origin);
    out.text.append(line->content, line->content_len);
    return 0;
}

int print_file(git_diff* diff, std::size_t index, Text& out)
{
    git_patch* raw = nullptr;
    if (const auto code = git_patch_from_diff(&raw, diff, index); code < 0) return code;
    const Owned<git_patch> patch(raw);
    return raw == nullptr ? 0 : git_patch_print(raw, append_line, &out);
}

Result<Hunk> read_hunk(git_patch* patch, std::size_t index)
{
    const git_diff_hunk* raw = nullptr;
    std::size_t count = 0;
    if (const auto code = git_patch_get_hunk(&raw, &count, patch, index); code < 0)
        return libgit2_error(code, "the difference");
    Hunk hunk{.old_start = raw->old_start,
              .old_count = raw->old_lines,
              .new_start = raw->new_start,
              .new_count = raw->new_lines};
    for (std::size_t i = 0; i < count; ++i) {
        const git_diff_line* line = nullptr;
        if (const auto code = git_patch_get_line_in_hunk(&line, patch, index, i); code < 0)
            return libgit2_error(code, "the difference");
        if (line->origin != ' ' && line->origin != '+' && line->origin != '-') continue; // of a missing last line's end
        std::string text(line->content, line->content_len);
        if (text.ends_with('\n')) text.pop_back();
        hunk.lines.push_back({.origin = line->origin,
                              .old_number = std::max(line->old_lineno, 0),
                              .new_number = std::max(line->new_lineno, 0),
                              .text = std::move(text)});
    }
    return hunk;
}

} // namespace

void Diff::Free::operator()(git_diff* raw) const { git_diff_free(raw); }
Diff::Diff(const Repository& repository, const ObjectId& before, const ObjectId& after, DiffOptions options,
           git_diff* raw)
    : repository_(&repository), before_(before), after_(after), options_(std::move(options)), raw_(raw)
{
}
Diff::Diff(Diff&&) noexcept = default;
Diff& Diff::operator=(Diff&&) noexcept = default;
Diff::~Diff() = default;

Result<Diff> Diff::between(const Repository& repository, const ObjectId& before, const ObjectId& after,
                           const DiffOptions& options)
{
    Diff diff(repository, before, after, options, TRY(compare(repository, before, after, options)));
    if (options.renames) TRY(find_renames(diff.raw_.get()));
    return diff;
}

Result<Diff> Diff::of_commit(const Repository& repository, const ObjectId& id, const DiffOptions& options)
{
    const auto commit = TRY(read_commit(repository, id));
    return between(repository, TRY(first_parent_tree(repository, commit)), commit.tree, options);
}

std::vector<FileChange> Diff::files() const
{
    const auto count = git_diff_num_deltas(raw_.get());
    std::vector<FileChange> files;
    files.reserve(count);
    for (std::size_t i = 0; i < count; ++i) files.push_back(describe(*git_diff_get_delta(raw_.get(), i)));
    return files;
}

Result<std::vector<FileChange>> Diff::files_with_lines() const
{
    auto files = this->files();
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (!Deadline::is_ahead_now()) return takes_too_long();
        git_patch* raw = nullptr;
        if (const auto code = git_patch_from_diff(&raw, raw_.get(), i); code < 0)
            return libgit2_error(code, "the difference");
        const Owned<git_patch> patch(raw);
        files[i].binary = (git_diff_get_delta(raw_.get(), i)->flags & GIT_DIFF_FLAG_BINARY) != 0;
        if (raw == nullptr) continue;
        std::size_t context = 0;
        std::size_t additions = 0;
        std::size_t deletions = 0;
        git_patch_line_stats(&context, &additions, &deletions, raw);
        files[i].additions = additions;
        files[i].deletions = deletions;
    }
    return files;
}

Result<DiffStats> Diff::stats() const
{
    DiffStats stats;
    for (const auto& file : TRY(files_with_lines())) {
        ++stats.files;
        stats.additions += file.additions;
        stats.deletions += file.deletions;
    }
    return stats;
}

Result<std::vector<Hunk>> Diff::hunks(std::size_t file) const
{
    git_patch* raw = nullptr;
    if (const auto code = git_patch_from_diff(&raw, raw_.get(), file); code < 0)
        return libgit2_error(code, "the difference");
    std::vector<Hunk> hunks;
    if (raw == nullptr) return hunks;
    const Owned<git_patch> patch(raw);
    for (std::size_t i = 0; i < git_patch_num_hunks(raw); ++i) hunks.push_back(TRY(read_hunk(raw, i)));
    return hunks;
}

Result<std::string> Diff::text(std::uint64_t most) const
{
    Text out{.text = {}, .most = most};
    for (std::size_t i = 0; i < git_diff_num_deltas(raw_.get()); ++i) {
        if (!Deadline::is_ahead_now()) return takes_too_long();
        // The library would read and compress the contents of a binary file of any size.
        const auto shown = options_.binaries && is_large(i) ? TRY(without_contents(i)) : nullptr;
        const auto code = shown ? git_diff_print(shown.get(), GIT_DIFF_FORMAT_PATCH, append_line, &out)
                                : print_file(raw_.get(), i, out);
        if (code == GIT_EUSER) return too_large_to_show();
        if (code < 0) return libgit2_error(code, "the difference");
    }
    return std::move(out.text);
}

bool Diff::is_large(std::size_t file) const
{
    const auto& delta = *git_diff_get_delta(raw_.get(), file);
    for (const auto* side : {&delta.old_file, &delta.new_file}) {
        if (git_oid_is_zero(&side->id) != 0 || side->mode == GIT_FILEMODE_COMMIT) continue;
        const auto info = object_info(*repository_, object_id(side->id));
        if (!info || info->size > options_.largest_file) return true;
    }
    return false;
}

Result<Diff::Raw> Diff::without_contents(std::size_t file) const
{
    const auto& delta = *git_diff_get_delta(raw_.get(), file);
    auto options = options_;
    options.binaries = false;
    options.paths = {delta.old_file.path};
    if (delta.new_file.path != options.paths.front()) options.paths.emplace_back(delta.new_file.path);
    Raw made(TRY(compare(*repository_, before_, after_, options)));
    if (options.renames) TRY(find_renames(made.get()));
    return made;
}

Result<std::string> mail_patch(const Repository& repository, const ObjectId& id, std::uint64_t most, std::size_t number,
                               std::size_t count)
{
    const auto commit = TRY(read_commit(repository, id));
    if (commit.parents.size() > 1) return std::string();
    const auto parent = TRY(first_parent_tree(repository, commit));
    auto diff = TRY(Diff::between(repository, parent, commit.tree, {.renames = true, .binaries = true}));
    for (std::size_t i = 0; i < git_diff_num_deltas(diff.raw_.get()); ++i)
        if (diff.is_large(i)) {
            diff = TRY(Diff::between(repository, parent, commit.tree, {.renames = true}));
            break;
        }
    // The library makes the message in one piece; this finds out whether it is one that we want.
    TRY(diff.text(most));
    git_commit* raw_commit = nullptr;
    if (const auto code = git_commit_lookup(&raw_commit, repository.raw(), oid(id)); code < 0)
        return libgit2_error(code, "the commit " + id.hex());
    const Owned<git_commit> owned(raw_commit);
    git_email_create_options options = GIT_EMAIL_CREATE_OPTIONS_INIT;
    git_buf mail{};
    const auto* summary = git_commit_summary(raw_commit);
    const auto* body = git_commit_body(raw_commit);
    const auto code =
        git_email_create_from_diff(&mail, diff.raw_.get(), number, count, oid(id), summary != nullptr ? summary : "",
                                   body != nullptr ? body : "", git_commit_author(raw_commit), &options);
    if (code < 0) return libgit2_error(code, "the patch");
    std::string written(mail.ptr, mail.size);
    git_buf_dispose(&mail);
    return written;
}

} // namespace cairn::git
