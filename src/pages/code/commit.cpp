// A commit: what it says, who made it, where it is, what it changed; and what can be begun from it.
#include "config/settings.hpp"
#include "contents/branch_change.hpp"
#include "contents/revision.hpp"
#include "git/objects/abbreviation.hpp"
#include "pages/code/code_place.hpp"
#include "pages/code/commit_details.hpp"
#include "pages/code/commit_form.hpp"
#include "pages/code/shown_branch.hpp"
#include "pages/code/tables.hpp"
#include "pages/diff/diff_view.hpp"
#include "pages/page.hpp"
#include "pages/places/repository_place.hpp"
#include "releases/tag.hpp"

namespace cairn::pages {

using namespace api;
using contents::CreateBranchRepoOption;
using enum Method;
using git::ObjectId;
using releases::CreateTagOption;
using repositories::RepositoryContext;
using words::Phrase;

namespace {

const Notice branch_made{"commit-branch", Phrase("The branch is created.")};
const Notice tag_made{"commit-tag", Phrase("The tag is created.")};

struct CommitPath {
    std::string sha;
};
BOOST_DESCRIBE_STRUCT(CommitPath, (), (sha))
constexpr auto notes(const CommitPath*) { return std::array{Note{"sha", "the commit; its id may be abbreviated"}}; }

struct CommitPageView {
    PageHead head{.fluid = true};
    RepositoryPlace place;
    std::vector<ShownCommit> fitting{}; // where the abbreviated id is that of several; all else is empty then
    std::string given{};
    std::optional<ShownCommit> row{};
    CommitDetails details{};
    bool may_change = false;
    Form<CreateBranchRepoOption> branch;
    Form<CreateTagOption> tag;
    DiffView diff{};
};
BOOST_DESCRIBE_STRUCT(CommitPageView, (), (head, place, fitting, given, row, details, may_change, branch, tag, diff))

struct PickQuery {
    std::string branch;
};
BOOST_DESCRIBE_STRUCT(PickQuery, (), (branch))
constexpr auto notes(const PickQuery*)
{
    return std::array{Note{"branch", "where it shall be; without it, the default branch"}};
}

std::string commit_address(const RepositoryContext& place, const std::string& sha)
{
    return repository_address(place) + "/commit/" + sha;
}

// Those whose ids begin so, where it is not the id of one.
std::vector<ObjectId> fitting_commits(const git::Repository& repository, std::string_view digits)
{
    constexpr std::size_t most = 50;
    std::vector<ObjectId> commits;
    if (digits.size() >= ObjectId::hex_size) return commits;
    const auto ids = git::ids_beginning_with(repository, digits, most);
    if (!ids || ids->size() < 2) return commits;
    for (const auto& id : *ids)
        if (const auto kind = repository.kind_of(id); kind && *kind == git::Kind::commit) commits.push_back(id);
    return commits;
}

Result<DiffSource> difference(const RepositoryContext& place, contents::SharedRepository repository, const ObjectId& id)
{
    const auto commit = TRY(git::read_commit(*repository, id));
    const auto address = repository_address(place);
    DiffSource source{.repository = repository,
                      .after = commit.tree,
                      .commit_after = id.hex(),
                      .place_before = address,
                      .place_after = address,
                      .may_be_kept = true};
    if (!commit.parents.empty()) {
        source.before = TRY(git::read_commit(*repository, commit.parents.front())).tree;
        source.commit_before = commit.parents.front().hex();
    }
    return source;
}

Result<CommitPageView> show(Call& call, const RepositoryContext& place, Path<CommitPath> path, Query<DiffQuery> query,
                            Form<CreateBranchRepoOption> branch, Form<CreateTagOption> tag)
{
    CommitPageView view{.place = repository_place(call, place, RepositoryTab::code),
                        .given = path->sha,
                        .branch = std::move(branch),
                        .tag = std::move(tag)};
    const auto repository = contents::share(TRY(contents::open_repository(call, place)));
    const auto found = contents::find_single_commit(*repository, path->sha);
    if (!found) {
        const auto commits = fitting_commits(*repository, path->sha);
        // Of what several objects begin with, one may be the only commit.
        if (commits.size() == 1) return elsewhere(Errc::see_other, commit_address(place, commits.front().hex()));
        if (commits.empty()) return not_found("the commit");
        view.fitting = TRY(show_commit_rows(call, place, *repository, commits));
        return view;
    }
    auto rows = TRY(show_commit_rows(call, place, *repository, {&*found, 1}));
    view.row = std::move(rows.front());
    view.head.values = {{"sha", found->hex()}, {"ref", found->hex()}};
    view.details = TRY(commit_details(call, place, *repository, *found, *view.row));
    view.may_change = may_change_branches(call, place);
    auto source = TRY(difference(place, repository, *found));
    if (call.operation.method != GET) source.page = commit_address(place, found->hex());
    if (!call.caller.anonymous() && place.access.reads(access::Unit::issues) && !place.repository.archived())
        source.ask = repository_address(place) + "/issues/new?body="
            + http::encode_query(call.settings().server.root_url + commit_address(place, found->hex()).substr(1));
    view.diff = TRY(show_diff(call, source, query.value));
    view.diff.text_address = commit_address(place, found->hex());
    view.head.short_streams = view.diff.counted;
    return view;
}

Result<ObjectId> find(const Call& call, const RepositoryContext& place, const CommitPath& path)
{
    return contents::find_single_commit(*TRY(contents::open_repository(call, place)), path.sha);
}

Result<Done> make_branch(Call& call, const RepositoryContext& place, Path<CommitPath> path,
                         Body<CreateBranchRepoOption> form)
{
    form.value.old_branch_name.clear();
    form.value.old_ref_name = TRY(find(call, place, path.value)).hex();
    const auto made = TRY(at("new_branch_name", contents::create_branch(call, place, form.value)));
    return done(repository_address(place) + "/src/branch/" + contents::escape_path(made.name), branch_made);
}

Result<Done> make_tag(Call& call, const RepositoryContext& place, Path<CommitPath> path, Body<CreateTagOption> form)
{
    const auto repository = TRY(contents::open_repository(call, place));
    form.value.target = TRY(contents::find_single_commit(*repository, path->sha)).hex();
    TRY(at("tag_name", releases::create_tag(call, place, *repository, form.value)));
    return done(commit_address(place, form.value.target), tag_made);
}

// The page that does it has the branch in its address.
template <bool reverts>
Result<CommitPageView> lead_to_pick(Call& call, const RepositoryContext& place, Path<CommitPath> path,
                                    Query<PickQuery> query)
{
    const auto& branch = query->branch.empty() ? place.repository.default_branch : query->branch;
    return elsewhere(Errc::see_other, pick_address(place, TRY(find(call, place, path.value)).hex(), branch, reverts));
}

constexpr auto& commit_page =
    shows<show, "repository/commit", "repoGetSingleCommit repoGetCombinedStatusByRef repoCreateBranch repoCreateTag">;
constexpr auto& revert_page = shows<lead_to_pick<true>, "repository/commit", "repoGetSingleCommit">;
constexpr auto& pick_page = shows<lead_to_pick<false>, "repository/commit", "repoGetSingleCommit">;

using contents::may_propose_changes;
using repositories::reads_code;
using repositories::writes_live_code;

// clang-format off
constexpr Operation commit_operations[] = {
    {GET,  "/{owner}/{repo}/commit/{sha}",             scope::none, reads_code,          commit_page,                    200, "siteCommit",           "Show a commit"},
    {POST, "/{owner}/{repo}/commit/{sha}/branch",      scope::none, writes_live_code,    does<make_branch, commit_page>, 303, "siteBranchFromCommit", "Create a branch that begins with a commit"},
    {POST, "/{owner}/{repo}/commit/{sha}/tag",         scope::none, writes_live_code,    does<make_tag, commit_page>,    303, "siteTagOfCommit",      "Create a tag of a commit"},
    {GET,  "/{owner}/{repo}/commit/{sha}/revert",      scope::none, may_propose_changes, revert_page,                    200, "siteRevert",           "Lead to where a commit is reverted"},
    {GET,  "/{owner}/{repo}/commit/{sha}/cherry-pick", scope::none, may_propose_changes, pick_page,                      200, "siteCherryPick",       "Lead to where a commit is made once more"},
};
// clang-format on
static_assert(well_formed(commit_operations));

} // namespace

const Table commit_table{"site", commit_operations, Door::site, refuse_page};

} // namespace cairn::pages
