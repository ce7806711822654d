// Branches: listing, getting, making and deleting them.
#include "accounts/user_search.hpp"
#include "contents/branch.hpp"
#include "contents/reference_tables.hpp"
#include "db/composition.hpp"
#include "git/store/repositories.hpp"

namespace cairn::contents {

using namespace api;
using enum Method;
using db::bound;
using git::ObjectId;
using repositories::RepositoryContext;
using repositories::StoredBranch;

namespace {

struct CreateBranchRepoOption {
    std::string new_branch_name;
    std::string old_branch_name;
    std::string old_ref_name;
};
BOOST_DESCRIBE_STRUCT(CreateBranchRepoOption, (), (new_branch_name, old_branch_name, old_ref_name))
constexpr auto notes(const CreateBranchRepoOption*)
{
    return std::array{
        Note{.member = "new_branch_name", .doc = "what it shall be called", .required = true, .max_length = 100},
        Note{"old_branch_name", "the branch that it begins at; old_ref_name says the same and more"},
        Note{"old_ref_name", "the branch, tag or commit that it begins at; the default branch unless said otherwise"},
    };
}

struct BranchPath {
    std::string branch;
};
BOOST_DESCRIBE_STRUCT(BranchPath, (), (branch))
constexpr auto notes(const BranchPath*) { return std::array{Note{"branch", "the name of the branch"}}; }

struct ListBranches : Paging {
    std::string q;
};
BOOST_DESCRIBE_STRUCT(ListBranches, (Paging), (q))
constexpr auto notes(const ListBranches*) { return std::array{Note{"q", "a part of the name"}}; }

Result<StoredBranch> find_stored(const Call& call, const RepositoryContext& place, const std::string& name)
{
    auto branch = repositories::find_branch(call.db(), place.repository.id, name);
    if (!branch) return not_found("the branch");
    return std::move(*branch);
}

Result<Branch> show_one(const Call& call, const RepositoryContext& place, const StoredBranch& stored)
{
    return std::move(TRY(show_branches(call, place, {&stored, 1})).front());
}

Page<StoredBranch> find_page(const Call& call, const RepositoryContext& place, const ListBranches& query)
{
    db::Composition wanted("SELECT * FROM branch WHERE repository_id = ");
    wanted << bound(place.repository.id);
    if (!query.q.empty()) {
        const accounts::SearchPatterns patterns(query.q);
        wanted << " AND folded(name) LIKE " << bound(patterns.exact) << " ESCAPE '\\'";
    }
    wanted << " ORDER BY committed_at DESC, arrival DESC, name";
    return call.db().page<StoredBranch>(query, wanted);
}

// Nothing at all, not even an empty list, is what clients know of a repository that is empty.
using Branches = std::optional<std::vector<Branch>>;

Result<Counted<Branches>> list(Call& call, const RepositoryContext& place, Query<ListBranches> query)
{
    auto found = find_page(call, place, query.value);
    if (found.total == 0 && place.repository.empty) return Counted<Branches>{};
    if (found.total == 0)
        found.total = call.db().scalar<std::int64_t>("SELECT count(*) AS value FROM branch WHERE repository_id = $1",
                                                     place.repository.id);
    return Counted<Branches>{.value = TRY(show_branches(call, place, found.items)), .total = found.total};
}

Result<Branch> get(Call& call, const RepositoryContext& place, Path<BranchPath> path)
{
    return show_one(call, place, TRY(find_stored(call, place, path->branch)));
}

Result<ObjectId> beginning(const git::Repository& repository, const RepositoryContext& place,
                           const CreateBranchRepoOption& wanted)
{
    if (!wanted.old_ref_name.empty()) return git::find_commit(repository, wanted.old_ref_name);
    return git::find_branch(repository,
                            wanted.old_branch_name.empty() ? place.repository.default_branch : wanted.old_branch_name);
}

Result<Branch> create(Call& call, const RepositoryContext& place, Body<CreateBranchRepoOption> body)
{
    const auto& name = body->new_branch_name;
    if (!git::is_branch_name(name)) return fail(Errc::unprocessable, "\"" + name + "\" is not a branch name");
    if (place.repository.empty) return not_found("a commit to begin at");
    const auto repository = TRY(call.site.open_repositories.open(place.repository.storage));
    const auto commit = TRY(beginning(*repository, place, body.value));
    if (git::find_branch(*repository, name)) return fail(Errc::conflict, "there is a branch of this name already");
    if (git::find_tag(*repository, name)) return fail(Errc::conflict, "there is a tag of this name");
    const git::RefUpdate update{.name = std::string(git::heads) + name, .before = {}, .after = commit};
    TRY(check_update(call, place, *repository, update));
    TRY(update_and_record(call, place, *repository, update));
    return show_one(call, place, TRY(find_stored(call, place, name)));
}

Result<> remove(Call& call, const RepositoryContext& place, Path<BranchPath> path)
{
    const auto repository = TRY(call.site.open_repositories.open(place.repository.storage));
    const auto commit = TRY(git::find_branch(*repository, path->branch));
    if (path->branch == place.repository.default_target_branch)
        return fail(Errc::forbidden, "pull requests go to this branch, it cannot be deleted");
    const git::RefUpdate update{.name = std::string(git::heads) + path->branch, .before = commit, .after = {}};
    TRY(check_update(call, place, *repository, update));
    return update_and_record(call, place, *repository, update);
}

// clang-format off
constexpr Operation operations[] = {
    {GET,    "/repos/{owner}/{repo}/branches",           scope::repository, repositories::reads_code,       quick<list>,    200, "repoListBranches", "List the branches of a repository", {}, "BranchList"},
    {POST,   "/repos/{owner}/{repo}/branches",           scope::repository, repositories::writes_live_code, handle<create>, 201, "repoCreateBranch", "Make a branch", {409, 422}},
    {GET,    "/repos/{owner}/{repo}/branches/{branch*}", scope::repository, repositories::reads_code,       quick<get>,     200, "repoGetBranch",    "Get a branch"},
    {DELETE, "/repos/{owner}/{repo}/branches/{branch*}", scope::repository, repositories::writes_live_code, handle<remove>, 204, "repoDeleteBranch", "Delete a branch", {409}},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table branch_table{"repository", operations};

} // namespace cairn::contents
