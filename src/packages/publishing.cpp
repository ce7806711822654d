#include "packages/publishing.hpp"

#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "events/events.hpp"

namespace cairn::packages {

using events::PackageChanged;

namespace {

constexpr auto versions_of_package = select_versions + " WHERE v.package_id = $1 ORDER BY v.id";

void tell(db::Transaction& tx, const events::Bus& events, const StoredVersion& version, std::int64_t actor_id,
          PackageChanged::Act act)
{
    events.tell(tx,
                PackageChanged{.version_id = version.id,
                               .owner_id = version.owner_id,
                               .repository_id = version.repository_id,
                               .actor_id = actor_id,
                               .act = act});
}

StoredPackage find_or_make_package(db::Transaction& tx, const NewFile& wanted)
{
    tx.run("INSERT INTO package (owner_id, type, name, lower_name, created_at) VALUES ($1, $2, $3, $4, $5)"
           " ON CONFLICT DO NOTHING",
           wanted.owner_id, wanted.type, wanted.name, text::to_lower(wanted.name), Time::now());
    return find_package(tx, wanted.owner_id, wanted.type, wanted.name).value();
}

Result<void> check_count(db::Queries& db, const config::Packages& limits, std::int64_t owner_id)
{
    if (limits.limit_total_owner_count < 0) return {};
    const auto count = db.scalar<std::int64_t>("SELECT count(*) AS value FROM package p JOIN package_version v"
                                               " ON v.package_id = p.id WHERE p.owner_id = $1",
                                               owner_id);
    if (count > limits.limit_total_owner_count)
        return fail(Errc::too_large,
                    "an owner may have " + std::to_string(limits.limit_total_owner_count) + " versions of packages");
    return {};
}

Result<void> check_size(db::Queries& db, const config::Packages& limits, std::int64_t owner_id)
{
    if (limits.limit_total_owner_size >= 0 && size_of_all(db, owner_id) > limits.limit_total_owner_size)
        return fail(Errc::too_large,
                    "an owner's packages may have " + std::to_string(limits.limit_total_owner_size) + " bytes in all");
    return {};
}

void forget_if_empty(db::Transaction& tx, std::int64_t package_id)
{
    tx.run("DELETE FROM package WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM package_version v WHERE v.package_id = $1)",
           package_id);
}

} // namespace

Result<void> publish(db::Transaction& tx, const events::Bus& events, const config::Packages& limits,
                     const NewFile& wanted, const Received& received)
{
    const auto now = Time::now();
    // An upload takes long enough for either of them to be gone.
    for (const auto id : {wanted.owner_id, wanted.actor_id})
        if (!tx.scalar<bool>("SELECT EXISTS (SELECT 1 FROM account WHERE id = $1) AS value", id))
            return not_found("the account");
    const auto package = find_or_make_package(tx, wanted);
    const bool is_new = tx.run("INSERT INTO package_version (package_id, creator_id, version, lower_version,"
                               " created_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
                               package.id, wanted.actor_id, wanted.version, text::to_lower(wanted.version), now)
        > 0;
    const auto version = find_version(tx, package.id, wanted.version).value();
    if (is_new) TRY(check_count(tx, limits, wanted.owner_id));
    const auto content = TRY(keep(tx, received));
    const auto joined = tx.run("INSERT INTO package_file (version_id, content_id, name, lower_name, created_at)"
                               " VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
                               version.id, content, wanted.file, text::to_lower(wanted.file), now);
    if (joined == 0) return fail(Errc::conflict, "the version has a file of that name");
    TRY(check_size(tx, limits, wanted.owner_id));
    if (is_new) tell(tx, events, version, wanted.actor_id, PackageChanged::Act::created);
    return {};
}

bool has_file(db::Queries& db, std::int64_t version_id, std::string_view name)
{
    return db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM package_file WHERE version_id = $1 AND lower_name = $2)"
                           " AS value",
                           version_id, text::to_lower(name));
}

std::int64_t size_of_all(db::Queries& db, std::int64_t owner_id)
{
    return db.scalar<std::int64_t>("SELECT CAST(COALESCE(sum(c.size), 0) AS BIGINT) AS value FROM package p"
                                   " JOIN package_version v ON v.package_id = p.id"
                                   " JOIN package_file f ON f.version_id = v.id"
                                   " JOIN package_content c ON c.id = f.content_id WHERE p.owner_id = $1",
                                   owner_id);
}

void remove_version(db::Transaction& tx, const events::Bus& events, const StoredVersion& version, std::int64_t actor_id)
{
    tell(tx, events, version, actor_id, PackageChanged::Act::deleted);
    tx.run("DELETE FROM package_version WHERE id = $1", version.id);
    forget_if_empty(tx, version.package_id);
}

void remove_package(db::Transaction& tx, const events::Bus& events, std::int64_t package_id, std::int64_t actor_id)
{
    for (const auto& version : tx.all<StoredVersion>(versions_of_package.text, package_id))
        tell(tx, events, version, actor_id, PackageChanged::Act::deleted);
    tx.run("DELETE FROM package WHERE id = $1", package_id);
}

Result<void> remove_file(db::Transaction& tx, const events::Bus& events, const StoredVersion& version,
                         std::string_view name, std::int64_t actor_id)
{
    if (!has_file(tx, version.id, name)) return not_found("the file");
    if (tx.scalar<std::int64_t>("SELECT count(*) AS value FROM package_file WHERE version_id = $1", version.id) == 1)
        remove_version(tx, events, version, actor_id);
    else tx.run("DELETE FROM package_file WHERE version_id = $1 AND lower_name = $2", version.id, text::to_lower(name));
    return {};
}

void unlink_given_away(db::Transaction& tx, const events::RepositoryGivenAway& given)
{
    tx.run("UPDATE package SET repository_id = NULL WHERE repository_id = $1", given.repository_id);
}

} // namespace cairn::packages
