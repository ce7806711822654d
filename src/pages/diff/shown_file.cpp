#include "pages/diff/shown_file.hpp"

#include <algorithm>

#include "base/deadline.hpp"
#include "base/text.hpp"
#include "cache/part_cache.hpp"
#include "contents/pointer.hpp"
#include "contents/revision.hpp"
#include "http/url.hpp"
#include "languages/language.hpp"
#include "pages/diff/file_look.hpp"
#include "pages/diff/line_recorder.hpp"

namespace cairn::pages {

using git::Compared;
using git::FileChange;

namespace {

constexpr std::size_t kept_size = 512U << 10; // rows of a file that are made before its head is sent, for its numbers
// What is shown again and again is made once: rows of small files, in a difference that has not so many that they would
// put everything else out of the cache.
constexpr std::size_t part_size = 64U << 10;
constexpr std::size_t most_files_of_parts = 300;
constexpr std::int64_t long_deletion = 500;
constexpr std::uint32_t all_lines = 1'000'000'000;

std::string_view name_of(git::Change change)
{
    switch (change) {
    case git::Change::added: return "added";
    case git::Change::modified: return "modified";
    case git::Change::removed: return "removed";
    case git::Change::renamed: return "renamed";
    case git::Change::copied: return "copied";
    case git::Change::type_changed: return "type_changed";
    }
    std::unreachable();
}

std::string octal(std::uint32_t mode)
{
    std::string digits;
    for (int shift = 15; shift >= 0; shift -= 3) digits += static_cast<char>('0' + ((mode >> shift) & 7U));
    return digits;
}

bool is_picture(std::string_view path)
{
    const auto dot = path.rfind('.');
    if (dot == path.npos) return false;
    const auto ending = text::to_lower(path.substr(dot + 1));
    constexpr std::string_view endings[] = {"png", "jpg", "jpeg", "gif", "webp", "avif", "bmp", "ico"};
    return std::ranges::find(endings, ending) != std::end(endings);
}

std::string_view height_of(std::int64_t rows) { return rows > 200 ? "xl" : rows > 60 ? "l" : rows > 15 ? "m" : ""; }

// All rows of a file, which nothing of the page's own stands between.
struct FileRows {
    std::vector<DiffPiece> pieces{};
    std::int64_t additions = 0;
    std::int64_t deletions = 0;
    std::int64_t rows = 0;
};
BOOST_DESCRIBE_STRUCT(FileRows, (), (pieces, additions, deletions, rows))

// Of one answer, all files together.
struct Budget {
    std::uint64_t bytes = git::limits().diff_size;
    std::uint64_t lines = git::limits().diff_lines;

    bool take(const Html& html)
    {
        bytes -= std::min<std::uint64_t>(bytes, html.text().size() / 4); // rows are about four times their lines
        return bytes > 0;
    }
};

// Counts, and shows nothing.
class LineCounter final : public git::LineTaker {
public:
    void begin(std::string_view, std::string_view) override { }
    void hunk(const git::Hunk&, std::string_view) override { }
    bool line(char origin, std::int64_t, std::int64_t, std::string_view) override
    {
        additions += origin == '+' ? 1 : 0;
        deletions += origin == '-' ? 1 : 0;
        return true;
    }
    void no_end() override { }

    std::int64_t additions = 0;
    std::int64_t deletions = 0;
};

// The page with these values of a parameter that it may have several of, at the file; of many files, that one alone.
std::string page_with(const DiffWork& work, const std::string& path, std::string_view name,
                      const std::vector<std::string>& values)
{
    const auto target = with_parameter(work.target, "file", work.many || work.query.single ? path : work.query.file);
    auto address = with_parameter(target, name, "");
    for (const auto& value : values)
        address.append(1, address.find('?') == address.npos ? '?' : '&')
            .append(name)
            .append("=")
            .append(http::encode_query(value));
    return address + "#" + section_id(path);
}

class Sending {
public:
    explicit Sending(std::shared_ptr<const DiffWork> work)
        : work_(std::move(work)), budget_(std::make_shared<Budget>()),
          attributes_(*work_->source.repository,
                      git::ObjectId::parse(work_->source.commit_after).value_or(git::ObjectId{}),
                      {"linguist-generated"})
    {
    }

    ShownFile show(const FileChange& file);
    bool over() const { return budget_->bytes == 0 || budget_->lines == 0; }

private:
    const git::Repository& repository() const { return *work_->source.repository; }
    ShownFile head_of(const FileChange& file);
    bool is_generated(const FileChange& file);
    std::int64_t size_of(const git::ObjectId& id) const;
    bool show_pointers(const FileChange& file, ShownFile& shown) const;
    std::string address(bool after, std::string_view kind, const FileChange& file) const;
    RowOptions row_options(const FileChange& file) const;
    git::FilePair pair_of(const FileChange& file) const;
    git::FileDiffOptions options_of(const RowOptions& rows) const;
    void show_text(const FileChange& file, ShownFile& shown);
    bool show_compared(const FileChange& file, const RowOptions& options, const std::string& key, ShownFile& shown);
    void show_look(const FileChange& file, ShownFile& shown);
    std::string key_of_rows(const FileChange& file, const RowOptions& options) const;
    void show_rows(const std::shared_ptr<const FileRows>& made, const FileChange& file, ShownFile& shown);
    void show_later(const FileChange& file, const RowOptions& options, ShownFile& shown);
    Stream<DiffPiece> compared_anew(const FileChange& file, const RowOptions& options) const;
    void say_what_is_not_shown(const FileChange& file, Compared outcome, ShownFile& shown) const;

    std::shared_ptr<const DiffWork> work_;
    std::shared_ptr<Budget> budget_;
    git::Attributes attributes_;
};

std::string Sending::address(bool after, std::string_view kind, const FileChange& file) const
{
    const auto& source = work_->source;
    const auto& commit = after ? source.commit_after : source.commit_before;
    if (commit.empty() || (after ? file.after : file.before).is_zero()) return {};
    const auto& path = after || file.previous.empty() ? file.path : file.previous;
    return (after ? source.place_after : source.place_before) + "/" + std::string(kind) + "/commit/" + commit + "/"
        + contents::escape_path(path);
}

std::int64_t Sending::size_of(const git::ObjectId& id) const
{
    if (id.is_zero()) return 0;
    const auto info = git::object_info(repository(), id);
    return info ? static_cast<std::int64_t>(info->size) : 0;
}

bool Sending::is_generated(const FileChange& file)
{
    if (!work_->source.commit_after.empty())
        if (const auto said = attributes_.of(file.path); said && said->front()) return *said->front() != "false";
    return languages::is_generated(file.path);
}

ShownFile Sending::head_of(const FileChange& file)
{
    ShownFile shown{.id = section_id(file.path), .path = file.path};
    shown.previous = file.previous;
    shown.change = name_of(file.change);
    if (file.mode_before != file.mode_after && file.mode_before != 0 && file.mode_after != 0) {
        shown.mode_before = octal(file.mode_before);
        shown.mode_after = octal(file.mode_after);
    }
    if (const auto* language = languages::language_of_name(file.path)) shown.language = language->name;
    shown.generated = is_generated(file);
    shown.had_before = !file.before.is_zero();
    shown.has_after = !file.after.is_zero();
    shown.view_before = address(false, "src", file);
    shown.view_after = address(true, "src", file);
    shown.content = content_of(file);
    shown.seen = work_->source.marks && work_->source.marks->seen.contains(shown.content);
    if (!work_->source.ask.empty()) shown.ask = work_->source.ask + http::encode_query("#" + shown.id);
    return shown;
}

// The content of a large file is kept beside the repository; what git has is only a pointer to it.
bool Sending::show_pointers(const FileChange& file, ShownFile& shown) const
{
    const auto pointer = [&](const git::ObjectId& id, std::int64_t& size) {
        if (id.is_zero()) return true;
        if (size_of(id) > static_cast<std::int64_t>(contents::longest_pointer)) return false;
        const auto text = git::read_blob(repository(), id, contents::longest_pointer);
        const auto found = text ? contents::read_pointer(*text) : std::nullopt;
        if (found) size = found->size;
        return found.has_value();
    };
    std::int64_t before = 0;
    std::int64_t after = 0;
    if (!pointer(file.before, before) || !pointer(file.after, after)) return false;
    shown.what = "large_file";
    shown.size_before = before;
    shown.size_after = after;
    if (is_picture(file.path)) {
        shown.picture_before = address(false, "media", file);
        shown.picture_after = address(true, "media", file);
    }
    return true;
}

git::FilePair Sending::pair_of(const FileChange& file) const
{
    return {.before = file.before,
            .after = file.after,
            .path_before = file.previous.empty() ? file.path : file.previous,
            .path_after = file.path};
}

RowOptions Sending::row_options(const FileChange& file) const
{
    const auto address = [work = work_, path = file.path](const Expansion& expansion) {
        // Of one file after the other: what is shown of others stays as it is.
        std::vector<std::string> all;
        for (const auto& one : work->query.expand)
            if (!one.starts_with(path + ":")) all.push_back(one);
        all.push_back(path + ":" + expansion.text());
        return work->root + page_with(*work, path, "expand", all);
    };
    LineStops stops;
    if (const auto* marks = work_->source.marks.get())
        if (const auto found = marks->stops.find(file.path); found != marks->stops.end()) stops = found->second;
    return {.split = work_->query.split(),
            .section = section_id(file.path),
            .expansion = expansion_of(work_->query, file.path),
            .stops = std::move(stops),
            .expand_address = address,
            .language = work_->language};
}

git::FileDiffOptions Sending::options_of(const RowOptions& rows) const
{
    return {.whitespace = work_->query.whitespace_option(), .context = rows.expansion.whole ? all_lines : 3};
}

// For a file whose rows are too many to be kept: they are made again while they are sent.
Stream<DiffPiece> Sending::compared_anew(const FileChange& file, const RowOptions& options) const
{
    return {[work = work_, budget = budget_, options, pair = pair_of(file),
             compared = options_of(options)](const Stream<DiffPiece>::Visit& visit) {
        DiffRows rows(options, [&](const DiffPiece& piece) {
            visit(piece);
            return budget->take(piece.html);
        });
        LineRecorder recorder(rows);
        (void)git::compare_file(*work->source.repository, pair, compared, recorder); // what was compared is shown
    }};
}

// Names all that rows are made of: both contents, and what is written into them. Empty: they are not worth keeping.
std::string Sending::key_of_rows(const FileChange& file, const RowOptions& options) const
{
    if (!options.stops.empty() || work_->files.size() > most_files_of_parts) return {};
    return cache::part_key(
        {file.before.hex(), file.after.hex(), file.previous, file.path, options.expand_address({.whole = true}),
         options.expansion.text(), options.split ? "split" : "unified",
         std::to_string(static_cast<int>(work_->query.whitespace_option())), work_->language->code()});
}

void Sending::show_rows(const std::shared_ptr<const FileRows>& made, const FileChange& file, ShownFile& shown)
{
    shown.additions = made->additions;
    shown.deletions = made->deletions;
    shown.height = height_of(made->rows);
    for (const auto& piece : made->pieces) budget_->take(piece.html);
    budget_->lines -= std::min(budget_->lines, static_cast<std::uint64_t>(made->rows));
    shown.rows = Stream<DiffPiece>([made](const Stream<DiffPiece>::Visit& visit) {
        for (const auto& piece : made->pieces) visit(piece);
    });
    if (made->rows == 0)
        shown.what = work_->query.whitespace_option() == git::Whitespace::counts || file.before == file.after
            ? "same"
            : "whitespace";
}

// False: there is no text to show.
bool Sending::show_compared(const FileChange& file, const RowOptions& options, const std::string& key, ShownFile& shown)
{
    FileRows made;
    std::size_t size = 0;
    DiffRows rows(options, [&](DiffPiece piece) {
        size += piece.html.text().size();
        made.pieces.push_back(std::move(piece));
        return size <= kept_size;
    });
    LineRecorder recorder(rows);
    const auto outcome = git::compare_file(repository(), pair_of(file), options_of(options), recorder);
    if (!outcome) {
        shown.what = "problem";
        shown.problem = outcome.error().message;
        return false;
    }
    if (*outcome == Compared::binary || *outcome == Compared::too_large) {
        say_what_is_not_shown(file, *outcome, shown);
        return false;
    }
    if (*outcome != Compared::all || !rows.wants_more()) {
        show_later(file, options, shown);
        return true;
    }
    made.additions = rows.additions();
    made.deletions = rows.deletions();
    made.rows = rows.rows();
    const bool keep = !key.empty() && size <= part_size;
    show_rows(keep ? cache::keep_part(*work_->db, key, std::move(made))
                   : std::make_shared<const FileRows>(std::move(made)),
              file, shown);
    return true;
}

void Sending::show_text(const FileChange& file, ShownFile& shown)
{
    const auto options = row_options(file);
    shown.what = "text";
    const auto key = key_of_rows(file, options);
    if (const auto known = key.empty() ? nullptr : cache::find_part<FileRows>(*work_->db, key))
        show_rows(known, file, shown);
    else if (!show_compared(file, options, key, shown)) return;
    shown.folded = shown.generated || shown.seen || (shown.additions == 0 && shown.deletions > long_deletion);
    // Whoever asks for more of a file wants to see it.
    if (options.expansion.whole || !options.expansion.ranges.empty() || work_->query.file == file.path)
        shown.folded = false;
}

// Its lines are counted now, because the head of the file has their number.
void Sending::show_later(const FileChange& file, const RowOptions& options, ShownFile& shown)
{
    LineCounter counter;
    const auto counted = git::compare_file(repository(), pair_of(file),
                                           {.whitespace = work_->query.whitespace_option(), .context = 0}, counter);
    if (counted) {
        shown.additions = counter.additions;
        shown.deletions = counter.deletions;
    }
    budget_->lines -= std::min(budget_->lines, static_cast<std::uint64_t>(counter.additions + counter.deletions));
    shown.height = "xl";
    shown.made_later = true;
    shown.rows = compared_anew(file, options);
}

// As a table or as cells, if the reader wants that, and both ways to choose from.
void Sending::show_look(const FileChange& file, ShownFile& shown)
{
    const auto other = other_look(file.path);
    if (other == Look::lines || shown.what != "text") return;
    const auto& wanted = work_->query.rendered;
    const bool chosen = std::ranges::find(wanted, file.path) != wanted.end();
    auto looked = chosen
        ? look_at(repository(), pair_of(file), work_->query.whitespace_option(), other, *work_->language,
                  [budget = budget_](const Html& html) { return budget->take(html); })
        : LookedAt();
    auto others = wanted;
    std::erase(others, file.path);
    auto with_this = others;
    with_this.push_back(file.path);
    const auto& in = *work_->language;
    shown.look_choices = {{.words = in.say(name_of(Look::lines)),
                           .address = page_with(*work_, file.path, "rendered", others),
                           .current = !chosen},
                          {.words = in.say(name_of(other)),
                           .address = page_with(*work_, file.path, "rendered", with_this),
                           .current = chosen}};
    if (!looked.problem.empty()) shown.look_problem = in.say(looked.problem);
    if (chosen) shown.folded = false;
    if (looked.look == Look::lines) return;
    shown.look = looked.look;
    shown.height = height_of(looked.height);
    shown.rows = std::move(looked.rows);
    shown.made_later = true;
}

void Sending::say_what_is_not_shown(const FileChange& file, Compared outcome, ShownFile& shown) const
{
    shown.size_before = size_of(file.before);
    shown.size_after = size_of(file.after);
    shown.what = outcome == Compared::too_large ? "too_large" : "binary";
    if (!is_picture(file.path)) return;
    shown.what = "picture";
    shown.picture_before = address(false, "raw", file);
    shown.picture_after = address(true, "raw", file);
}

ShownFile Sending::show(const FileChange& file)
{
    auto shown = head_of(file);
    if (file.mode_before == git::mode_submodule || file.mode_after == git::mode_submodule) {
        shown.what = "submodule";
        if (file.mode_before == git::mode_submodule) shown.id_before = file.before.hex();
        if (file.mode_after == git::mode_submodule) shown.id_after = file.after.hex();
        return shown;
    }
    if (file.before == file.after) {
        shown.what = "same";
        return shown;
    }
    if (show_pointers(file, shown)) return shown;
    show_text(file, shown);
    show_look(file, shown);
    return shown;
}

} // namespace

void send_files(const std::shared_ptr<const DiffWork>& work, const Stream<ShownFile>::Visit& visit)
{
    const Deadline deadline(work->time);
    Sending sending(work);
    for (const auto& file : work->files) {
        if (!Deadline::is_ahead_now() || sending.over()) {
            ShownFile cut{.id = {}, .path = file.path};
            cut.what = "cut";
            visit(cut);
            return;
        }
        visit(sending.show(file));
    }
}

} // namespace cairn::pages
