#include "identity/federation/arrivals.hpp"

#include "accounts/audit/audit.hpp"
#include "accounts/sign_in/in_person.hpp"
#include "accounts/sign_in/signing_in.hpp"
#include "accounts/sources/newcomer.hpp"
#include "accounts/sources/source_audit.hpp"
#include "api/error_body.hpp"
#include "db/database.hpp"
#include "pages/form.hpp"
#include "pages/said.hpp"

namespace cairn::identity {

using accounts::Account;
using accounts::Source;
using words::Phrase;

accounts::Described described_by(const accounts::SourceSettings& source, const ForeignClaims& claims)
{
    accounts::Described person{.name = text_claim(claims, source.username_claim),
                               .full_name = text_claim(claims, "name"),
                               .mail = text_claim(claims, "email"),
                               .mail_confirmed = true_claim(claims, "email_verified")};
    for (const auto* other : {"preferred_username", "nickname", "email"})
        if (person.name.empty()) person.name = text_claim(claims, other);
    return person;
}

Result<Account> make_linked_account(const api::Call& call, const Source& source, const Arrival& arrival,
                                    const std::string& name)
{
    auto event = accounts::audit_event(call.request, accounts::AuditKind::account_created);
    event.details = accounts::audit_details(accounts::AuditedSource{.source = source.name});
    return call.db().write([&](db::Transaction& tx) -> Result<Account> {
        if (accounts::find_linked(tx, source, arrival.subject))
            return fail(Errc::conflict, "there is an account for you already: sign in again");
        auto made = TRY(accounts::make_account(tx, call.settings(), source, arrival.person, name, arrival.subject));
        TRY(accounts::link_identity(tx, source, arrival.subject, arrival.person.name, made.id));
        event.actor_id = made.id;
        event.actor = made.name;
        accounts::audit(tx, accounts::concerning(event, made));
        return made;
    });
}

Result<void> link_own_account(const api::Call& call, const Source& source, const Arrival& arrival)
{
    TRY(accounts::check_in_person(call.caller));
    auto event = accounts::audit_event(call, accounts::AuditKind::identity_linked);
    event.details = accounts::audit_details(accounts::AuditedSource{.source = source.name});
    return call.db().write([&](db::Transaction& tx) -> Result<void> {
        TRY(accounts::link_identity(tx, source, arrival.subject, arrival.person.name, call.caller.id));
        accounts::audit(tx, event);
        return {};
    });
}

api::Raw let_in(api::Call& call, const Source& source, const Account& account, const std::string& redirect_to)
{
    auto entered = accounts::enter(
        call, account,
        {.source = source.name, .second_step_there = source.read().second_step_there, .redirect_to = redirect_to});
    if (!entered) return not_let_in(call, pages::words_of(entered.error()), api::http_status(entered.error().code));
    call.reply_headers.emplace_back("Set-Cookie", std::move(entered->cookie));
    return pages::see_other(call, entered->pending ? "/user/two_factor" : redirect_to);
}

api::Raw not_let_in(api::Call& call, std::string words, int status)
{
    const auto& in = pages::language_of(call);
    return pages::say(call,
                      {.title = in.say(Phrase("You are not signed in")),
                       .words = std::move(words),
                       .link = "/user/login",
                       .link_label = in.say(Phrase("Back to sign in"))},
                      status);
}

} // namespace cairn::identity
