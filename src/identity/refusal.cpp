#include "identity/refusal.hpp"

#include "accounts/sign_in/same_origin.hpp"
#include "api/error_body.hpp"
#include "config/settings.hpp"
#include "http/url.hpp"
#include "identity/provider.hpp"
#include "pages/page.hpp"

namespace cairn::identity {

using api::Call;

namespace {

// As much as any browser takes in an address.
constexpr std::size_t longest_form = 16 << 10;

http::Response go_to(const Call& call, std::string_view address)
{
    http::Response response{.status = 303, .headers = {}, .body = {}};
    response.set("Location", pages::address_of(call.settings(), address));
    response.set("Cache-Control", "no-store");
    return response;
}

bool is_foreign_form(const Call& call)
{
    return call.operation.method == api::Method::POST
        && !accounts::is_same_origin(call.request, call.settings().server.root_url);
}

} // namespace

http::Response refuse_authorization(const Call& call, const Error& error)
{
    const auto path = call.request.path();
    const bool can_be_asked_again = path == path::authorize || path == path::logout;
    const bool is_on = call.settings().oauth2.enabled;
    if (is_on && is_foreign_form(call) && can_be_asked_again && call.request.body.size() <= longest_form) {
        std::string address(path);
        char separator = '?';
        for (const auto& [name, value] : http::parse_query(call.request.body)) {
            address += separator + http::encode_query(name) + "=" + http::encode_query(value);
            separator = '&';
        }
        return go_to(call, address);
    }
    if (error.code == Errc::unauthorized)
        return go_to(call, "/user/login?redirect_to=" + http::encode_query(call.request.target));
    if (error.code == Errc::forbidden) {
        http::Response response{.status = 403, .headers = {}, .body = pages::sentence(error.message) + "\n"};
        response.set("Content-Type", "text/plain;charset=utf-8");
        return response;
    }
    return pages::refuse_page(call, error);
}

} // namespace cairn::identity
