#include "accounts/sign_in/gate.hpp"

#include "accounts/audit/audit.hpp"
#include "accounts/sign_in/credentials.hpp"
#include "accounts/sign_in/logins.hpp"
#include "accounts/sign_in/same_origin.hpp"
#include "accounts/sign_in/sessions.hpp"
#include "accounts/sign_in/two_factor.hpp"
#include "accounts/tokens/imported_tokens.hpp"
#include "accounts/tokens/token_uses.hpp"
#include "accounts/tokens/tokens.hpp"
#include "base/utf8.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"

namespace cairn::accounts {

using api::Caller;
using api::Carrier;
using api::Credential;

namespace {

void act_through(Caller& caller, std::shared_ptr<const Account> account)
{
    caller.id = account->id;
    caller.name = account->name;
    caller.admin = account->is_admin;
    caller.account = std::move(account);
}

Caller caller_for(std::shared_ptr<const Account> account, Credential credential, Carrier carrier)
{
    Caller caller;
    act_through(caller, std::move(account));
    caller.credential = credential;
    caller.carrier = carrier;
    return caller;
}

// What a task does was written by others than whoever caused it: it must not find itself an administrator.
std::shared_ptr<const Account> without_rights_of_administrators(Account account)
{
    account.is_admin = false;
    return std::make_shared<const Account>(std::move(account));
}

struct SudoRequest {
    std::string method;
    std::string path;
};
BOOST_DESCRIBE_STRUCT(SudoRequest, (), (method, path))

Result<void> check_state(const Account& account)
{
    const auto forbid = [](std::string why) { return fail(Errc::forbidden, std::move(why), ErrorForm::brief); };
    if (!account.is_active) return forbid("this account has not been activated");
    if (account.prohibit_login) return forbid("this account may not sign in");
    if (account.must_change_password) return forbid("change the password of this account on the site first");
    return {};
}

} // namespace

Gate::Finding Gate::caller_by_token(const http::Request& request, const OfferedToken& offered, bool quick)
{
    const auto& [value, carrier, by_dpop] = offered;
    // A proof is good for one look, and what it takes to check it is the client's choice.
    if (by_dpop && quick) return fail(Errc::unavailable, "the proof has to be looked at closely");
    if (!looks_like_token(value)) {
        auto found = TRY(oauth2_tokens_.find(value, {request, by_dpop}));
        if (!found) return {};
        Caller caller = caller_for(std::move(found->account), Credential::oauth2_token, carrier);
        caller.scopes = found->scopes;
        caller.seen = found->seen;
        return caller;
    }
    if (by_dpop) return {}; // an API token is bound to no key
    const auto now = Time::now();
    std::optional<db::CommitState> seen;
    auto found = find_token(db_, value, now, &seen);
    if (!found && may_be_imported(db_, value)) {
        TRY(logins_.check_token_guesses(request)); // a close look is what a guess costs us
        if (quick) return fail(Errc::unavailable, "the token has to be looked at closely");
        if (adopt_imported_token(db_, value)) found = find_token(db_, value, now, &seen);
    }
    if (!found) return {};
    token_uses_.record(found->token_id, now);
    Caller caller =
        caller_for(found->task_id == 0 ? found : without_rights_of_administrators(*found), Credential::token, carrier);
    caller.token_id = found->token_id;
    caller.limited = found->token_limited;
    caller.scopes = api::ScopeSet::from_stored(found->token_scopes);
    caller.seen = seen;
    return caller;
}

Gate::Finding Gate::by_token(const http::Request& request, const api::QueryValues& query, bool quick)
{
    const auto offered = offered_token(request, query, !settings().security.disable_query_auth_token);
    if (!offered) return {};
    if (auto caller = caller_by_token(request, *offered, quick)) return caller;
    TRY(logins_.check_token_guesses(request));
    logins_.count_wrong_token(request);
    return fail(Errc::unauthorized, "the token is not valid");
}

// A signature that does not hold is no error: whatever the header says, the next method is asked.
Gate::Finding Gate::by_signature(const http::Request& request)
{
    auto account = signed_requests_.signer(request, Time::now());
    if (!account) return {};
    return caller_for(std::make_shared<const Account>(std::move(*account)), Credential::signature, Carrier::signature);
}

Gate::Finding Gate::by_basic(const http::Request& request, bool quick)
{
    const auto offered = offered_password(request);
    if (!offered) return {};
    const auto token = token_inside(*offered);
    if (is_text(token))
        if (auto caller = caller_by_token(request, {std::string(token), Carrier::basic}, quick)) return caller;
    if (!settings().service.enable_basic_authentication)
        return fail(Errc::unauthorized, "passwords are not accepted here: use a token");
    // Names and passwords are text, so this is nobody's, and the database need not be asked.
    if (!is_text(offered->name) || !is_text(offered->password))
        return fail(Errc::unauthorized, "the name or the password is not text in UTF-8");

    auto account = TRY(logins_.by_password(request, offered->name, offered->password, quick));
    if (account.prohibit_login) return fail(Errc::unauthorized, "this account may not sign in");
    TRY(logins_.second_step_of_basic(request, account, quick));
    return caller_for(std::make_shared<const Account>(std::move(account)), Credential::password, Carrier::basic);
}

Gate::Finding Gate::by_session(const http::Request& request, api::Listens listens)
{
    if (request.method != "GET" && request.method != "HEAD" && !is_same_origin(request, settings().server.root_url)) {
        if (listens.to_tools) return {};
        return fail(Errc::forbidden, "this form was not sent by a page of this site");
    }
    auto found = sessions_.recognize(request);
    // Whoever may no longer sign in is led to the sign-in page, which says why.
    if (!found || !found->account.is_active || found->account.prohibit_login) return {};
    // Who acts as somebody else looks for himself; what is asked of the person is not his to give.
    const bool in_person = found->acting_id == 0;
    if (in_person && found->account.must_change_password && !listens.to_anyone)
        return elsewhere(Errc::see_other, "/user/settings/change_password");
    if (in_person && !listens.to_unprotected && lacks_second_step(db_, settings(), found->account.id))
        return elsewhere(Errc::see_other, "/user/settings/security");
    auto caller =
        caller_for(std::make_shared<const Account>(std::move(found->account)), Credential::session, Carrier::cookie);
    caller.session_id = found->session_id;
    caller.on_behalf_of = found->acting_id;
    if (found->acting_id != 0) audit_acting(request, caller);
    return caller;
}

// Every change that is made as somebody else is told with its address; what is only read is told once in a while.
void Gate::audit_sudo(const http::Request& request, const Caller& caller, const Account& as)
{
    AuditEvent event = audit_event(request, AuditKind::sudo, caller);
    event.account_id = as.id;
    event.account = as.name;
    if (request.method == "GET" || request.method == "HEAD") return audit_.add_hourly(std::move(event));
    event.details = audit_details(SudoRequest{std::string(request.method), std::string(request.path())});
    audit_.add(std::move(event));
}

// The same for a browser in which an administrator acts as somebody: that it began is told where it does, and what is
// read is what its owner reads.
void Gate::audit_acting(const http::Request& request, const Caller& caller)
{
    if (request.method == "GET" || request.method == "HEAD") return;
    AuditEvent event = audit_event(request, AuditKind::sudo, caller);
    const auto actor = find_account(db_, caller.on_behalf_of);
    event.actor_id = caller.on_behalf_of;
    event.actor = actor ? actor->name : "";
    event.details = audit_details(SudoRequest{std::string(request.method), std::string(request.path())});
    audit_.add(std::move(event));
}

Result<Caller> Gate::act_as(const http::Request& request, Caller caller, std::string_view name)
{
    if (!caller.admin) return fail(Errc::forbidden, "only administrators may act as somebody else", ErrorForm::brief);
    auto account = is_text(name) ? find_account(db_, name) : std::nullopt;
    if (!account) return not_found("the account to act as");
    audit_sudo(request, caller, *account);
    caller.on_behalf_of = caller.id;
    act_through(caller, std::make_shared<const Account>(std::move(*account)));
    return caller;
}

// It is not for a network thread to find out.
bool Gate::needs_time(const Finding& finding, bool quick)
{
    return quick && finding && !*finding && finding->error().code == Errc::unavailable;
}

std::optional<Result<Caller>> Gate::authenticate(const http::Request& request, const api::QueryValues& query,
                                                 api::Listens listens, bool quick)
{
    // The first method that gives a caller wins; one that fails does not stop the next, but is not forgotten either.
    Finding finding = listens.to_tools ? by_token(request, query, quick) : Finding();
    if (needs_time(finding, quick)) return {};
    if (listens.to_tools && (!finding || !*finding)) {
        // Anybody can name a large key and send nonsense: it shall not be a network thread that finds out.
        if (quick && request.has_header("Signature")) return {};
        if (auto next = by_signature(request)) finding = std::move(next);
    }
    if (listens.to_tools && (!finding || !*finding))
        if (auto next = by_basic(request, quick)) {
            if (needs_time(next, quick)) return {};
            if (*next || !finding) finding = std::move(next);
        }

    if (listens.to_pages && !finding) finding = by_session(request, listens);

    Caller caller;
    if (finding) {
        if (!*finding) return finding;
        caller = std::move(**finding);
        if (caller.credential == Credential::session) return caller;
        if (auto state = check_state(accounts::account_of(caller)); !state) return std::unexpected(state.error());
    }
    if (listens.to_tools)
        if (const auto sudo = offered_sudo(request, query); !sudo.empty())
            return act_as(request, std::move(caller), sudo);
    if (caller.anonymous() && settings().service.require_signin_view && !listens.to_anyone)
        return fail(listens.to_pages ? Errc::unauthorized : Errc::forbidden,
                    "this site shows nothing without signing in", ErrorForm::brief);
    return caller;
}

} // namespace cairn::accounts
