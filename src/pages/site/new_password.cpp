#include "pages/site/new_password.hpp"

#include "accounts/audit/audit.hpp"
#include "accounts/profile/account_letters.hpp"
#include "accounts/sign_in/passwords.hpp"
#include "accounts/sign_in/sessions.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "mail/outbox.hpp"

namespace cairn::pages {

Result<void> check_new_password(const config::Settings& settings, std::string_view password, std::string_view retyped)
{
    TRY(accounts::check_password(settings, password));
    if (password != retyped) return fail(Errc::unprocessable, "the two passwords are not the same");
    return {};
}

void change_own_password(api::Call& call, const accounts::Account& account, const std::string& password)
{
    const auto hash = call.site.passwords.hash(password);
    const auto event = accounts::audit_event(call, accounts::AuditKind::password_changed);
    auto cookie = call.db().write([&](db::Transaction& tx) {
        accounts::audit(tx, event);
        const auto session = accounts::find_session(tx, call.caller.session_id);
        accounts::set_password(tx, account.id, hash, false);
        call.site.outbox.put(tx, accounts::password_changed_letter(call.settings(), account));
        return call.site.sessions.open(tx, call.request,
                                       {.account_id = account.id,
                                        .methods = session ? session->methods : "pwd",
                                        .remember = session && session->remember});
    });
    call.reply_headers.emplace_back("Set-Cookie", std::move(cookie));
}

} // namespace cairn::pages
