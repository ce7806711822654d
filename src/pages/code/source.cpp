// Folders and files of a repository, at a branch, a tag or a commit.
#include "base/text.hpp"
#include "contents/entry.hpp"
#include "contents/history.hpp"
#include "pages/code/commit_target.hpp"
#include "pages/code/file_part.hpp"
#include "pages/code/file_tree.hpp"
#include "pages/code/shown_commit.hpp"
#include "pages/code/tables.hpp"
#include "pages/page.hpp"
#include "pages/places/repository_place.hpp"

namespace cairn::pages {

using namespace api;
using contents::RefKind;
using contents::Revision;
using enum Method;
using repositories::RepositoryContext;

namespace {

enum class Missing : std::uint8_t { nothing, ref, path };
BOOST_DESCRIBE_ENUM(Missing, nothing, ref, path)

struct SourceView {
    PageHead head{};
    RepositoryPlace place;
    CodePlace code;
    Missing missing = Missing::nothing; // then `code` is where one could go on
    std::string wanted{};               // what is missing
    std::shared_ptr<const FolderPart> folder{};
    Pager pager{};             // of it
    std::string edit_readme{}; // the address of the page for that
    std::shared_ptr<const FilePart> file{};
    std::optional<ShownCommit> last{}; // the last that changed what is shown
    std::shared_ptr<const FileTree> tree{};
    bool may_edit = false; // here, or by way of a fork
    std::string edit{};    // addresses of the pages for that
    std::string remove{};
    bool may_ask = false; // open an issue
};
BOOST_DESCRIBE_STRUCT(SourceView, (),
                      (head, place, code, missing, wanted, folder, pager, edit_readme, file, last, tree, may_edit, edit,
                       remove, may_ask))

// What was asked for is not there: where one is led instead.
Result<SourceView> show_missing(Call& call, const RepositoryContext& place, const git::Repository& repository,
                                const Revision& revision, Missing missing, std::string wanted)
{
    return SourceView{.head = {.status = 404},
                      .place = repository_place(call, place, RepositoryTab::code),
                      .code = code_place(call, place, repository, revision, ""),
                      .missing = missing,
                      .wanted = std::move(wanted)};
}

// What the last commit was that changed a file or a folder; nothing where that takes too long to find out.
std::optional<git::ObjectId> last_change(const Call& call, const RepositoryContext& place,
                                         const git::Repository& repository, const Revision& revision,
                                         const std::string& path)
{
    if (path.empty()) return revision.commit;
    const auto changes =
        contents::last_commits(call.site, place.repository, repository, revision.commit, folder_of(path));
    if (!changes) return {};
    const auto& all = **changes;
    const auto found = all.find(path.substr(path.rfind('/') + 1));
    return found == all.end() ? std::nullopt : std::optional(found->second);
}

// The form without a script: to the line, marked.
Result<void> go_to_line(const CodePlace& code, const FileQuery& query)
{
    const auto range = read_range(text::trim(query.line));
    if (!range) return {};
    auto address = code.address + "?display=source";
    if (range->first != range->last)
        address += "&lines=" + std::to_string(range->first) + "-" + std::to_string(range->last);
    return elsewhere(Errc::see_other, address + "#L" + std::to_string(range->first));
}

template <RefKind kind>
Result<SourceView> show(Call& call, const RepositoryContext& place, Path<CodePath> path, Query<FileQuery> query)
{
    const auto repository = TRY(contents::open_repository(call, place));
    auto at = find_code(place, *repository, kind, "src", path->at);
    if (!at) {
        if (at.error().code != Errc::not_found) return std::unexpected(std::move(at).error());
        const auto standard = TRY(contents::find_revision(*repository, place, {}));
        return show_missing(call, place, *repository, standard, Missing::ref, path->at);
    }
    const auto& revision = at->revision;
    contents::EntryView entries(call, place, *repository, revision);
    const auto entry = entries.find(at->path);
    if (!entry) {
        if (entry.error().code != Errc::not_found) return std::unexpected(entry.error());
        return show_missing(call, place, *repository, revision, Missing::path, at->path);
    }
    SourceView view{.place = repository_place(call, place, RepositoryTab::code),
                    .code = code_place(call, place, *repository, revision, at->path)};
    TRY(go_to_line(view.code, query.value));
    view.may_edit = kind == RefKind::branch && may_propose_changes_here(call, place);
    view.may_ask = !call.caller.anonymous() && place.access.reads(access::Unit::issues) && !place.repository.archived();
    if (const auto change = last_change(call, place, *repository, revision, at->path))
        view.last = TRY(show_last_commit(call, place, *repository, *change));
    if (entry->kind() == git::Kind::tree) {
        view.folder = TRY(show_folder(call, place, *repository, revision, at->path, entry->id, query->page));
        view.pager = folder_pager(call, *view.folder, query->page);
        if (const auto& readme = view.folder->readme) {
            view.head.has_drawings = readme->draws;
            if (view.may_edit) view.edit_readme = change_address(place, "_edit", revision, readme->path);
        }
        view.head.values.emplace("sha", entry->id.hex());
        view.head.short_streams = true;
        return view;
    }
    if (entry->kind() == git::Kind::blob) view.head.values = {{"filepath", at->path}, {"ref", revision.name}};
    view.head.fluid = true;
    view.file = TRY(show_file(call, place, *repository, revision, at->path, *entry, query.value));
    view.head.has_drawings = view.file->draws || view.file->look == FileLook::pdf;
    view.head.short_streams = view.file->is_short;
    if (view.may_edit && entry->kind() == git::Kind::blob) {
        view.edit = view.file->has_lines && !view.file->large ? change_address(place, "_edit", revision, at->path) : "";
        view.remove = change_address(place, "_delete", revision, at->path);
    }
    view.tree = file_tree(call.db(), place, *repository, revision,
                          {.path = at->path, .target = std::string(call.request.target), .opened = query->tree});
    return view;
}

// Addresses of old, which do not say what the ref is.
Result<Raw> lead(Call& call, const RepositoryContext& place, Path<CodePath> path)
{
    const auto repository = TRY(contents::open_repository(call, place));
    auto at = TRY(contents::split_path(*repository, place, path->at));
    return see_other(call, code_address(place, "src", at.revision, at.path));
}

template <RefKind kind>
constexpr auto& source_page = shows<show<kind>, "repository/source", "GetTree repoGetContents repoGetRawFile">;

using repositories::reads_code;

// clang-format off
constexpr Operation source_operations[] = {
    {GET, "/{owner}/{repo}/src/branch/{at*}", scope::none, reads_code, source_page<RefKind::branch>, 200, "siteSourceBranch", "Show a file or a folder of a branch"},
    {GET, "/{owner}/{repo}/src/tag/{at*}",    scope::none, reads_code, source_page<RefKind::tag>,    200, "siteSourceTag",    "Show a file or a folder of a tag"},
    {GET, "/{owner}/{repo}/src/commit/{at*}", scope::none, reads_code, source_page<RefKind::commit>, 200, "siteSourceCommit", "Show a file or a folder of a commit"},
    {GET, "/{owner}/{repo}/src/{at*}",        scope::none, reads_code, handle<lead>,                 303, "siteSource",       "Lead to a file or a folder"},
};
// clang-format on
static_assert(well_formed(source_operations));

} // namespace

const Table source_table{"site", source_operations, Door::site, refuse_page};

} // namespace cairn::pages
