// What a commit has changed, made once more on a branch, or undone there.
#include "contents/branch_change.hpp"
#include "contents/edited_file.hpp"
#include "contents/pick.hpp"
#include "git/objects/objects.hpp"
#include "pages/code/commit_form.hpp"
#include "pages/code/tables.hpp"
#include "pages/page.hpp"
#include "pages/places/repository_place.hpp"

namespace cairn::pages {

using namespace api;
using contents::PickKind;
using enum Method;
using repositories::RepositoryContext;
using words::Phrase;

namespace {

const Notice commit_picked{"commit-picked", Phrase("The commit is made here once more.")};
const Notice commit_reverted{"commit-reverted", Phrase("The commit is reverted.")};

struct PickPath {
    std::string sha;
    std::string branch;
};
BOOST_DESCRIBE_STRUCT(PickPath, (), (sha, branch))
constexpr auto notes(const PickPath*)
{
    return std::array{Note{"sha", "the commit"}, Note{"branch", "where it shall be done"}};
}

struct PickQuery {
    std::string kind;
};
BOOST_DESCRIBE_STRUCT(PickQuery, (), (kind))
constexpr auto notes(const PickQuery*)
{
    return std::array{Note{.member = "kind", .doc = "revert, or cherry-pick", .alias = "cherry-pick-type"}};
}

struct PickView {
    PageHead head{};
    RepositoryPlace place;
    CommitView commit;
    std::string sha{};
    std::string subject{};
    std::string action{};
    std::string back{};
    std::string elsewhere{};             // the address that leads to the same page of another branch
    std::vector<std::string> branches{}; // some
    bool reverts = false;
    Form<CommitForm> form;
};
BOOST_DESCRIBE_STRUCT(PickView, (),
                      (head, place, commit, sha, subject, action, back, elsewhere, branches, reverts, form))

struct Opened {
    git::Repositories::Handle repository;
    git::Commit commit;
    contents::BranchAndPath at;
    PickKind kind;
};

Result<Opened> open(const Call& call, const RepositoryContext& place, const PickPath& path, const PickQuery& query)
{
    auto repository = TRY(contents::open_repository(call, place));
    auto commit = TRY(git::read_commit(*repository, TRY(contents::find_single_commit(*repository, path.sha))));
    auto at = TRY(contents::split_branch(*repository, place, path.branch));
    if (!at.path.empty()) return not_found("the branch");
    return Opened{.repository = std::move(repository),
                  .commit = std::move(commit),
                  .at = std::move(at),
                  .kind = query.kind == "revert" ? PickKind::revert : PickKind::pick};
}

Result<PickView> show(Call& call, const RepositoryContext& place, Path<PickPath> path, Query<PickQuery> query,
                      Form<CommitForm> form)
{
    const auto opened = TRY(open(call, place, path.value, query.value));
    const auto sha = opened.commit.id.hex();
    const bool reverts = opened.kind == PickKind::revert;
    const auto action = pick_address(place, sha, opened.at.branch, reverts);
    const auto message = contents::usual_pick_message(opened.commit, opened.kind);
    PickView view{
        .head = {.values = {{"sha", sha}}},
        .place = repository_place(call, place, RepositoryTab::code),
        .commit = commit_view(call, place, opened.at.branch, {}, action.substr(repository_address(place).size() + 1)),
        .sha = sha,
        .subject = opened.commit.message.substr(0, opened.commit.message.find('\n')),
        .action = action,
        .back = repository_address(place) + "/commit/" + sha,
        .elsewhere = repository_address(place) + "/commit/" + sha + (reverts ? "/revert" : "/cherry-pick"),
        .reverts = reverts,
        .form = std::move(form)};
    auto first = first_choice(call, place, *opened.repository, view.commit);
    const auto line = message.find('\n');
    first.message = message.substr(0, line);
    if (line != message.npos)
        first.description = message.substr(std::min(message.find_first_not_of('\n', line), message.size()));
    view.form.begin_with(first);
    contents::ListBranches wanted;
    wanted.limit = 50;
    for (auto& branch : contents::branches_of(call, place, wanted).items) view.branches.push_back(branch.name);
    return view;
}

Result<Done> pick(Call& call, const RepositoryContext& place, Path<PickPath> path, Query<PickQuery> query,
                  Body<CommitForm> body)
{
    const auto opened = TRY(open(call, place, path.value, query.value));
    const auto target = TRY(commit_target(call, place, opened.at.branch));
    const auto options = TRY(commit_options(body.value, opened.at.branch, target));
    const auto repository = TRY(contents::open_repository(call, target.place));
    if (!repository->contains(opened.commit.id))
        return fail(Errc::unprocessable, "your fork does not have this commit: bring it up to date first");
    const auto landed =
        TRY(beside_field(contents::commit_pick(call, target.place, *repository, opened.commit, opened.kind, options)));
    return committed(place, target, opened.at.branch, landed, "",
                     opened.kind == PickKind::revert ? commit_reverted : commit_picked);
}

constexpr auto& pick_page = shows<show, "repository/pick_commit", "repoGetSingleCommit">;

using contents::may_propose_changes;

// clang-format off
constexpr Operation pick_operations[] = {
    {GET,  "/{owner}/{repo}/_cherrypick/{sha}/{branch*}", scope::none, may_propose_changes, pick_page,             200, "sitePick",         "Ask whether to make or undo a commit on a branch"},
    {POST, "/{owner}/{repo}/_cherrypick/{sha}/{branch*}", scope::none, may_propose_changes, does<pick, pick_page>, 303, "siteCommitPicked", "Make or undo a commit on a branch"},
};
// clang-format on
static_assert(well_formed(pick_operations));

} // namespace

const Table pick_commit_table{"site", pick_operations, Door::site, refuse_page};

} // namespace cairn::pages
