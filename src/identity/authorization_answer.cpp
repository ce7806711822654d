#include "identity/authorization_answer.hpp"

#include "config/settings.hpp"
#include "identity/provider.hpp"
#include "identity/redirect.hpp"
#include "pages/page.hpp"

namespace cairn::identity {

using api::Call;
using api::Raw;

namespace {

using Parameters = std::vector<std::pair<std::string_view, std::string>>;

struct RefusedView {
    std::string title;
    std::string code;
    std::string words;
};
BOOST_DESCRIBE_STRUCT(RefusedView, (), (title, code, words))
const pages::PageOf<RefusedView> refused_page{"identity/refused"};

struct FormField {
    std::string name;
    std::string value;
};
BOOST_DESCRIBE_STRUCT(FormField, (), (name, value))

struct FormPostView {
    std::string action; // an address of the application's
    std::string destination;
    std::vector<FormField> fields;
};
BOOST_DESCRIBE_STRUCT(FormPostView, (), (action, destination, fields))
const pages::PageOf<FormPostView> form_post_page{"identity/form_post"};

// RFC 9700, 4.12: 303, so that no browser sends a form on. The address has a code in it, which is nobody else's.
Raw redirect(const ReturnAddress& to, const Parameters& parameters)
{
    return {.body = {},
            .content_type = {},
            .status = 303,
            .headers = {{"Location", with_parameters(to.redirect_uri, parameters)},
                        {"Cache-Control", "no-store"},
                        {"Referrer-Policy", "no-referrer"}}};
}

// OAuth 2.0 Form Post Response Mode, 2. Pages have no scripts of their own, so one of our files sends the form.
Raw form_post(Call& call, const ReturnAddress& to, const Parameters& parameters)
{
    FormPostView view{.action = to.redirect_uri, .destination = origin_of(to.redirect_uri), .fields = {}};
    for (const auto& [name, value] : parameters) view.fields.push_back({std::string(name), value});
    return form_post_page.show(call, std::move(view), {.status = 200, .leads_to_application = true});
}

Raw send_back(Call& call, const ReturnAddress& to, Parameters parameters)
{
    if (!to.state.empty()) parameters.emplace_back("state", to.state);
    if (tells_issuer(call.settings())) // RFC 9207
        parameters.emplace_back("iss", call.settings().oauth2.jwt_claim_issuer);
    return to.by_form_post ? form_post(call, to, parameters) : redirect(to, parameters);
}

} // namespace

// What cannot be posted to is told by a redirect that it cannot.
ReturnAddress return_address(const AuthorizationRequest& request)
{
    return {.redirect_uri = request.redirect_uri,
            .state = request.state,
            .by_form_post = request.response_mode == "form_post" && can_be_posted_to(request.redirect_uri)};
}

Raw give_code(Call& call, const ReturnAddress& to, std::string code)
{
    return send_back(call, to, {{"code", std::move(code)}});
}

Raw give_error(Call& call, const ReturnAddress& to, const OAuth2Error& error)
{
    return send_back(call, to,
                     {{"error", std::string(word_of(error.code))}, {"error_description", sayable(error.description)}});
}

Raw show_error(Call& call, OAuth2Errc code, std::string words, words::Phrase title)
{
    return refused_page.show(call,
                             {.title = pages::language_of(call).say(title),
                              .code = std::string(word_of(code)),
                              .words = pages::sentence(words)},
                             {.status = 400});
}

} // namespace cairn::identity
