#include "identity/errors.hpp"

#include "api/call.hpp"
#include "api/error_body.hpp"

namespace cairn::identity {

namespace {

struct ErrorAnswer {
    std::string error;
    std::string error_description;
};
BOOST_DESCRIBE_STRUCT(ErrorAnswer, (), (error, error_description))

} // namespace

std::string error_json(OAuth2Errc code, std::string_view description)
{
    const ErrorAnswer body{.error = std::string(word_of(code)), .error_description = sayable(description)};
    return api::to_json(type_of<ErrorAnswer>(), &body);
}

std::string sayable(std::string_view description)
{
    std::string text(description);
    for (char& c : text) {
        if (c == '"') c = '\'';
        else if (c < ' ' || c > '~' || c == '\\') c = '?';
    }
    return text;
}

api::Raw answer(const OAuth2Error& error)
{
    api::Raw raw{.body = error_json(error.code, error.description),
                 .content_type = "application/json;charset=utf-8",
                 .status = error.code == OAuth2Errc::invalid_client ? 401 : 400,
                 .headers = {{"Cache-Control", "no-store"}, {"Pragma", "no-cache"}}};
    if (error.code == OAuth2Errc::invalid_client && error.by_basic)
        raw.headers.emplace_back("WWW-Authenticate", "Basic realm=\"Cairn\", charset=\"UTF-8\"");
    return raw;
}

http::Response refuse_in_json(const api::Call&, const Error& error)
{
    http::Response response{.status = api::http_status(error.code), .headers = {}, .body = {}};
    if (error.code == Errc::unprocessable) response.status = 400;
    response.set("Content-Type", "application/json;charset=utf-8");
    response.set("Cache-Control", "no-store");
    const auto code = response.status >= 500 ? OAuth2Errc::temporarily_unavailable : OAuth2Errc::invalid_request;
    response.body = error_json(code, error.message);
    return response;
}

} // namespace cairn::identity
