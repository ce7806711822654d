#include "packages/publishing.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "events/events.hpp"
#include "packages/content.hpp"
#include "packages/names.hpp"

namespace cairn::packages {

using api::Call;
using events::PackageChanged;

namespace {

struct NewFile {
    std::int64_t owner_id = 0;
    std::string_view type = generic;
    std::string_view name;
    std::string_view version;
    std::string_view file;
    std::int64_t actor_id = 0;
};

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

void remove_version(db::Transaction& tx, const events::Bus& events, const StoredVersion& version, std::int64_t actor_id)
{
    tell(tx, events, version, actor_id, PackageChanged::Act::deleted);
    tx.run("DELETE FROM package_version WHERE id = $1", version.id);
    forget_if_empty(tx, version.package_id);
}

// How many bytes a file may have, by its own limit and by what is left of the owner's; -1: any number.
std::int64_t room_for(const Call& call, std::int64_t owner_id)
{
    const auto& limits = call.settings().packages;
    if (limits.limit_total_owner_size < 0) return limits.limit_size_generic;
    const auto left = std::max<std::int64_t>(0, limits.limit_total_owner_size - size_of_all(call.db(), owner_id));
    return limits.limit_size_generic < 0 ? left : std::min(left, limits.limit_size_generic);
}

// What can be told before the bytes have come.
Result<void> check_new(const Call& call, const OwnerContext& at, const GenericFilePath& path)
{
    TRY(check_generic_name(path.name));
    TRY(check_version(path.version));
    TRY(check_file_name(path.file));
    const auto package = find_package(call.db(), at.owner.id, generic, path.name);
    // A token for some repositories makes nothing that belongs to none of them.
    if (!access::opens_package(call.db(), at.viewer, package ? package->repository_id : 0))
        return fail(Errc::forbidden, "the token is limited to repositories that this package is not linked to");
    const auto version = package ? find_version(call.db(), package->id, path.version) : std::nullopt;
    if (version && has_file(call.db(), version->id, path.file))
        return fail(Errc::conflict, "the version has a file of that name");
    return {};
}

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

} // namespace

Result<void> publish_file(const Call& call, const OwnerContext& at, const GenericFilePath& path, http::BodyReader& body)
{
    TRY(check_new(call, at, path));
    const auto room = room_for(call, at.owner.id);
    if (const auto length = text::parse_integer(call.request.header("Content-Length"));
        length && room >= 0 && *length > room)
        return fail(Errc::too_large, "there is only room for " + std::to_string(room) + " bytes");
    const auto received = TRY(receive(call.site, [&](std::span<char> into) { return body.read(into); }, room));
    const NewFile wanted{.owner_id = at.owner.id,
                         .name = path.name,
                         .version = path.version,
                         .file = path.file,
                         .actor_id = call.caller.id};
    auto published = call.db().write(
        [&](db::Transaction& tx) { return publish(tx, call.site.events, call.settings().packages, wanted, received); });
    if (!published) give_up(call.site, received);
    return published;
}

void delete_package(const api::Site& site, std::int64_t package_id, std::int64_t actor_id)
{
    site.db.write([&](db::Transaction& tx) {
        for (const auto& version : tx.all<StoredVersion>(versions_of_package.text, package_id))
            tell(tx, site.events, version, actor_id, PackageChanged::Act::deleted);
        tx.run("DELETE FROM package WHERE id = $1", package_id);
    });
}

void delete_version(const api::Site& site, std::int64_t version_id, std::int64_t actor_id)
{
    site.db.write([&](db::Transaction& tx) {
        if (const auto version = find_version(tx, version_id)) remove_version(tx, site.events, *version, actor_id);
    });
}

Result<void> delete_version(const Call& call, const StoredPackage& package, std::string_view version)
{
    return call.db().write([&](db::Transaction& tx) -> Result<void> {
        remove_version(tx, call.site.events, TRY(find_version(tx, package, version)), call.caller.id);
        return {};
    });
}

Result<void> delete_file(const Call& call, const StoredPackage& package, std::string_view version,
                         std::string_view file)
{
    return call.db().write([&](db::Transaction& tx) -> Result<void> {
        const auto found = TRY(find_version(tx, package, version));
        if (!has_file(tx, found.id, file)) return not_found("the file");
        if (tx.scalar<std::int64_t>("SELECT count(*) AS value FROM package_file WHERE version_id = $1", found.id) == 1)
            remove_version(tx, call.site.events, found, call.caller.id);
        else
            tx.run("DELETE FROM package_file WHERE version_id = $1 AND lower_name = $2", found.id,
                   text::to_lower(file));
        return {};
    });
}

} // namespace cairn::packages
