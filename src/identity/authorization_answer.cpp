#include "identity/authorization_answer.hpp"

#include "config/settings.hpp"
#include "identity/provider.hpp"
#include "identity/redirect.hpp"
#include "web/page.hpp"

namespace cairn::identity {

using api::Call;
using api::Raw;

namespace {

using Parameters = std::vector<std::pair<std::string_view, std::string>>;

struct RefusedPage {
    std::string code;
    std::string words;
};
BOOST_DESCRIBE_STRUCT(RefusedPage, (), (code, words))

// RFC 9700, 4.12: 303, so that no browser sends a form on. The address has a code in it, which is nobody else's.
Raw redirect(const Call& call, const ReturnAddress& to, Parameters parameters)
{
    if (tells_issuer(call.settings())) // RFC 9207
        parameters.emplace_back("iss", call.settings().oauth2.jwt_claim_issuer);
    return {.body = {},
            .content_type = {},
            .status = 303,
            .headers = {{"Location", with_parameters(to.redirect_uri, parameters)},
                        {"Cache-Control", "no-store"},
                        {"Referrer-Policy", "no-referrer"}}};
}

} // namespace

Raw give_code(const Call& call, const ReturnAddress& to, std::string code)
{
    Parameters parameters{{"code", std::move(code)}};
    if (!to.state.empty()) parameters.emplace_back("state", to.state);
    return redirect(call, to, std::move(parameters));
}

Raw give_error(const Call& call, const ReturnAddress& to, const OAuth2Error& error)
{
    return redirect(call, to,
                    {{"error", std::string(word_of(error.code))},
                     {"error_description", sayable(error.description)},
                     {"state", to.state}});
}

Raw show_error(Call& call, OAuth2Errc code, std::string words)
{
    return web::page(call, {.file = "oauth2_refused", .title = "This sign-in cannot go on", .status = 400},
                     RefusedPage{.code = std::string(word_of(code)), .words = web::sentence(words)});
}

} // namespace cairn::identity
