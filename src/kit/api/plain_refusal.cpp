#include "api/plain_refusal.hpp"

#include <algorithm>

namespace cairn::api {

http::Response refuse_in_words(const Call&, const Error& error)
{
    const int status = error.code == Errc::not_found ? 404
        : error.code == Errc::forbidden              ? 403
        : error.code == Errc::unauthorized           ? 401
        : error.code == Errc::moved                  ? 301
        : error.code == Errc::moved_for_now          ? 307
        : error.code == Errc::unavailable            ? 503
        : error.code == Errc::storage_full           ? 507
        : error.code == Errc::too_many_requests      ? 429
                                                     : 400;
    http::Response response{.status = status, .headers = {}, .body = error.message + "\n"};
    response.set("Content-Type", "text/plain;charset=utf-8");
    if (status == 401) response.set("WWW-Authenticate", "Basic realm=\"Cairn\", charset=\"UTF-8\"");
    if (status == 503 || error.retry_after > 0)
        response.set("Retry-After", std::to_string(std::max(error.retry_after, 1)));
    if (!error.location.empty()) response.set("Location", error.location);
    return response;
}

} // namespace cairn::api
