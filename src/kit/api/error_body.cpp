#include "api/error_body.hpp"

#include "api/json_writer.hpp"

namespace cairn::api {

namespace {

// For an error that came without words: a client never reads an empty message.
std::string_view plain_words(Errc code)
{
    switch (code) {
    case Errc::bad_request: return "the request makes no sense";
    case Errc::unauthorized: return "sign in first";
    case Errc::forbidden: return "you may not do this";
    case Errc::not_found: return "nothing was found at this address";
    case Errc::method_not_allowed: return "this address does not know that method";
    case Errc::conflict: return "this contradicts what is there already";
    case Errc::precondition_failed: return "it has changed since you last saw it";
    case Errc::too_large: return "the request is too large";
    case Errc::unsupported_media_type: return "the request's Content-Type is not accepted here";
    case Errc::unprocessable: return "the request's values do not fit";
    case Errc::locked: return "it is locked";
    case Errc::too_many_requests: return "too many requests: try again later";
    case Errc::unavailable: return "not available at the moment: try again later";
    case Errc::storage_full: return "the server has no room left to store this";
    case Errc::moved:
    case Errc::moved_for_now:
    case Errc::see_other: return "it is elsewhere";
    }
    std::unreachable();
}

} // namespace

int http_status(Errc code)
{
    switch (code) {
    case Errc::bad_request: return 400;
    case Errc::unauthorized: return 401;
    case Errc::forbidden: return 403;
    case Errc::not_found: return 404;
    case Errc::method_not_allowed: return 405;
    case Errc::conflict: return 409;
    case Errc::precondition_failed: return 412;
    case Errc::too_large: return 413;
    case Errc::unsupported_media_type: return 415;
    case Errc::unprocessable: return 422;
    case Errc::locked: return 423;
    case Errc::too_many_requests: return 429;
    case Errc::unavailable: return 503;
    case Errc::storage_full: return 507;
    case Errc::moved: return 301;
    case Errc::moved_for_now: return 307;
    case Errc::see_other: return 303;
    }
    std::unreachable();
}

std::string error_body(const Error& error, std::string_view root_url)
{
    if (error.form == ErrorForm::empty) return {};
    std::string body = error.form == ErrorForm::named ? "{\"error\":" : "{\"message\":";
    write_json_string(body, error.message.empty() ? plain_words(error.code) : std::string_view(error.message));
    if (error.form == ErrorForm::full) {
        body += ",\"url\":";
        write_json_string(body, std::string(root_url) + "api/swagger");
    }
    body += '}';
    return body;
}

} // namespace cairn::api
