// The operations on the rules for a repository's tags.
#include "db/database.hpp"
#include "repositories/protection/tag_protection.hpp"
#include "repositories/tables.hpp"

namespace cairn::repositories {

using namespace api;
using enum Method;

namespace {

struct RulePath {
    std::int64_t id = 0;
};
BOOST_DESCRIBE_STRUCT(RulePath, (), (id))
constexpr auto notes(const RulePath*) { return std::array{Note{"id", "the rule's id"}}; }

TagProtection show(const Call& call, const RepositoryContext& place, const StoredTagProtection& rule)
{
    return std::move(show_tag_protections(call.db(), place, {&rule, 1}).front());
}

Result<std::vector<TagProtection>> list(Call& call, const RepositoryContext& place)
{
    return show_tag_protections(call.db(), place, tag_protections(call.db(), place));
}

Result<TagProtection> get(Call& call, const RepositoryContext& place, Path<RulePath> path)
{
    return show(call, place, TRY(find_tag_protection(call.db(), place, path->id)));
}

Result<TagProtection> create(Call& call, const RepositoryContext& place, Body<CreateTagProtectionOption> body)
{
    return show(call, place, TRY(create_tag_protection(call, place, body.value)));
}

Result<TagProtection> edit(Call& call, const RepositoryContext& place, Path<RulePath> path,
                           Body<EditTagProtectionOption> body)
{
    return show(call, place, TRY(edit_tag_protection(call, place, path->id, body.value)));
}

Result<> remove(Call& call, const RepositoryContext& place, Path<RulePath> path)
{
    return delete_tag_protection(call, place, path->id);
}

// clang-format off
constexpr Operation tag_protection_operations[] = {
    {GET,    "/repos/{owner}/{repo}/tag_protections",      scope::repository, administers_repository,      handle<list>,   200, "repoListTagProtection",   "List the rules for a repository's tags", {}, "TagProtectionList"},
    {POST,   "/repos/{owner}/{repo}/tag_protections",      scope::repository, administers_live_repository, handle<create>, 201, "repoCreateTagProtection", "Make a rule for tags", {400, 422}},
    {GET,    "/repos/{owner}/{repo}/tag_protections/{id}", scope::repository, administers_repository,      handle<get>,    200, "repoGetTagProtection",    "Get a rule for tags"},
    {PATCH,  "/repos/{owner}/{repo}/tag_protections/{id}", scope::repository, administers_live_repository, handle<edit>,   200, "repoEditTagProtection",   "Change a rule for tags", {422}},
    {DELETE, "/repos/{owner}/{repo}/tag_protections/{id}", scope::repository, administers_repository,      handle<remove>, 204, "repoDeleteTagProtection", "Delete a rule for tags"},
};
// clang-format on
static_assert(well_formed(tag_protection_operations));

} // namespace

const Table tag_protection_table{"repository", tag_protection_operations};

} // namespace cairn::repositories
