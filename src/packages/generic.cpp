// The registry of generic packages: files of any kind, sent and fetched by any client that can speak HTTP.
//
// Such clients ask for credentials when they get a 401 and give up on a 403: so whoever may not do something is told to
// sign in as somebody who may.
#include <algorithm>

#include "api/error_body.hpp"
#include "packages/download.hpp"
#include "packages/publishing.hpp"
#include "packages/tables.hpp"

namespace cairn::packages {

using namespace api;
using enum Method;

namespace {

Result<> upload(Call& call, const OwnerContext& at, Path<GenericFilePath> path, Upload sent)
{
    return publish_file(call, at, path.value, *sent.body);
}

Result<Raw> download(Call& call, const OwnerContext& at, Path<GenericFilePath> path)
{
    const auto package = TRY(find_package(call, at, generic, path->name));
    const auto file = TRY(find_file(call.db(), TRY(find_version(call.db(), package, path->version)), path->file));
    return send_file(call.site, file);
}

Result<> remove(Call& call, const OwnerContext& at, Path<GenericFilePath> path)
{
    return delete_file(call, TRY(find_package(call, at, generic, path->name)), path->version, path->file);
}

Result<> remove_all(Call& call, const OwnerContext& at, Path<GenericVersionPath> path)
{
    return delete_version(call, TRY(find_package(call, at, generic, path->name)), path->version);
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
constexpr Operation generic_operations[] = {
    {PUT,    "/api/packages/{owner}/generic/{name}/{version}/{file}", scope::package, publishes_packages, handle<upload>,     201, "genericUpload",        "Publish a file"},
    {GET,    "/api/packages/{owner}/generic/{name}/{version}/{file}", scope::package, fetches_packages,   handle<download>,   200, "genericDownload",      "Fetch a file"},
    {DELETE, "/api/packages/{owner}/generic/{name}/{version}/{file}", scope::package, publishes_packages, handle<remove>,     204, "genericDelete",        "Delete a file"},
    {DELETE, "/api/packages/{owner}/generic/{name}/{version}",        scope::package, publishes_packages, handle<remove_all>, 204, "genericDeleteVersion", "Delete a version with its files"},
};
// clang-format on
static_assert(well_formed(generic_operations));

} // namespace

const Table generic_table{"package", generic_operations, Door::site, &refuse, Listens{true, false, false}};

} // namespace cairn::packages
