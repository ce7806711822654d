// Signing in by a provider of OpenID Connect: there, and back (OpenID Connect Core, 3.1; RFC 7636; RFC 9207).
#include "accounts/guards.hpp"
#include "accounts/sources/newcomer.hpp"
#include "base/encoding.hpp"
#include "base/log.hpp"
#include "config/settings.hpp"
#include "crypto/digest.hpp"
#include "db/database.hpp"
#include "http/url.hpp"
#include "identity/federation/arrivals.hpp"
#include "identity/federation/providers.hpp"
#include "identity/redirect.hpp"
#include "identity/tables.hpp"
#include "pages/page.hpp"
#include "pages/return_address.hpp"

namespace cairn::identity {

using namespace api;
using namespace pages;
using enum Method;
using accounts::Source;
using words::Phrase;

namespace {

struct SourcePath {
    std::string source;
};
BOOST_DESCRIBE_STRUCT(SourcePath, (), (source))

struct BeginQuery {
    std::string redirect_to;
    bool again = false;
    bool try_out = false;
};
BOOST_DESCRIBE_STRUCT(BeginQuery, (), (redirect_to, again, try_out))

struct AnswerQuery {
    std::string code;
    std::string state;
    std::string iss;
    std::string error;
};
BOOST_DESCRIBE_STRUCT(AnswerQuery, (), (code, state, iss, error))

struct ShownClaim {
    std::string name;
    std::string value;
};
BOOST_DESCRIBE_STRUCT(ShownClaim, (), (name, value))

struct TriedOutView {
    std::string source;
    std::int64_t id = 0;
    std::string problem{};
    accounts::Described person{};
    std::string account{};  // whom it would sign in; empty: nobody
    std::string new_name{}; // of the account that it would make
    bool makes_accounts = false;
    std::vector<ShownClaim> claims{};
};
BOOST_DESCRIBE_STRUCT(TriedOutView, (), (source, id, problem, person, account, new_name, makes_accounts, claims))
const PageOf<TriedOutView> tried_out_page{"identity/tried_out"};

Result<void> check_provider_source(Call& call)
{
    auto source = accounts::find_source(call.db(), call.segment("source"));
    // Administrators try out what is not switched on yet.
    if (!source || source->kind != accounts::SourceKind::openid || (!source->active && !call.caller.admin))
        return not_found("the sign-in source");
    call.load(std::move(*source));
    return {};
}
constexpr Guard provider_source{.name = "the provider is a sign-in source",
                                .path = &type_of<SourcePath>(),
                                .loads = &tag<Source>,
                                .errors = {404},
                                .check = &check_provider_source};

std::string callback_of(const Call& call, const Source& source)
{
    return call.settings().server.root_url + "user/oauth2/" + http::encode_path_segment(source.name) + "/callback";
}

// The one who asks is told nothing of the server's network; whoever runs the site finds it in the log, and on the page
// where it can be tried out.
Raw does_not_work(Call& call, const Source& source, const Error& error)
{
    log::info("a sign-in by a provider has failed", {{"source", source.name}, {"error", error.message}});
    const auto& in = language_of(call);
    if (error.code == Errc::unavailable)
        return not_let_in(
            call, in.say(Phrase("{source} does not answer. Try again in a moment."), {{"source", source.name}}), 503);
    return not_let_in(
        call,
        in.say(Phrase("What {source} says of you does not hold. Try again, or ask an administrator of this site."),
               {{"source", source.name}}),
        403);
}

Result<Raw> begin(Call& call, const Source& source, Query<BeginQuery> query)
{
    const bool tries = query->try_out && call.caller.admin;
    if (!source.active && !tries) return not_found("the sign-in source");
    const auto provider = call.site.get<Providers>().find(source);
    if (!provider) return does_not_work(call, source, provider.error());
    auto passage = begin_passage(source.id, safe_redirect(call.settings(), query->redirect_to));
    passage.again = query->again;
    if (tries) passage.tried_by = call.caller.id;
    leave(call, passage);
    const auto settings = source.read();
    const auto digest = crypto::sha256(passage.verifier);
    std::vector<std::pair<std::string_view, std::string>> sent{
        {"client_id", settings.client_id},
        {"code_challenge", base64url_encode({reinterpret_cast<const char*>(digest.data()), digest.size()})},
        {"code_challenge_method", "S256"},
        {"nonce", passage.nonce},
        {"redirect_uri", callback_of(call, source)},
        {"response_type", "code"},
        {"scope", settings.scopes},
        {"state", passage.state}};
    if (passage.again) {
        sent.emplace_back("max_age", "0");
        sent.emplace_back("prompt", "login");
    }
    return Raw{.body = {},
               .content_type = {},
               .status = 303,
               .headers = {{"Location", with_parameters((*provider)->document.authorization_endpoint, sent)},
                           {"Cache-Control", "no-store"}}};
}

// What the provider says, or what is wrong with it.
Result<ForeignClaims> claims_of(Call& call, const Source& source, const Passage& passage, const AnswerQuery& answer)
{
    const auto provider = TRY(call.site.get<Providers>().find(source));
    const auto& document = provider->document;
    // RFC 9207, 2.4: an answer of another provider, which was asked by another sign-in.
    if ((!answer.iss.empty() || document.authorization_response_iss_parameter_supported)
        && answer.iss != document.issuer)
        return fail(Errc::unauthorized, "the answer is of another provider");
    if (!answer.error.empty() || answer.code.empty())
        return fail(Errc::unauthorized, "the provider has answered: " + answer.error.substr(0, 100));
    ExpectedIdToken expected{.issuer = {}, .client_id = {}, .nonce = passage.nonce, .now = Time::now()};
    if (passage.again) expected.authenticated_since = passage.begun_at;
    return call.site.get<Providers>().redeem(source,
                                             {.code = answer.code,
                                              .verifier = passage.verifier,
                                              .redirect_uri = callback_of(call, source),
                                              .expected = std::move(expected)});
}

Raw show_what_came(Call& call, const Source& source, const Passage& passage, const Result<ForeignClaims>& claims)
{
    TriedOutView view{.source = source.name, .id = source.id, .makes_accounts = source.read().makes_accounts};
    if (!call.caller.admin || call.caller.id != passage.tried_by)
        return not_let_in(call, language_of(call).say(Phrase("Somebody else has begun this.")), 403);
    if (!claims) {
        view.problem = sentence(claims.error().message);
        return tried_out_page.show(call, std::move(view), {.status = 200});
    }
    view.person = described_by(source.read(), *claims);
    view.new_name = accounts::account_name_of(view.person.name);
    if (const auto account = accounts::find_linked(call.db(), source, text_claim(*claims, "sub")))
        view.account = account->name;
    for (const auto& [name, value] : *claims) view.claims.push_back({name, value.text.substr(0, 500)});
    return tried_out_page.show(call, std::move(view), {.status = 200});
}

// Nobody here is linked to it: an account is made where the source does that and nothing is in the way, otherwise the
// person says which account it is to be. An equal name or address proves nothing.
Raw welcome(Call& call, const Source& source, Arrival arrival)
{
    if (call.caller.anonymous() && source.read().makes_accounts) {
        const auto made = make_linked_account(call, source, arrival, accounts::account_name_of(arrival.person.name));
        if (made) return let_in(call, source, *made, arrival.redirect_to);
        if (made.error().code != Errc::unprocessable)
            return not_let_in(call, words_of(made.error()), made.error().code == Errc::conflict ? 409 : 403);
    }
    leave(call, arrival);
    return see_other(call, "/user/link_account");
}

Result<Raw> come_back(Call& call, const Source& source, Query<AnswerQuery> query)
{
    const auto& in = language_of(call);
    const auto passage = end_passage(call, source.id, query->state);
    if (!passage)
        return not_let_in(
            call, in.say(Phrase("This sign-in was not begun in this browser, or it took too long. Begin again.")), 400);
    const auto claims = claims_of(call, source, *passage, query.value);
    if (passage->tried_by != 0) return show_what_came(call, source, *passage, claims);
    if (!source.active) return not_found("the sign-in source");
    if (!claims && !query->error.empty())
        return not_let_in(call, in.say(Phrase("{source} has not let you in."), {{"source", source.name}}), 403);
    if (!claims) return does_not_work(call, source, claims.error());
    const auto subject = text_claim(*claims, "sub");
    if (const auto account = accounts::find_linked(call.db(), source, subject))
        return let_in(call, source, *account, passage->redirect_to);
    return welcome(call, source,
                   {.source_id = source.id,
                    .subject = subject,
                    .person = described_by(source.read(), *claims),
                    .redirect_to = passage->redirect_to,
                    .begun_at = Time::now()});
}

// clang-format off
constexpr Operation elsewhere_operations[] = {
    {GET, "/user/oauth2/{source}",          scope::none, provider_source, handle<begin>,     303, "siteSignInElsewhere", "Sign in by a provider"},
    {GET, "/user/oauth2/{source}/callback", scope::none, provider_source, handle<come_back>, 303, "siteBackFromElsewhere", "Come back from a provider"},
};
// clang-format on
static_assert(well_formed(elsewhere_operations));

} // namespace

const Table elsewhere_table{"site", elsewhere_operations, Door::site, refuse_page, listens::at_the_entrance};

} // namespace cairn::identity
