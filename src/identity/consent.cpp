#include "identity/consent.hpp"

#include <algorithm>

#include "accounts/guards.hpp"
#include "config/settings.hpp"
#include "crypto/digest.hpp"
#include "db/database.hpp"
#include "identity/audited.hpp"
#include "identity/provider.hpp"
#include "identity/pushed_requests.hpp"
#include "identity/redirect.hpp"
#include "identity/refusal.hpp"
#include "identity/resources.hpp"
#include "identity/scopes.hpp"
#include "identity/tables.hpp"
#include "pages/page.hpp"

namespace cairn::identity {

using namespace api;
using enum Method;
using accounts::Account;

namespace {

// A scope by its own name, which is what the application and its documentation speak of, and in words.
struct Line {
    std::string name;
    std::string words;
};
BOOST_DESCRIBE_STRUCT(Line, (), (name, words))

struct ConsentView {
    std::string application;
    std::string maker;       // an account's name; empty: the site itself
    bool locked = false;     // comes with the site
    bool stranger = false;   // has registered itself, for nobody
    std::string destination; // where the browser goes next
    bool own_machine = false;
    std::string account;
    bool changed = false; // other scopes than those approved
    std::vector<Line> lines;
    std::vector<Line> added;
    std::vector<Line> removed;
    std::string client_id;
    std::string state;
    std::string scope;
    std::string nonce;
    std::string redirect_uri;
    std::string request;
    std::vector<std::string> resources; // other servers that the tokens are for
};
BOOST_DESCRIBE_STRUCT(ConsentView, (),
                      (application, maker, locked, stranger, destination, own_machine, account, changed, lines, added,
                       removed, client_id, state, scope, nonce, redirect_uri, request, resources))
const pages::PageOf<ConsentView> consent_page{"identity/consent"};

struct GrantForm {
    std::string client_id;
    std::string state;
    std::string scope;
    std::string nonce;
    std::string redirect_uri;
    std::string request;
    std::string granted;
};
BOOST_DESCRIBE_STRUCT(GrantForm, (), (client_id, state, scope, nonce, redirect_uri, request, granted))

// Those of `from` that `other` lacks.
std::vector<Line> without(const std::vector<ExplainedScope>& from, const std::vector<ExplainedScope>& other)
{
    std::vector<Line> lines;
    for (const auto& scope : from)
        if (std::ranges::find(other, scope) == other.end()) lines.push_back({scope.name, scope.words});
    return lines;
}

void show_difference(ConsentView& content, const words::Language& in, std::string_view before, std::string_view after)
{
    content.changed = true;
    content.added = without(explain(after, in), explain(before, in));
    content.removed = without(explain(before, in), explain(after, in));
}

// Of two requests that differ in anything, these differ.
std::string fingerprint(const Consent& consent)
{
    std::string all;
    for (const auto* part : {&consent.client_id, &consent.redirect_uri, &consent.state, &consent.scope, &consent.nonce,
                             &consent.challenge, &consent.challenge_method, &consent.acr, &consent.userinfo_claims,
                             &consent.response_mode, &consent.pushed, &consent.dpop_jkt, &consent.resources})
        all.append(std::to_string(part->size())).append(1, ':').append(*part);
    return crypto::sha256_hex(all);
}

// An application can open another page of ours in the same session while the person still reads the first: what is
// approved must be what was read, to the letter.
bool is_answer_to(const Consent& asked, const GrantForm& form)
{
    return asked.client_id == form.client_id && asked.state == form.state && asked.redirect_uri == form.redirect_uri
        && asked.scope == form.scope && asked.nonce == form.nonce
        && (form.request.empty() || form.request == fingerprint(asked));
}

// The request that this session was last asked about, if the form is an answer to it and the application still is what
// the person was shown.
struct Asked {
    Consent consent;
    Application application;
};
std::optional<Asked> find_asked(db::Queries& db, std::int64_t session_id, const GrantForm& form)
{
    auto consent = find_consent(db, session_id);
    if (!consent || !is_answer_to(*consent, form)) return {};
    auto application = find_application(db, consent->client_id);
    if (!application || !is_registered(consent->redirect_uri, application->redirects(), application->confidential))
        return {};
    return Asked{std::move(*consent), std::move(*application)};
}

// What the application is told of the person's answer.
struct Decision {
    ReturnAddress to;
    OAuth2Result<std::string> code;
};

// All of it in one transaction: what the answer is about may be gone at any moment. Nothing: it is no answer to what
// the session was asked last.
Result<std::optional<Decision>> decide(db::Transaction& tx, const Call& call, const Account& account,
                                       const GrantForm& form)
{
    const auto session = accounts::find_session(tx, call.caller.session_id);
    if (!session) return fail(Errc::unauthorized, "sign in to do this"); // signed out meanwhile
    const auto asked = find_asked(tx, session->id, form);
    if (!asked) return std::nullopt;
    const auto& [consent, application] = *asked;
    if (!consent.pushed.empty() && !use_pushed_request(tx, consent.pushed)) return std::nullopt;
    const auto told = [&](OAuth2Result<std::string> code) {
        return Decision{{.redirect_uri = consent.redirect_uri,
                         .state = consent.state,
                         .by_form_post = consent.response_mode == "form_post"},
                        std::move(code)};
    };
    auto event = accounts::audit_event(call, accounts::AuditKind::application_denied);
    if (form.granted != "true") {
        audit_application(tx, event, application, {.scope = consent.scope});
        return told(refuse(OAuth2Errc::access_denied, "the person did not approve the request"));
    }
    const auto before = find_grant(tx, account.id, application.id);
    const bool changes = before && !same_scopes(before->scope, consent.scope);
    if (changes && call.settings().oauth2.scope_change == config::ScopeChange::fail)
        return told(std::unexpected(other_scopes_approved())); // approved elsewhere while the person read this
    // What the person read as gone must not live on in tokens of before.
    if (changes) end_tokens(tx, before->id);
    const auto grant = approve(tx, account.id, application.id, consent.scope);
    event.kind = before ? accounts::AuditKind::application_reapproved : accounts::AuditKind::application_approved;
    audit_application(tx, event, application,
                      {.scope = consent.scope, .scope_before = before ? before->scope : std::string()});
    return told(make_code_for(tx, grant, consent, *session));
}

Result<Raw> post_grant(Call& call, const Account& account, Body<GrantForm> form)
{
    auto decision = TRY(call.db().write([&](db::Transaction& tx) { return decide(tx, call, account, form.value); }));
    if (!decision)
        return show_error(call, OAuth2Errc::invalid_request,
                          "this is not what you were asked last. Go back to the application and begin again");
    if (!decision->code) return give_error(call, decision->to, decision->code.error());
    return give_code(call, decision->to, std::move(*decision->code));
}

// Whoever has been away for too long signs in again and comes back by GET: there is nothing to decide about any more.
Result<Raw> get_grant(Call& call)
{
    return show_error(call, OAuth2Errc::invalid_request,
                      "what you were asked is too long ago. Go back to the application and begin again");
}

Result<void> check_decides(Call& call)
{
    TRY(check_provider_is_on(call));
    return accounts::check_signed_in(call);
}
constexpr Guard decides{
    .name = "decides about an application", .loads = &tag<Account>, .errors = {403}, .check = &check_decides};

// clang-format off
constexpr Operation consent_operations[] = {
    {GET,  path::grant, scope::none, decides, handle<get_grant>,  400, "oauth2GrantTooLate", "Tell that there is nothing to approve"},
    {POST, path::grant, scope::none, decides, handle<post_grant>, 303, "oauth2Grant",        "Approve an application, or do not"},
};
// clang-format on
static_assert(well_formed(consent_operations));

} // namespace

const Table consent_table{"oauth2", consent_operations, Door::site, &refuse_authorization};

std::optional<Raw> ask_for_consent(Call& call, const Account& account, const Application& application,
                                   const Consent& consent, const std::optional<Grant>& approved)
{
    const bool kept = call.db().write([&](db::Transaction& tx) {
        const bool stands = still_stands(tx, consent, account.id, approved);
        if (stands) keep_consent(tx, consent);
        return stands;
    });
    if (!kept) return {};
    ConsentView content{.application = application.name,
                        .locked = application.locked,
                        .stranger = application.dynamic && !application.owner_id,
                        .destination = origin_of(consent.redirect_uri),
                        .own_machine = is_on_own_machine(consent.redirect_uri),
                        .account = account.name,
                        .client_id = consent.client_id,
                        .state = consent.state,
                        .scope = consent.scope,
                        .nonce = consent.nonce,
                        .redirect_uri = consent.redirect_uri,
                        .request = fingerprint(consent)};
    if (application.owner_id)
        if (const auto maker = accounts::find_account(call.db(), *application.owner_id)) content.maker = maker->name;
    const auto& in = pages::language_of(call);
    content.lines = without(explain(consent.scope, in), {});
    for (auto& address : foreign_resources(call.settings(), consent.resources))
        content.resources.push_back(std::move(address));
    if (approved && !same_scopes(approved->scope, consent.scope))
        show_difference(content, in, approved->scope, consent.scope);
    return consent_page.show(call, std::move(content), {.status = 200, .leads_to_application = true});
}

OAuth2Error other_scopes_approved()
{
    return {OAuth2Errc::access_denied,
            "other scopes were approved; the person can revoke that in the settings of the account"};
}

} // namespace cairn::identity
