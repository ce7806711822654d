#include "repositories/social/deploy_keys.hpp"

#include "accounts/keys/public_key.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/composition.hpp"
#include "repositories/guards.hpp"
#include "repositories/show.hpp"
#include "repositories/tables.hpp"

namespace cairn::repositories {

using namespace api;
using enum Method;
using accounts::CreateKeyOption;
using accounts::KeyPath;
using accounts::StoredKey;
using db::bound;

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

struct ListKeys : Paging {
    std::int64_t key_id = 0;
    std::string fingerprint;
};
BOOST_DESCRIBE_STRUCT(ListKeys, (Paging), (key_id, fingerprint))
constexpr auto notes(const ListKeys*)
{
    return std::array{Note{"key_id", "only the key with this number"},
                      Note{"fingerprint", "only the key with this one"}};
}

// A row of deploy_key with its key.
struct StoredDeployKey {
    std::int64_t id = 0;
    std::int64_t key_id = 0;
    std::string title;
    bool read_only = false;
    Time created_at;
    std::string fingerprint;
    std::string content;
    std::string comment;
};
BOOST_DESCRIBE_STRUCT(StoredDeployKey, (), (id, key_id, title, read_only, created_at, fingerprint, content, comment))

constexpr db::Composition::Piece with_key =
    "SELECT d.id, d.key_id, d.title, d.read_only, d.created_at, k.fingerprint, k.content, k.comment"
    " FROM deploy_key d JOIN public_key k ON k.id = d.key_id WHERE d.repository_id = ";

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
    db::Composition wanted(with_key);
    wanted << bound(place.repository.id);
    if (query->key_id != 0) wanted << " AND d.key_id = " << bound(query->key_id);
    if (!query->fingerprint.empty()) wanted << " AND k.fingerprint = " << bound(query->fingerprint);
    wanted << " ORDER BY d.id";
    const auto found = call.db().page<StoredDeployKey>(query.value, wanted);
    Unlinked<DeployKey> shown{{.items = {}, .total = found.total}};
    for (const auto& key : found.items) shown.page.items.push_back(show_whole(call, place, key));
    return shown;
}

Result<DeployKey> get(Call& call, const RepositoryContext& place, Path<KeyPath> path)
{
    db::Composition wanted(with_key);
    wanted << bound(place.repository.id) << " AND d.id = " << bound(path->id);
    const auto key = call.db().first<StoredDeployKey>(wanted);
    if (!key) return not_found("the key");
    return show_whole(call, place, *key);
}

// The key, as it is or new. One that opens an account cannot open a repository as well.
Result<StoredKey> key_for(db::Transaction& tx, const std::string& title, const crypto::SshKeyLine& line)
{
    auto key = tx.first<StoredKey>("SELECT * FROM public_key WHERE fingerprint = $1", line.key.fingerprint());
    if (!key)
        return tx.one<StoredKey>(
            "INSERT INTO public_key (title, fingerprint, content, comment, created_at, last_used_at)"
            " VALUES ($1, $2, $3, $4, $5, $5) RETURNING *",
            title, line.key.fingerprint(), line.key.content(), line.comment, Time::now());
    if (key->account_id != 0) return fail(Errc::unprocessable, "this key is registered in an account");
    return std::move(*key);
}

Result<DeployKey> add(Call& call, const RepositoryContext& place, Body<CreateKeyOption> body)
{
    const auto line = TRY(accounts::read_public_key(call.settings(), body->key));
    const auto made = TRY(call.db().write([&](db::Transaction& tx) -> Result<StoredDeployKey> {
        const auto key = TRY(key_for(tx, body->title, line));
        const auto now = Time::now();
        const auto id = tx.first<std::int64_t>(
            "INSERT INTO deploy_key (repository_id, key_id, title, read_only, created_at) VALUES ($1, $2, $3, $4, $5)"
            " ON CONFLICT DO NOTHING RETURNING id",
            place.repository.id, key.id, body->title, body->read_only, now);
        if (!id) return fail(Errc::unprocessable, "the repository has this key or one of that title already");
        return StoredDeployKey{.id = *id,
                               .key_id = key.id,
                               .title = body->title,
                               .read_only = body->read_only,
                               .created_at = now,
                               .fingerprint = key.fingerprint,
                               .content = key.content,
                               .comment = key.comment};
    }));
    return show(call, place, made);
}

Result<> remove(Call& call, const RepositoryContext& place, Path<KeyPath> path)
{
    call.db().write([&](db::Transaction& tx) {
        const auto key_id =
            tx.first<std::int64_t>("DELETE FROM deploy_key WHERE repository_id = $1 AND id = $2 RETURNING key_id",
                                   place.repository.id, path->id);
        if (key_id) forget_unused_keys(tx);
    });
    return {};
}

// clang-format off
constexpr Operation operations[] = {
    {GET,    "/repos/{owner}/{repo}/keys",      scope::repository, administers_repository, handle<list>,   200, "repoListKeys",  "List the deploy keys of a repository"},
    {POST,   "/repos/{owner}/{repo}/keys",      scope::repository, administers_repository, handle<add>,    201, "repoCreateKey", "Let a key open a repository", {422}},
    {GET,    "/repos/{owner}/{repo}/keys/{id}", scope::repository, administers_repository, handle<get>,    200, "repoGetKey",    "Get a deploy key"},
    {DELETE, "/repos/{owner}/{repo}/keys/{id}", scope::repository, administers_repository, handle<remove>, 204, "repoDeleteKey", "Delete a deploy key"},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table deploy_key_table{"repository", operations};

void forget_unused_keys(db::Transaction& tx)
{
    tx.run("DELETE FROM public_key WHERE account_id IS NULL"
           " AND NOT EXISTS (SELECT 1 FROM deploy_key d WHERE d.key_id = public_key.id)");
}

} // namespace cairn::repositories
