#include "transport/git_refusal.hpp"

#include "api/call.hpp"
#include "api/error_body.hpp"
#include "base/text.hpp"
#include "repositories/references/git_challenge.hpp"

namespace cairn::transport {

http::Response refuse_git(const api::Call& call, const Error& error)
{
    http::Response response{.status = api::http_status(error.code), .headers = {}, .body = {}};
    if (!error.location.empty()) {
        response.set("Location", error.location);
        response.set("Content-Type", "text/html;charset=utf-8");
        response.body = "<a href=\"" + text::escape_html(error.location) + "\">It is here.</a>\n";
        return response;
    }
    if (error.code == Errc::unauthorized)
        response.set("WWW-Authenticate", repositories::git_challenge(call.settings()));
    if (error.code == Errc::unavailable || error.retry_after > 0)
        response.set("Retry-After", std::to_string(std::max(error.retry_after, 1)));
    if (error.form == ErrorForm::empty) return response;
    response.set("Content-Type", "text/plain;charset=utf-8");
    response.body = error.message + "\n";
    return response;
}

} // namespace cairn::transport
