#include "repositories/lifecycle/create.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "db/files_hold.hpp"
#include "events/events.hpp"
#include "git/store/store.hpp"
#include "repositories/references/branch.hpp"
#include "repositories/references/post_push_worker.hpp"
#include "repositories/social/watching.hpp"

namespace cairn::repositories {

using access::Level;
using access::Levels;
using accounts::Account;
using api::Site;

namespace {

// Making a repository out of a large one on a slow disk takes less than this.
constexpr std::int64_t longest_filling = 24 * 3600;

// Errc::not_found when the owner has been deleted since, Errc::forbidden when they have as many as they may.
Result<void> check_limit(db::Queries& db, const config::Settings& settings, const Account& owner,
                         const Account& creator)
{
    const auto own_limit = db.first<std::int64_t>("SELECT max_repo_creation FROM account WHERE id = $1", owner.id);
    if (!own_limit) return not_found("the owner");
    if (creator.is_admin) return {};
    const auto limit = *own_limit >= 0 ? *own_limit : settings.repository.max_creation_limit;
    if (limit < 0) return {};
    const auto owned = db.scalar<std::int64_t>("SELECT count(*) FROM repository WHERE owner_id = $1", owner.id);
    if (owned < limit) return {};
    return fail(Errc::forbidden, "the account has as many repositories as it may have: " + std::to_string(limit));
}

bool is_taken(db::Queries& db, std::int64_t owner_id, std::string_view name)
{
    return db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM repository WHERE owner_id = $1 AND lower_name = $2) AS value",
                           owner_id, text::to_lower(name));
}

// Errc::conflict when the owner has a repository of that name, or a fork of the same base.
Result<void> check_free(db::Queries& db, const Account& owner, const NewRepository& wanted)
{
    if (is_taken(db, owner.id, wanted.name))
        return fail(Errc::conflict, owner.name + " has a repository named " + wanted.name + " already");
    if (wanted.fork_of != 0
        && db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM repository WHERE fork_of = $1 AND owner_id = $2) AS value",
                           wanted.fork_of, owner.id))
        return fail(Errc::conflict, owner.name + " has a fork of this repository already");
    return {};
}

// Whoever made a repository for others without owning it may at least administer it.
void let_creator_in(db::Transaction& tx, const StoredRepository& repository, const Account& creator)
{
    const access::Viewer viewer{.id = creator.id, .admin = creator.is_admin};
    if (access::access_to(tx, viewer, repository.facts()).administers()) return;
    tx.run("INSERT INTO collaboration (repository_id, account_id, levels, created_at) VALUES ($1, $2, $3, $4)"
           " ON CONFLICT DO NOTHING",
           repository.id, creator.id, Levels::everywhere(Level::admin).stored(), repository.created_at);
}

StoredRepository insert(db::Transaction& tx, const config::Service& usual, const Account& owner,
                        const NewRepository& wanted, const std::string& storage, const std::vector<NamedTip>& branches,
                        std::int64_t size)
{
    const auto audience = access::audience_of(wanted.private_, owner.visibility);
    const auto now = Time::now();
    auto repository = tx.one<StoredRepository>(
        "INSERT INTO repository (owner_id, storage, name, lower_name, description, website, private, audience, units,"
        " template, mirror, empty, branch_count, git_size, default_branch, object_format, trust_model, original_url,"
        " licenses, fork_of, template_of, created_at, updated_at, time_tracker, only_contributors_track_time,"
        " issue_dependencies)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22,"
        " $23, $24, $25, $26) RETURNING *",
        owner.id, storage, wanted.name, text::to_lower(wanted.name), wanted.description, wanted.website,
        wanted.private_, static_cast<std::int64_t>(audience), wanted.units.stored(), wanted.template_, wanted.mirror,
        branches.empty(), static_cast<std::int64_t>(branches.size()), size, wanted.default_branch, wanted.object_format,
        wanted.trust_model, wanted.original_url, wanted.licenses,
        wanted.fork_of != 0 ? std::optional(wanted.fork_of) : std::nullopt,
        wanted.template_of != 0 ? std::optional(wanted.template_of) : std::nullopt, now, now,
        usual.default_enable_timetracking, usual.default_allow_only_contributors_to_track_time,
        usual.default_enable_dependencies);
    for (const auto& branch : branches) put_branch(tx, repository.id, branch, 0, now);
    if (!branches.empty()) put_index_jobs(tx, repository.id);
    return repository;
}

// Whoever made it wants to hear of it, and so do those whose team gets every repository. How many they are.
std::int64_t watch_at_once(db::Transaction& tx, const StoredRepository& repository, const Account& creator)
{
    watch(tx, creator.id, repository.id);
    for (const auto team : tx.all<std::int64_t>("SELECT id FROM team WHERE organization_id = $1"
                                                " AND includes_all_repositories",
                                                repository.owner_id))
        watch_as_team(tx, team, repository.id);
    return count_watchers(tx, repository.id);
}

// Everything that belongs to a new repository from its first moment.
StoredRepository settle(const Site& site, db::Transaction& tx, StoredRepository repository, const Account& creator,
                        const NewRepository& wanted)
{
    tx.run("DELETE FROM doomed_storage WHERE storage = $1", repository.storage);
    tx.run("DELETE FROM repository_redirect WHERE owner_id = $1 AND lower_name = $2", repository.owner_id,
           text::to_lower(repository.name));
    tx.run("INSERT INTO team_repository (team_id, repository_id) SELECT id, $1 FROM team"
           " WHERE organization_id = $2 AND includes_all_repositories",
           repository.id, repository.owner_id);
    let_creator_in(tx, repository, creator);
    if (site.settings().service.auto_watch_new_repos)
        repository.watchers_count = watch_at_once(tx, repository, creator);
    if (repository.fork_of != 0)
        tx.run("UPDATE repository SET forks_count = forks_count + 1 WHERE id = $1", repository.fork_of);
    tx.run("INSERT INTO activity (actor_id, repository_id, kind, created_at) VALUES ($1, $2, 'create_repo', $3)",
           creator.id, repository.id, repository.created_at);
    site.events.tell(tx,
                     events::RepositoryCreated{.repository_id = repository.id,
                                               .owner_id = repository.owner_id,
                                               .actor_id = creator.id,
                                               .label_template = wanted.label_template,
                                               .template_id = wanted.template_of,
                                               .copies_labels = wanted.copies_labels,
                                               .copies_webhooks = wanted.copies_webhooks,
                                               .copies_protections = wanted.copies_protections});
    return repository;
}

} // namespace

access::Units available_units(const config::Settings& settings)
{
    access::Units units;
    for (std::size_t i = 0; i < access::unit_count; ++i) {
        const auto unit = static_cast<access::Unit>(i);
        units.set(unit,
                  std::ranges::find(settings.repository.disabled_repo_units, word_of(unit))
                      == settings.repository.disabled_repo_units.end());
    }
    if (!settings.actions.enabled) units.set(access::Unit::actions, false);
    return units;
}

Result<StoredRepository> create_repository(const Site& site, const Account& owner, const Account& creator,
                                           const NewRepository& request, const Filling& fill)
{
    NewRepository wanted = request;
    if (wanted.default_branch.empty()) wanted.default_branch = site.settings().repository.default_branch;
    if (site.settings().repository.force_private) wanted.private_ = true;
    wanted.units = wanted.units & available_units(site.settings());
    // A template is there to be copied; what runs in it would be run for nobody.
    if (wanted.template_) wanted.units.set(access::Unit::actions, false);
    TRY(check_repository_name(wanted.name));
    TRY(check_limit(site.db, site.settings(), owner, creator));
    TRY(check_free(site.db, owner, wanted));

    const std::string storage = git::Store::new_key();
    site.db.write([&](db::Transaction& tx) {
        tx.run("INSERT INTO doomed_storage (storage, since) VALUES ($1, $2)", storage, Time::now());
    });
    const auto format =
        wanted.object_format == ObjectFormat::sha256 ? git::ObjectFormat::sha256 : git::ObjectFormat::sha1;
    const auto made = [&]() -> Result<StoredRepository> {
        if (!wanted.fork_storage.empty()) TRY(site.get<git::Store>().fork(wanted.fork_storage, storage));
        else if (!wanted.found_folder.empty()) TRY(site.get<git::Store>().adopt(wanted.found_folder, storage));
        else TRY(site.get<git::Store>().create(storage, format, wanted.default_branch));
        if (fill) TRY(fill(storage));
        // Nearly always there are none, and then there is nothing to be opened.
        const bool has_branches = fill || !wanted.fork_storage.empty() || !wanted.found_folder.empty();
        const auto branches = has_branches
            ? TRY(read_tips(TRY(git::Repository::open(site.get<git::Store>().path(storage)))))
            : std::vector<NamedTip>();
        const auto size = static_cast<std::int64_t>(site.get<git::Store>().size(storage));
        return site.db.write([&](db::Transaction& tx) -> Result<StoredRepository> {
            TRY(check_free(tx, owner, wanted));
            TRY(check_limit(tx, site.settings(), owner, creator));
            return settle(site, tx, insert(tx, site.settings().service, owner, wanted, storage, branches, size),
                          creator, wanted);
        });
    }();
    if (!made) {
        site.get<git::Store>().remove(storage);
        site.db.write([&](db::Transaction& tx) { tx.run("DELETE FROM doomed_storage WHERE storage = $1", storage); });
    }
    return made;
}

std::size_t delete_all_of(const api::Call& call, std::int64_t owner_id)
{
    const auto ids = call.db().all<std::int64_t>("SELECT id FROM repository WHERE owner_id = $1", owner_id);
    for (const auto id : ids)
        if (const auto repository = find_repository(call.db(), id))
            delete_repository(call.site, *repository, call.caller.id);
    return ids.size();
}

std::size_t remove_doomed(const Site& site)
{
    if (db::files_are_held(site.db)) return 0;
    const auto doomed = site.db.all<std::string>("SELECT storage FROM doomed_storage WHERE since < $1",
                                                 Time::now().seconds - longest_filling);
    for (const auto& storage : doomed) {
        site.get<git::Store>().remove(storage);
        site.db.write([&](db::Transaction& tx) { tx.run("DELETE FROM doomed_storage WHERE storage = $1", storage); });
    }
    return doomed.size();
}

} // namespace cairn::repositories
