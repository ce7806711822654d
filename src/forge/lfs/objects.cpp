// Large files on their way in and out.
#include "base/encoding.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "http/negotiation.hpp"
#include "http/url.hpp"
#include "lfs/guards.hpp"
#include "lfs/object.hpp"
#include "lfs/tables.hpp"

namespace cairn::lfs {

using namespace api;
using enum Method;

namespace {

constexpr Guard reads = lfs_guard<Need::read, false>("reads large files");
constexpr Guard sends = lfs_guard<Need::write, false>("sends large files");
constexpr Guard verifies = lfs_guard<Need::write, true>("sends large files");

struct OidPath {
    std::string oid;
};
BOOST_DESCRIBE_STRUCT(OidPath, (), (oid))
struct NamedPath {
    std::string oid;
    std::string name;
};
BOOST_DESCRIBE_STRUCT(NamedPath, (), (oid, name))

struct Done {
    std::string Message = "OK"; // NOLINT(readability-identifier-naming): as clients read it
};
BOOST_DESCRIBE_STRUCT(Done, (), (Message))

Raw done()
{
    const Done answer;
    return Raw{.body = to_json(type_of<Done>(), &answer), .content_type = std::string(media_type)};
}

Result<void> check_pointer(const Pointer& pointer)
{
    if (!pointer.is_valid())
        return fail(Errc::unprocessable,
                    "an object is named by the SHA-256 of its content, and its size is not negative");
    return {};
}

Result<Raw> upload(Call& call, const LfsContext& place, Path<Pointer> path, Upload sent)
{
    const Pointer& pointer = path.value;
    TRY(check_pointer(pointer));
    const auto largest = call.settings().server.lfs_max_file_size;
    if (largest > 0 && pointer.size > largest)
        return fail(Errc::too_large, "an object must not have more than " + std::to_string(largest) + " bytes");
    if (const auto length = text::parse_integer(call.request.header("Content-Length"));
        length && *length != pointer.size)
        return fail(Errc::unprocessable, "the request's length is not the size that its address says");
    TRY(receive_object(call.site, place.repository.id, pointer,
                       [&](std::span<char> into) { return sent.body->read(into); }));
    return done();
}

Result<Raw> verify(Call& call, const LfsContext& place)
{
    const auto pointer = TRY(read_lfs_body<Pointer>(call));
    TRY(check_pointer(pointer));
    const auto object = find_object(call.db(), place.repository.id, pointer.oid);
    if (!object || object->size != pointer.size) return not_found("the object");
    return done();
}

Result<Raw> serve(const Call& call, const LfsContext& place, std::string_view oid, std::string_view file_name)
{
    if (!is_oid(oid)) return fail(Errc::unprocessable, "an object is named by the SHA-256 of its content");
    const auto object = find_object(call.db(), place.repository.id, oid);
    if (!object) return not_found("the object");
    // What else a range asks for is the server's to give; that it is beyond the end, clients of LFS are told in its
    // words.
    const auto range = call.request.header("Range");
    const auto size = static_cast<std::uint64_t>(object->size);
    if (http::ByteRange part; !range.empty() && call.request.header("If-Range").empty()
        && http::parse_range(range, size, part) == http::RangeVerdict::unsatisfiable) {
        const Done words{"the range is beyond the end"};
        return Raw{.body = to_json(type_of<Done>(), &words),
                   .content_type = std::string(media_type),
                   .status = 416,
                   .headers = {{"Content-Range", "bytes */" + std::to_string(size)}}};
    }
    auto body = open_object(call.site, *object);
    if (!body) return not_found("the object");
    Raw answer{.body = std::move(*body),
               .content_type = "application/octet-stream",
               .headers = {{"ETag", "\"" + object->oid + "\""},
                           {"Cache-Control", "private, no-cache"},
                           {"X-Content-Type-Options", "nosniff"},
                           {"Content-Security-Policy", "default-src 'none'; sandbox"}}};
    if (!file_name.empty())
        answer.headers.emplace_back("Content-Disposition",
                                    "attachment; filename*=UTF-8''" + http::encode_path_segment(file_name));
    return answer;
}

Result<Raw> download(Call& call, const LfsContext& place, Path<OidPath> path)
{
    return serve(call, place, path->oid, {});
}

// With the name that the file shall have once it is saved, in base64url.
Result<Raw> download_as(Call& call, const LfsContext& place, Path<NamedPath> path)
{
    const auto name = base64url_decode(path->name);
    return serve(call, place, path->oid, name && is_text(*name) ? *name : std::string());
}

// clang-format off
constexpr Operation object_operations[] = {
    {PUT,  "/{owner}/{repo}/info/lfs/objects/{oid}/{size}", scope::none, sends,    handle<upload>,      200, "lfsUpload",     "Send a large file"},
    {GET,  "/{owner}/{repo}/info/lfs/objects/{oid}",        scope::none, reads,    handle<download>,    200, "lfsDownload",   "Fetch a large file"},
    {GET,  "/{owner}/{repo}/info/lfs/objects/{oid}/{name}", scope::none, reads,    handle<download_as>, 200, "lfsDownloadAs", "Fetch a large file under a name"},
    {POST, "/{owner}/{repo}/info/lfs/verify",               scope::none, verifies, handle<verify>,      200, "lfsVerify",     "Ask whether a large file has come"},
};
// clang-format on
static_assert(well_formed(object_operations));

} // namespace

const Table object_table{"lfs", object_operations, Door::site, &refuse_object, Listens{true, false, true}};

} // namespace cairn::lfs
