#include "pages/diff/diff_view.hpp"

#include <map>

#include "config/settings.hpp"
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

std::vector<ListedFolder> listed(const std::vector<FileChange>& files)
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
                                .deletions = static_cast<std::int64_t>(file.deletions)});
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

void narrow(std::vector<FileChange>& files, const DiffQuery& query)
{
    if (!query.file.empty()) std::erase_if(files, [&](const auto& file) { return file.path != query.file; });
    else if (!query.files.empty())
        std::erase_if(files, [&](const auto& file) { return !is_below(file.path, query.files); });
}

} // namespace

Result<DiffView> show_diff(const api::Call& call, const DiffSource& source, const DiffQuery& query)
{
    const auto& in = language_of(call);
    const std::string page(source.page.empty() ? call.request.target : std::string_view(source.page));
    // More lines of a file are no setting: they go when another one is chosen.
    const auto target = with_parameter(page, "expand", "");
    DiffView view{.split = query.split(),
                  .unified_address = with_parameter(target, "style", "unified"),
                  .split_address = with_parameter(target, "style", "split"),
                  .whitespace = whitespace_choices(in, target, query.whitespace_option()),
                  .narrowed = query.file.empty() ? query.files : query.file,
                  .all_address = with_parameter(with_parameter(target, "file", ""), "files", "")};
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
    narrow(files, query);
    for (const auto& file : files) {
        view.additions += static_cast<std::int64_t>(file.additions);
        view.deletions += static_cast<std::int64_t>(file.deletions);
    }
    view.count = static_cast<std::int64_t>(files.size());
    view.many = files.size() > many_files;
    view.folders = listed(files);
    const auto work =
        std::make_shared<const DiffWork>(DiffWork{.source = source,
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

} // namespace cairn::pages
