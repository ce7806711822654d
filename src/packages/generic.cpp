// The registry of generic packages: files of any kind, sent and fetched by any client that can speak HTTP.
//
// Such clients ask for credentials when they get a 401 and give up on a 403: so whoever may not do something is told to
// sign in as somebody who may.
#include <algorithm>

#include "api/error_body.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "http/url.hpp"
#include "packages/guards.hpp"
#include "packages/names.hpp"
#include "packages/publishing.hpp"
#include "packages/tables.hpp"

namespace cairn::packages {

using namespace api;
using enum Method;

namespace {

struct GenericVersionPath {
    std::string name;
    std::string version;
};
BOOST_DESCRIBE_STRUCT(GenericVersionPath, (), (name, version))
struct GenericFilePath : GenericVersionPath {
    std::string file;
};
BOOST_DESCRIBE_STRUCT(GenericFilePath, (GenericVersionPath), (file))

struct FoundFile {
    std::string uuid;
    std::string name;
    std::string sha256;
};
BOOST_DESCRIBE_STRUCT(FoundFile, (), (uuid, name, sha256))

Result<StoredVersion> version_at(const Call& call, const OwnerContext& at, const GenericVersionPath& path)
{
    const auto package = TRY(find_package(call, at, generic, path.name));
    auto version = find_version(call.db(), package.id, path.version);
    if (!version) return not_found("the version");
    return std::move(*version);
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

Result<> upload(Call& call, const OwnerContext& at, Path<GenericFilePath> path, Upload sent)
{
    TRY(check_new(call, at, path.value));
    const auto room = room_for(call, at.owner.id);
    if (const auto length = text::parse_integer(call.request.header("Content-Length"));
        length && room >= 0 && *length > room)
        return fail(Errc::too_large, "there is only room for " + std::to_string(room) + " bytes");
    const auto received = TRY(receive(call.site, [&](std::span<char> into) { return sent.body->read(into); }, room));
    const NewFile wanted{.owner_id = at.owner.id,
                         .name = path->name,
                         .version = path->version,
                         .file = path->file,
                         .actor_id = call.caller.id};
    auto published = call.db().write(
        [&](db::Transaction& tx) { return publish(tx, call.site.events, call.settings().packages, wanted, received); });
    if (!published) give_up(call.site, received);
    return published;
}

Result<Raw> download(Call& call, const OwnerContext& at, Path<GenericFilePath> path)
{
    const auto version = TRY(version_at(call, at, path.value));
    const auto file = call.db().first<FoundFile>("SELECT c.uuid, f.name, c.sha256 FROM package_file f"
                                                 " JOIN package_content c ON c.id = f.content_id"
                                                 " WHERE f.version_id = $1 AND f.lower_name = $2",
                                                 version.id, text::to_lower(path->file));
    if (!file) return not_found("the file");
    auto body = open_content(call.site, file->uuid);
    if (!body) return not_found("the file");
    // What it holds must not become a page of this site.
    return Raw{
        .body = std::move(*body),
        .content_type = "application/octet-stream",
        .headers = {{"Content-Disposition", "attachment; filename*=UTF-8''" + http::encode_path_segment(file->name)},
                    {"ETag", "\"" + file->sha256 + "\""},
                    {"Accept-Ranges", "bytes"},
                    {"Cache-Control", "private, no-cache"},
                    {"X-Content-Type-Options", "nosniff"},
                    {"Content-Security-Policy", "default-src 'none'; sandbox"}}};
}

Result<> remove(Call& call, const OwnerContext& at, Path<GenericFilePath> path)
{
    const auto version = TRY(version_at(call, at, path.value));
    return call.db().write(
        [&](db::Transaction& tx) { return remove_file(tx, call.site.events, version, path->file, call.caller.id); });
}

Result<> remove_all(Call& call, const OwnerContext& at, Path<GenericVersionPath> path)
{
    const auto version = TRY(version_at(call, at, path.value));
    call.db().write([&](db::Transaction& tx) { remove_version(tx, call.site.events, version, call.caller.id); });
    return {};
}

http::Response refuse(const Call&, const Error& error)
{
    const auto code = error.code == Errc::forbidden ? Errc::unauthorized : error.code;
    http::Response response{.status = http_status(code), .headers = {}, .body = error.message + "\n"};
    response.set("Content-Type", "text/plain;charset=utf-8");
    response.set("X-Content-Type-Options", "nosniff");
    if (!error.location.empty()) response.set("Location", error.location);
    if (code == Errc::unauthorized) response.set("WWW-Authenticate", "Basic realm=\"Cairn\", charset=\"UTF-8\"");
    if (code == Errc::unavailable || error.retry_after > 0)
        response.set("Retry-After", std::to_string(std::max(error.retry_after, 1)));
    return response;
}

// clang-format off
constexpr Operation operations[] = {
    {PUT,    "/api/packages/{owner}/generic/{name}/{version}/{file}", scope::package, publishes_packages, handle<upload>,     201, "genericUpload",        "Publish a file"},
    {GET,    "/api/packages/{owner}/generic/{name}/{version}/{file}", scope::package, fetches_packages,   handle<download>,   200, "genericDownload",      "Fetch a file"},
    {DELETE, "/api/packages/{owner}/generic/{name}/{version}/{file}", scope::package, publishes_packages, handle<remove>,     204, "genericDelete",        "Delete a file"},
    {DELETE, "/api/packages/{owner}/generic/{name}/{version}",        scope::package, publishes_packages, handle<remove_all>, 204, "genericDeleteVersion", "Delete a version with its files"},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table generic_table{"package", operations, Door::site, &refuse, Listens{true, false, false}};

} // namespace cairn::packages
