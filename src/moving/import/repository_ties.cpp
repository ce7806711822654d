// What repositories are to each other and to people: forks, collaborators, stars, watches, former places, deploy keys.
#include "base/text.hpp"
#include "import/kinds.hpp"
#include "import/units.hpp"

namespace cairn::import {

namespace {

struct OriginRow {
    std::int64_t id = 0;
    std::string name;
    bool is_fork = false;
    std::int64_t fork_id = 0;
    std::int64_t template_id = 0;
};
BOOST_DESCRIBE_STRUCT(OriginRow, (), (id, name, is_fork, fork_id, template_id))

struct CollaborationRow {
    std::int64_t id = 0;
    std::int64_t repo_id = 0;
    std::int64_t user_id = 0;
    std::int64_t mode = 0;
    Time created_unix;
};
BOOST_DESCRIBE_STRUCT(CollaborationRow, (), (id, repo_id, user_id, mode, created_unix))

struct StarRow {
    std::int64_t id = 0;
    std::int64_t uid = 0;
    std::int64_t repo_id = 0;
    Time created_unix;
};
BOOST_DESCRIBE_STRUCT(StarRow, (), (id, uid, repo_id, created_unix))

struct WatchRow {
    std::int64_t id = 0;
    std::int64_t user_id = 0;
    std::int64_t repo_id = 0;
    std::int64_t mode = 1;
    Time created_unix;
};
BOOST_DESCRIBE_STRUCT(WatchRow, (), (id, user_id, repo_id, mode, created_unix))

struct RedirectRow {
    std::int64_t id = 0;
    std::int64_t owner_id = 0;
    std::string lower_name;
    std::int64_t redirect_repo_id = 0;
};
BOOST_DESCRIBE_STRUCT(RedirectRow, (), (id, owner_id, lower_name, redirect_repo_id))

struct DeployKeyRow {
    std::int64_t id = 0;
    std::int64_t key_id = 0;
    std::int64_t repo_id = 0;
    std::string name;
    std::int64_t mode = 1;
    Time created_unix;
};
BOOST_DESCRIBE_STRUCT(DeployKeyRow, (), (id, key_id, repo_id, name, mode, created_unix))

Outcome take_origin(Batch& batch, OriginRow& row)
{
    const bool is_fork = row.is_fork && row.fork_id > 0;
    if (!is_fork && row.template_id <= 0) return nothing_to_move();
    const auto repository = batch.repository(row.id);
    if (!repository) return refuse("the repository was not moved", row.name);
    const auto base = is_fork ? batch.repository(row.fork_id) : std::nullopt;
    const auto model = batch.repository(row.template_id);
    if (is_fork && !base) return refuse("what it is a fork of was not moved: it stands by itself", row.name);
    batch.tx.run("UPDATE repository SET fork_of = COALESCE($2, fork_of), template_of = COALESCE($3, template_of)"
                 " WHERE id = $1",
                 *repository, base, model);
    return {};
}

struct Tied {
    std::int64_t repository = 0;
    std::int64_t account = 0;
};

std::expected<Tied, Refusal> find_tied(Batch& batch, std::int64_t repository, std::int64_t account)
{
    const auto one = batch.repository(repository);
    const auto other = batch.account(account);
    if (!one || !other) return refuse("the repository or the account was not moved", {});
    return Tied{*one, *other};
}

Outcome take_collaboration(Batch& batch, CollaborationRow& row)
{
    const auto [repository, account] = TRY(find_tied(batch, row.repo_id, row.user_id));
    batch.tx.run("INSERT INTO collaboration (repository_id, account_id, levels, created_at) VALUES ($1, $2, $3, $4)"
                 " ON CONFLICT DO NOTHING",
                 repository, account, access::Levels::everywhere(level_of_mode(row.mode)).stored(), row.created_unix);
    return {};
}

Outcome take_star(Batch& batch, StarRow& row)
{
    const auto [repository, account] = TRY(find_tied(batch, row.repo_id, row.uid));
    batch.tx.run("INSERT INTO star (account_id, repository_id, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
                 account, repository, row.created_unix);
    return {};
}

Outcome take_watch(Batch& batch, WatchRow& row)
{
    constexpr std::int64_t none = 0;
    constexpr std::int64_t ignored = 2;
    if (row.mode == none) return nothing_to_move();
    const auto [repository, account] = TRY(find_tied(batch, row.repo_id, row.user_id));
    batch.tx.run("INSERT INTO watch (account_id, repository_id, ignored, created_at) VALUES ($1, $2, $3, $4)"
                 " ON CONFLICT DO NOTHING",
                 account, repository, row.mode == ignored, row.created_unix);
    return {};
}

Outcome take_redirect(Batch& batch, RedirectRow& row)
{
    const auto repository = batch.repository(row.redirect_repo_id);
    const auto owner = batch.account(row.owner_id);
    if (!repository || !owner) return refuse("the repository or its former owner was not moved", row.lower_name);
    const auto lower = text::to_lower(row.lower_name);
    if (batch.tx.scalar<bool>(
            "SELECT EXISTS (SELECT 1 FROM repository WHERE owner_id = $1 AND lower_name = $2) AS value", *owner, lower))
        return refuse("a repository here has the name", row.lower_name);
    batch.tx.run("INSERT INTO repository_redirect (owner_id, lower_name, repository_id) VALUES ($1, $2, $3)"
                 " ON CONFLICT DO NOTHING",
                 *owner, lower, *repository);
    return {};
}

Outcome take_deploy_key(Batch& batch, DeployKeyRow& row)
{
    const auto repository = batch.repository(row.repo_id);
    if (!repository) return refuse("its repository was not moved", row.name);
    const auto key = batch.find("SSH keys", row.key_id);
    if (!key) return refuse("the key cannot be read, or somebody here has it", row.name);
    const auto id = batch.id_for(row.id);
    if (batch.tx.run("INSERT INTO deploy_key (id, repository_id, key_id, title, read_only, created_at)"
                     " VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
                     id, *repository, *key, row.name, level_of_mode(row.mode) < access::Level::write, row.created_unix)
        == 0)
        return refuse("the repository has this key twice, or two of one title", row.name);
    return {};
}

} // namespace

const Kind origins_kind{
    .name = "forks", .table = "repository", .run = &move_rows<OriginRow, &take_origin>, .needed = "id is_fork fork_id"};
const Kind collaborations_kind{.name = "collaborators",
                               .table = "collaboration",
                               .run = &move_rows<CollaborationRow, &take_collaboration>,
                               .needed = "id repo_id user_id mode"};
const Kind stars_kind{
    .name = "stars", .table = "star", .run = &move_rows<StarRow, &take_star>, .needed = "id uid repo_id"};
const Kind watches_kind{
    .name = "watches", .table = "watch", .run = &move_rows<WatchRow, &take_watch>, .needed = "id user_id repo_id"};
const Kind repository_redirects_kind{.name = "former places of repositories",
                                     .table = "repo_redirect",
                                     .run = &move_rows<RedirectRow, &take_redirect>,
                                     .needed = "id owner_id lower_name redirect_repo_id"};
const Kind deploy_keys_kind{.name = "deploy keys",
                            .table = "deploy_key",
                            .here = "deploy_key",
                            .ids = Ids::kept,
                            .run = &move_rows<DeployKeyRow, &take_deploy_key>,
                            .needed = "id key_id repo_id"};

} // namespace cairn::import
