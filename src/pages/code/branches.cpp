// The branches of a repository: the list, and what can be done with them. docs/pages.md explains it line by line; pages
// about other things are written like this one.
#include "pages/code/shown_branch.hpp"
#include "pages/code/tables.hpp"
#include "pages/page.hpp"
#include "pages/pager.hpp"
#include "pages/places/repository_address.hpp"
#include "pages/places/repository_place.hpp"

namespace cairn::pages {

using namespace api;
using contents::CreateBranchRepoOption;
using contents::ListBranches;
using contents::RenameBranchRepoOption;
using enum Method;
using repositories::RepositoryContext;
using words::Phrase;

namespace {

const Notice branch_created{"branch-created", Phrase("The branch is created.")};
const Notice branch_renamed{"branch-renamed", Phrase("The branch has its new name.")};
const Notice branch_deleted{"branch-deleted", Phrase("The branch is deleted.")};
const Notice branch_restored{"branch-restored", Phrase("The branch is restored.")};

// A branch to which nothing was committed for so long is shown as stale.
constexpr std::int64_t stale_after = 90 * 86'400;

struct BranchGroup {
    std::string title;
    std::vector<ShownBranch> branches{};
};
BOOST_DESCRIBE_STRUCT(BranchGroup, (), (title, branches))

struct BranchesView {
    PageHead head{};
    RepositoryPlace place;
    std::string q; // what was looked for
    std::vector<BranchGroup> groups{};
    Pager pager;
    bool may_change = false;
    bool may_protect = false;
    std::vector<repositories::DeletedBranch> deleted{}; // for those who may restore them
    Form<CreateBranchRepoOption> form;
};
BOOST_DESCRIBE_STRUCT(BranchesView, (), (head, place, q, groups, pager, may_change, may_protect, deleted, form))

// Names of branches have slashes, so that they are in no path.
struct BranchQuery {
    std::string branch;
};
BOOST_DESCRIBE_STRUCT(BranchQuery, (), (branch))
constexpr auto notes(const BranchQuery*) { return std::array{Note{"branch", "the name of the branch"}}; }

struct RenameView {
    PageHead head{};
    RepositoryPlace place;
    std::string name;
    bool is_default = false;
    Form<RenameBranchRepoOption> form;
};
BOOST_DESCRIBE_STRUCT(RenameView, (), (head, place, name, is_default, form))

struct DeleteView {
    PageHead head{};
    RepositoryPlace place;
    ShownBranch row;
};
BOOST_DESCRIBE_STRUCT(DeleteView, (), (head, place, row))

std::string list_address(const RepositoryContext& place) { return repository_address(place) + "/branches"; }

std::vector<BranchGroup> grouped(const Call& call, std::vector<ShownBranch> rows)
{
    const auto& in = language_of(call);
    std::vector<BranchGroup> groups{{.title = in.say(Phrase("Default branch"))},
                                    {.title = in.say(Phrase("Your branches"))},
                                    {.title = in.say(Phrase("Active branches"))},
                                    {.title = in.say(Phrase("Stale branches"))}};
    const auto old = Time::now().seconds - stale_after;
    for (auto& row : rows) {
        const std::size_t group = row.is_default ? 0 : row.yours ? 1 : row.committed_at.seconds >= old ? 2 : 3;
        groups[group].branches.push_back(std::move(row));
    }
    std::erase_if(groups, [](const auto& group) { return group.branches.empty(); });
    return groups;
}

Result<BranchesView> show(Call& call, const RepositoryContext& place, Query<ListBranches> query,
                          Form<CreateBranchRepoOption> form)
{
    const auto found = contents::branches_of(call, place, query.value);
    BranchesView view{.place = repository_place(call, place, RepositoryTab::code),
                      .q = query->q,
                      .groups = grouped(call, TRY(show_branch_rows(call, place, found.items))),
                      .pager = pager(call, query.value, found.total),
                      .may_change = may_change_branches(call, place),
                      .form = std::move(form)};
    view.may_protect = place.access.administers() && call.site.get<Kit>().has_page("/{owner}/{repo}/settings/branches");
    if (view.may_change) view.deleted = TRY(contents::restorable_branches(call, place));
    return view;
}

Result<Done> create(Call& call, const RepositoryContext& place, Body<CreateBranchRepoOption> form)
{
    auto made = contents::create_branch(call, place, form.value);
    // The one thing that is not about the name: where it shall begin.
    const bool no_beginning = !made && made.error().code == Errc::not_found;
    TRY(at(no_beginning ? "old_ref_name" : "new_branch_name", std::move(made)));
    return done(list_address(place), branch_created);
}

Result<RenameView> show_rename(Call& call, const RepositoryContext& place, Query<BranchQuery> query,
                               Form<RenameBranchRepoOption> form)
{
    const auto branch = TRY(contents::find_branch(call, place, query->branch));
    form.begin_with({.name = branch.name});
    return RenameView{.head = {.values = {{"branch", branch.name}}},
                      .place = repository_place(call, place, RepositoryTab::code),
                      .name = branch.name,
                      .is_default = branch.name == place.repository.default_branch,
                      .form = std::move(form)};
}

Result<Done> rename(Call& call, const RepositoryContext& place, Query<BranchQuery> query,
                    Body<RenameBranchRepoOption> form)
{
    TRY(at("name", contents::rename_branch(call, place, query->branch, form.value)));
    return done(list_address(place), branch_renamed);
}

Result<DeleteView> show_delete(Call& call, const RepositoryContext& place, Query<BranchQuery> query)
{
    const auto branch = TRY(contents::find_branch(call, place, query->branch));
    auto rows = TRY(show_branch_rows(call, place, {&branch, 1}));
    return DeleteView{.head = {.values = {{"branch", branch.name}}},
                      .place = repository_place(call, place, RepositoryTab::code),
                      .row = std::move(rows.front())};
}

Result<Done> remove(Call& call, const RepositoryContext& place, Query<BranchQuery> query)
{
    TRY(contents::delete_branch(call, place, query->branch));
    return done(list_address(place), branch_deleted);
}

Result<Done> restore(Call& call, const RepositoryContext& place, Query<BranchQuery> query)
{
    TRY(contents::restore_branch(call, place, query->branch));
    return done(list_address(place), branch_restored);
}

constexpr auto& list_page = shows<show, "repository/branches", "repoListBranches repoCreateBranch">;
constexpr auto& rename_page = shows<show_rename, "repository/rename_branch", "repoGetBranch repoRenameBranch">;
constexpr auto& delete_page = shows<show_delete, "repository/delete_branch", "repoGetBranch repoDeleteBranch">;

using repositories::reads_code;
using repositories::writes_live_code;

// clang-format off
constexpr Operation branches_operations[] = {
    {GET,  "/{owner}/{repo}/branches",         scope::none, reads_code,       list_page,                 200, "siteBranches",      "Show the branches"},
    {POST, "/{owner}/{repo}/branches",         scope::none, writes_live_code, does<create, list_page>,   303, "siteNewBranch",     "Create a branch"},
    {GET,  "/{owner}/{repo}/branches/rename",  scope::none, writes_live_code, rename_page,               200, "siteRenameBranch",  "Ask for a branch's new name"},
    {POST, "/{owner}/{repo}/branches/rename",  scope::none, writes_live_code, does<rename, rename_page>, 303, "siteBranchRenamed", "Rename a branch"},
    {GET,  "/{owner}/{repo}/branches/delete",  scope::none, writes_live_code, delete_page,               200, "siteDeleteBranch",  "Ask whether to delete a branch"},
    {POST, "/{owner}/{repo}/branches/delete",  scope::none, writes_live_code, does<remove>,              303, "siteBranchDeleted", "Delete a branch"},
    {POST, "/{owner}/{repo}/branches/restore", scope::none, writes_live_code, does<restore>,             303, "siteRestoreBranch", "Restore a deleted branch"},
};
// clang-format on
static_assert(well_formed(branches_operations));

} // namespace

const Table branches_table{"site", branches_operations, Door::site, refuse_page};

} // namespace cairn::pages
