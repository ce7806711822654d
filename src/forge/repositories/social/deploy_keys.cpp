// The operations on the deploy keys of a repository.
#include "repositories/social/deploy_key.hpp"

#include "config/settings.hpp"
#include "repositories/show.hpp"
#include "repositories/tables.hpp"

namespace cairn::repositories {

using namespace api;
using enum Method;
using accounts::CreateKeyOption;
using accounts::KeyPath;

namespace {

struct DeployKey {
    std::int64_t id = 0;
    std::int64_t key_id = 0;
    std::string key;
    std::string url;
    std::string title;
    std::string fingerprint;
    Time created_at;
    bool read_only = false;
    std::optional<Repository> repository;
};
BOOST_DESCRIBE_STRUCT(DeployKey, (), (id, key_id, key, url, title, fingerprint, created_at, read_only, repository))
constexpr auto notes(const DeployKey*)
{
    return std::array{
        Note{"", "An SSH key that opens a repository"},
        Note{"key_id", "of the key itself, which may open other repositories too"},
        Note{"read_only", "cannot push"},
        Note{.member = "repository", .doc = "told to its owner and to administrators of the site", .omit_empty = true},
    };
}

DeployKey show(const Call& call, const RepositoryContext& place, const StoredDeployKey& key)
{
    return {.id = key.id,
            .key_id = key.key_id,
            .key = key.comment.empty() ? key.content : key.content + " " + key.comment,
            .url = call.settings().server.root_url + "api/v1/repos/" + place.owner.name + "/" + place.repository.name
                + "/keys/" + std::to_string(key.id),
            .title = key.title,
            .fingerprint = key.fingerprint,
            .created_at = key.created_at,
            .read_only = key.read_only,
            .repository = {}};
}

// With the repository, for those who are told of it.
DeployKey show_whole(const Call& call, const RepositoryContext& place, const StoredDeployKey& key)
{
    auto shown = show(call, place, key);
    if (call.caller.admin || call.caller.id == place.owner.id) {
        // With what the key may do, not the caller.
        const access::Access opened(
            access::Levels::everywhere(key.read_only ? access::Level::read : access::Level::write),
            place.repository.enabled());
        shown.repository = show_repository(call, place.repository, place.owner, opened);
    }
    return shown;
}

Result<Unlinked<DeployKey>> list(Call& call, const RepositoryContext& place, Query<ListKeys> query)
{
    const auto found = deploy_keys(call, place, query.value);
    Unlinked<DeployKey> shown{{.items = {}, .total = found.total}};
    for (const auto& key : found.items) shown.page.items.push_back(show_whole(call, place, key));
    return shown;
}

Result<DeployKey> get(Call& call, const RepositoryContext& place, Path<KeyPath> path)
{
    return show_whole(call, place, TRY(find_deploy_key(call, place, path->id)));
}

Result<DeployKey> add(Call& call, const RepositoryContext& place, Body<CreateKeyOption> body)
{
    return show(call, place, TRY(add_deploy_key(call, place, body.value)));
}

Result<> remove(Call& call, const RepositoryContext& place, Path<KeyPath> path)
{
    delete_deploy_key(call, place, path->id);
    return {};
}

// clang-format off
constexpr Operation deploy_key_operations[] = {
    {GET,    "/repos/{owner}/{repo}/keys",      scope::repository, administers_repository, handle<list>,   200, "repoListKeys",  "List the deploy keys of a repository"},
    {POST,   "/repos/{owner}/{repo}/keys",      scope::repository, administers_repository, handle<add>,    201, "repoCreateKey", "Let a key open a repository", {422}},
    {GET,    "/repos/{owner}/{repo}/keys/{id}", scope::repository, administers_repository, handle<get>,    200, "repoGetKey",    "Get a deploy key"},
    {DELETE, "/repos/{owner}/{repo}/keys/{id}", scope::repository, administers_repository, handle<remove>, 204, "repoDeleteKey", "Delete a deploy key"},
};
// clang-format on
static_assert(well_formed(deploy_key_operations));

} // namespace

const Table deploy_key_table{"repository", deploy_key_operations};

} // namespace cairn::repositories
