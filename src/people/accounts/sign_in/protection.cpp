#include "accounts/sign_in/protection.hpp"

#include "accounts/audit/audit.hpp"
#include "accounts/sign_in/sessions.hpp"
#include "accounts/sign_in/two_factor.hpp"
#include "base/text.hpp"
#include "db/database.hpp"

namespace cairn::accounts {

namespace {

std::string session_of(const api::Call& call) { return std::to_string(call.caller.session_id); }

AuditEvent with_details(AuditEvent event, const SecurityKey& key)
{
    event.details = audit_details(AuditedKey{.form = "webauthn", .id = key.id, .name = key.name});
    return event;
}

} // namespace

std::string begin_enrolment(const api::Call& call, const Account& account)
{
    return begin_enrolment(call.db(), call.settings(), account.id, session_of(call));
}

Result<std::vector<std::string>> turn_codes_on(const api::Call& call, const Account& account, std::string_view code)
{
    const auto event = audit_event(call, AuditKind::two_factor_enabled);
    return call.db().write([&](db::Transaction& tx) -> Result<std::vector<std::string>> {
        auto made = TRY(confirm_enrolment(tx, call.settings(), account.id, session_of(call), code));
        audit(tx, event);
        return made;
    });
}

bool turn_codes_off(const api::Call& call, const Account& account)
{
    const auto event = audit_event(call, AuditKind::two_factor_disabled);
    return call.db().write([&](db::Transaction& tx) {
        if (!second_step_of(tx, account.id).codes) return false;
        remove_codes(tx, account.id);
        audit(tx, event);
        return true;
    });
}

std::vector<std::string> renew_recovery_codes(const api::Call& call, const Account& account)
{
    const auto event = audit_event(call, AuditKind::recovery_codes_renewed);
    return call.db().write([&](db::Transaction& tx) -> std::vector<std::string> {
        if (!second_step_of(tx, account.id).needed()) return {};
        audit(tx, event);
        return renew_recovery_codes(tx, account.id);
    });
}

Result<AddedSecurityKey> add_security_key(const api::Call& call, const Account& account, std::string_view name,
                                          const KeyAnswer& answer)
{
    const std::string trimmed(text::trim(name));
    if (trimmed.empty()) return fail(Errc::unprocessable, "give the key a name by which you will know it again");
    const auto event = audit_event(call, AuditKind::key_added);
    return call.db().write([&](db::Transaction& tx) -> Result<AddedSecurityKey> {
        const bool first = !second_step_of(tx, account.id).needed();
        AddedSecurityKey added{
            .key = TRY(add_security_key(tx, call.settings(), account.id, call.caller.session_id, trimmed, answer)),
            .recovery_codes = {}};
        audit(tx, with_details(event, added.key));
        if (first) added.recovery_codes = renew_recovery_codes(tx, account.id);
        return added;
    });
}

Result<void> remove_security_key(const api::Call& call, const Account& account, std::int64_t key_id)
{
    const auto event = audit_event(call, AuditKind::key_removed);
    return call.db().write([&](db::Transaction& tx) -> Result<void> {
        const auto key = remove_security_key(tx, account.id, key_id);
        if (!key) return not_found("the security key");
        audit(tx, with_details(event, *key));
        return {};
    });
}

Result<void> end_session(const api::Call& call, const Account& account, std::int64_t session_id)
{
    const auto event = audit_event(call, AuditKind::sign_out);
    return call.db().write([&](db::Transaction& tx) -> Result<void> {
        if (!end_session(tx, account.id, session_id)) return not_found("the session");
        audit(tx, event);
        return {};
    });
}

void end_other_sessions(const api::Call& call, const Account& account)
{
    const auto event = audit_event(call, AuditKind::sign_out);
    call.db().write([&](db::Transaction& tx) {
        end_other_sessions(tx, account.id, call.caller.session_id);
        audit(tx, event);
    });
}

} // namespace cairn::accounts
