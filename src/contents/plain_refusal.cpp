#include "contents/plain_refusal.hpp"

namespace cairn::contents {

http::Response refuse_in_words(const api::Call&, const Error& error)
{
    const int status = error.code == Errc::not_found ? 404
        : error.code == Errc::forbidden              ? 403
        : error.code == Errc::unauthorized           ? 401
        : error.code == Errc::moved                  ? 301
        : error.code == Errc::unavailable            ? 503
                                                     : 400;
    http::Response response{.status = status, .headers = {}, .body = error.message + "\n"};
    response.set("Content-Type", "text/plain;charset=utf-8");
    if (!error.location.empty()) response.set("Location", error.location);
    return response;
}

} // namespace cairn::contents
