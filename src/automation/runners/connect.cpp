#include "runners/connect.hpp"

#include "api/error_body.hpp"
#include "api/protobuf.hpp"
#include "base/text.hpp"

namespace cairn::runners {

using api::Call;
namespace protobuf = api::protobuf;

namespace {

enum class Form : std::uint8_t { json, binary };

std::optional<Form> form_of(const Call& call)
{
    const auto type = call.request.header("Content-Type");
    const auto essence = text::trim(type.substr(0, type.find(';')));
    if (text::iequals(essence, "application/json")) return Form::json;
    if (text::iequals(essence, "application/proto")) return Form::binary;
    return {};
}

struct ConnectError {
    std::string code;
    std::string message;
};
BOOST_DESCRIBE_STRUCT(ConnectError, (), (code, message))

// The words of the protocol; each has its status.
std::pair<std::string_view, int> told(Errc code)
{
    switch (code) {
    case Errc::unauthorized: return {"unauthenticated", 401};
    case Errc::forbidden: return {"permission_denied", 403};
    case Errc::not_found: return {"not_found", 404};
    case Errc::conflict: return {"already_exists", 409};
    case Errc::precondition_failed: return {"failed_precondition", 400};
    case Errc::too_large:
    case Errc::too_many_requests: return {"resource_exhausted", 429};
    case Errc::unavailable:
    case Errc::storage_full: return {"unavailable", 503};
    default: return {"invalid_argument", 400};
    }
}

} // namespace

Result<std::string> read_all(const api::Upload& upload, std::size_t most)
{
    std::string body;
    constexpr std::size_t step = 64UL * 1024;
    for (;;) {
        const auto before = body.size();
        body.resize(before + step);
        const auto read = upload.body->read({body.data() + before, step});
        body.resize(before + read);
        if (read == 0) return body;
        if (body.size() > most)
            return fail(Errc::too_large, "a message has at most " + std::to_string(most) + " bytes");
    }
}

Result<void> read_message(const Call& call, const api::Upload& sent, std::size_t most, const Type& type, void* into)
{
    const auto form = form_of(call);
    if (!form) return fail(Errc::unsupported_media_type, "only application/json and application/proto are spoken here");
    if (const auto coding = call.request.header("Content-Encoding"); !coding.empty() && coding != "identity")
        return fail(Errc::unsupported_media_type, "a message comes as it is, not compressed");
    const auto body = TRY(read_all(sent, most));
    return *form == Form::json ? protobuf::decode_json(type, body, into) : protobuf::decode(type, body, into);
}

api::Raw write_message(const Call& call, const Type& type, const void* message)
{
    if (form_of(call) == Form::json)
        return {.body = protobuf::encode_json(type, message), .content_type = "application/json"};
    return {.body = protobuf::encode(type, message), .content_type = "application/proto"};
}

std::string_view connect_code(Errc code) { return told(code).first; }

http::Response refuse_call(const Call&, const Error& error)
{
    const auto [code, status] = told(error.code);
    const ConnectError words{.code = std::string(code), .message = error.message};
    http::Response response{
        .status = error.code == Errc::unsupported_media_type ? 415 : status, .headers = {}, .body = {}};
    response.set("Content-Type", "application/json");
    if (error.code == Errc::unavailable) response.set("Retry-After", "1");
    response.body = api::to_json(type_of<ConnectError>(), &words);
    return response;
}

} // namespace cairn::runners
