#include "pages/diff/diff_view.hpp"

#include <algorithm>
#include <map>

#include "accounts/profile/profile.hpp"
#include "base/deadline.hpp"
#include "base/text.hpp"
#include "cache/part_cache.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "git/objects/file_diff.hpp"
#include "pages/diff/shown_file.hpp"
#include "pages/kit.hpp"

namespace cairn::pages {

using git::Diff;
using git::FileChange;
using words::Phrase;

namespace {

constexpr std::size_t many_files = 300;
constexpr std::size_t few_files = 20; // their pages are short: a link to more lines leads to all of them

bool is_below(std::string_view path, std::string_view folder)
{
    while (folder.ends_with('/')) folder.remove_suffix(1);
    return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

void mark(ListedFile& listed, const FileChange& file, const DiffMarks* marks)
{
    if (marks == nullptr) return;
    listed.seen = marks->seen.contains(content_of(file));
    if (const auto talk = marks->talk.find(file.path); talk != marks->talk.end()) listed.talk = talk->second;
}

// `shown`: where files are shown one at a time, the one that is.
std::vector<ListedFolder> listed(const std::vector<FileChange>& files, std::string_view target, const FileChange* shown,
                                 const DiffMarks* marks)
{
    std::map<std::string, ListedFolder> folders;
    for (const auto& file : files) {
        const auto slash = file.path.rfind('/');
        const auto path = slash == std::string::npos ? std::string() : file.path.substr(0, slash);
        auto& folder = folders[path];
        folder.path = path;
        folder.files.push_back({.id = section_id(file.path),
                                .name = slash == std::string::npos ? file.path : file.path.substr(slash + 1),
                                .change = file.change == git::Change::added ? "added"
                                    : file.change == git::Change::removed   ? "removed"
                                                                            : "",
                                .additions = static_cast<std::int64_t>(file.additions),
                                .deletions = static_cast<std::int64_t>(file.deletions),
                                .address = shown == nullptr ? "" : with_parameter(target, "file", file.path),
                                .current = &file == shown});
        mark(folder.files.back(), file, marks);
    }
    std::vector<ListedFolder> in_order;
    for (auto& [path, folder] : folders)
        if (!path.empty()) in_order.push_back(std::move(folder));
    // As a folder is listed: what is in it directly comes last.
    if (const auto root = folders.find(""); root != folders.end()) in_order.push_back(std::move(root->second));
    return in_order;
}

std::vector<DiffChoice> whitespace_choices(const words::Language& in, std::string_view target, git::Whitespace now)
{
    using git::Whitespace;
    const auto choice = [&](Phrase words, std::string_view value, Whitespace option) {
        return DiffChoice{
            .words = in.say(words), .address = with_parameter(target, "whitespace", value), .current = now == option};
    };
    return {choice(Phrase("Show white space changes"), "", Whitespace::counts),
            choice(Phrase("Ignore white space at the end of lines"), "ignore-eol", Whitespace::ignored_at_ends),
            choice(Phrase("Ignore changes in the amount of white space"), "ignore-change", Whitespace::change_ignored),
            choice(Phrase("Ignore all white space"), "ignore-all", Whitespace::ignored)};
}

constexpr auto longest_search = std::chrono::seconds(2);

// Whether a line that has changed has the words in it, in any case of their letters.
class WordsInLines final : public git::LineTaker {
public:
    explicit WordsInLines(std::string_view words) : words_(words) { }

    void begin(std::string_view, std::string_view) override { }
    void hunk(const git::Hunk&, std::string_view) override { }
    bool line(char origin, std::int64_t, std::int64_t, std::string_view text) override
    {
        found = found || (origin != ' ' && text::to_lower(text).contains(words_));
        return !found;
    }
    void no_end() override { }

    bool found = false;

private:
    std::string_view words_;
};

bool has_words(const git::Repository& repository, const FileChange& file, std::string_view words, bool in_lines)
{
    if (text::to_lower(file.path).contains(words)) return true;
    if (!in_lines || file.mode_before == git::mode_submodule || file.mode_after == git::mode_submodule) return false;
    WordsInLines lines(words);
    const auto compared = git::compare_file(repository,
                                            {.before = file.before,
                                             .after = file.after,
                                             .path_before = file.previous.empty() ? file.path : file.previous,
                                             .path_after = file.path},
                                            {.context = 0}, lines);
    return compared && lines.found;
}

// `short_one`: so little has changed that all of it can be looked through.
void narrow(std::vector<FileChange>& files, const git::Repository& repository, const DiffQuery& query, bool short_one)
{
    if (!query.file.empty() && !query.single)
        std::erase_if(files, [&](const auto& file) { return file.path != query.file; });
    else if (!query.files.empty())
        std::erase_if(files, [&](const auto& file) { return !is_below(file.path, query.files); });
    const auto words = text::to_lower(text::trim(query.path));
    if (words.empty()) return;
    const Deadline deadline(longest_search);
    std::erase_if(files, [&](const auto& file) {
        return !has_words(repository, file, words, short_one && Deadline::is_ahead_now());
    });
}

// What a form sends beside its own field, so that what was chosen stays so.
std::vector<DiffSetting> settings_of(const DiffQuery& query)
{
    std::vector<DiffSetting> settings;
    const auto add = [&](std::string_view name, const std::string& value) {
        if (!value.empty()) settings.push_back({std::string(name), value});
    };
    add("style", query.style);
    add("whitespace", query.whitespace);
    add("wrap", query.wrap);
    if (query.single) add("single", "true");
    return settings;
}

// What is either so or not so leads to the other.
DiffChoice wrapping(const words::Language& in, std::string_view target, bool wraps)
{
    return {.words = in.say(Phrase("Wrap long lines")),
            .address = with_parameter(target, "wrap", wraps ? "off" : "on"),
            .current = wraps};
}

DiffChoice one_at_a_time(const words::Language& in, std::string_view target, bool single)
{
    return {.words = in.say(Phrase("One file at a time")),
            .address = with_parameter(with_parameter(target, "file", ""), "single", single ? "" : "true"),
            .current = single};
}

// Leaves the one that is shown.
SingleFile single_file(std::vector<FileChange>& files, std::size_t at, std::string_view target)
{
    SingleFile single{.number = static_cast<std::int64_t>(at) + 1};
    if (at > 0) single.previous = with_parameter(target, "file", files[at - 1].path);
    if (at + 1 < files.size()) single.next = with_parameter(target, "file", files[at + 1].path);
    files = {files[at]};
    return single;
}

// As the account has it, where the address does not say.
DiffQuery with_own_style(const api::Call& call, DiffQuery query)
{
    if (query.style.empty() && !call.caller.anonymous())
        query.style = accounts::settings_of(call.db(), call.settings(), call.caller.id).diff_view_style;
    return query;
}

Result<DiffView> make_diff(const api::Call& call, const DiffSource& source, const DiffQuery& asked,
                           const DiffQuery& query)
{
    const auto& in = language_of(call);
    const std::string page(source.page.empty() ? call.request.target : std::string_view(source.page));
    // More lines of a file are no setting: they go when another one is chosen.
    const auto target = with_parameter(page, "expand", "");
    const auto everything = with_parameter(with_parameter(target, "file", ""), "files", "");
    DiffView view{.split = query.split(),
                  .unified_address = with_parameter(target, "style", "unified"),
                  .split_address = with_parameter(target, "style", "split"),
                  .whitespace = whitespace_choices(in, target, query.whitespace_option()),
                  .wraps = query.wraps(),
                  .wrapping = wrapping(in, target, query.wraps()),
                  .one_at_a_time = one_at_a_time(in, target, query.single),
                  .path = query.path,
                  .form = page.substr(0, page.find('?')),
                  .settings = settings_of(asked),
                  .narrowed = query.file.empty() || query.single ? query.files : query.file,
                  .all_address = with_parameter(everything, "path", "")};
    const auto diff = Diff::between(*source.repository, source.before, source.after,
                                    {.renames = true, .whitespace = query.whitespace_option()});
    if (!diff) {
        if (diff.error().code != Errc::too_large) return std::unexpected(diff.error());
        view.problem = in.say(Phrase("There are more files in this difference than this site shows."));
        return view;
    }
    auto files = diff->files();
    if (diff->is_short())
        if (auto counted = diff->files_with_lines()) {
            files = std::move(*counted);
            view.counted = true;
        }
    narrow(files, *source.repository, query, diff->is_short());
    for (const auto& file : files) {
        view.additions += static_cast<std::int64_t>(file.additions);
        view.deletions += static_cast<std::int64_t>(file.deletions);
    }
    view.count = static_cast<std::int64_t>(files.size());
    if (source.marks && !source.marks->seen.empty())
        view.seen = std::ranges::count_if(
            files, [&](const auto& file) { return source.marks->seen.contains(content_of(file)); });
    view.many = files.size() > many_files;
    if (query.single && !files.empty()) {
        auto shown = std::ranges::find(files, query.file, &FileChange::path);
        if (shown == files.end()) shown = files.begin();
        view.folders = listed(files, target, &*shown, source.marks.get());
        view.single = single_file(files, static_cast<std::size_t>(shown - files.begin()), target);
    } else {
        view.folders = listed(files, target, nullptr, source.marks.get());
    }
    const auto work =
        std::make_shared<const DiffWork>(DiffWork{.db = &call.db(),
                                                  .source = source,
                                                  .query = query,
                                                  .files = std::move(files),
                                                  .root = root_of(call.settings()),
                                                  .target = page,
                                                  .many = static_cast<std::size_t>(view.count) > few_files,
                                                  .language = &in,
                                                  .time = std::chrono::seconds(call.settings().limits.request_time)});
    view.files = Stream<ShownFile>([work](const Stream<ShownFile>::Visit& visit) { send_files(work, visit); });
    return view;
}

// All that is written into what is shown of a difference; the rest are the objects.
std::string key_of(const api::Call& call, const DiffSource& source, const DiffQuery& query)
{
    return cache::part_key({source.repository->path(), source.before.hex(), source.after.hex(), source.commit_before,
                            source.commit_after, source.place_before, source.place_after, source.page, source.ask,
                            call.request.target, query.style, language_of(call).code()});
}

// The files of a short difference, made now. False where they are not all that there is, or not in memory.
bool make_files(DiffView& view)
{
    const auto files = std::make_shared<std::vector<ShownFile>>();
    bool all = true;
    view.files.each([&](const ShownFile& file) {
        all = all && file.what != "cut" && file.what != "problem" && !file.made_later;
        files->push_back(file);
    });
    view.files = Stream<ShownFile>([files](const Stream<ShownFile>::Visit& visit) {
        for (const auto& file : *files) visit(file);
    });
    return all;
}

} // namespace

std::string content_of(const FileChange& file)
{
    return file.after.is_zero() ? "-" + file.before.hex() : file.after.hex();
}

Result<DiffView> show_diff(const api::Call& call, const DiffSource& source, const DiffQuery& asked)
{
    const auto query = with_own_style(call, asked);
    if (!source.may_be_kept || source.marks) return make_diff(call, source, asked, query);
    const auto key = key_of(call, source, query);
    if (const auto kept = cache::find_part<DiffView>(call.db(), key)) return *kept;
    auto view = TRY(make_diff(call, source, asked, query));
    if (view.counted && make_files(view)) return *cache::keep_part(call.db(), key, std::move(view));
    return view;
}

} // namespace cairn::pages
