#include "admin/acting.hpp"

#include "accounts/audit/audit.hpp"
#include "accounts/sign_in/sessions.hpp"
#include "db/database.hpp"

namespace cairn::admin {

using namespace accounts;
using api::Call;

namespace {

struct ActingDetails {
    std::string acting; // begins, ends
};
BOOST_DESCRIBE_STRUCT(ActingDetails, (), (acting))

} // namespace

bool may_act_as(const api::Caller& caller, const Account& account)
{
    return caller.credential == api::Credential::session && caller.on_behalf_of == 0 && caller.id != account.id
        && account.kind == AccountKind::individual && account.is_active && !account.prohibit_login && !account.is_admin
        && !account.bot;
}

Result<std::string> begin_acting(const Call& call, const Account& account)
{
    if (!may_act_as(call.caller, account))
        return fail(Errc::forbidden, "nobody can act as administrators, programs, and people who may not sign in");
    auto event = audit_event(call, AuditKind::sudo, account);
    event.details = audit_details(ActingDetails{"begins"});
    return call.db().write([&](db::Transaction& tx) {
        audit(tx, event);
        return call.site.get<Sessions>().open(tx, call.request,
                                              {.account_id = account.id,
                                               .methods = "",
                                               .acting_id = call.caller.id,
                                               .acting_session = call.caller.session_id});
    });
}

Result<Returned> end_acting(const Call& call)
{
    const auto session = find_session(call.db(), call.caller.session_id);
    if (!session || session->acting_id == 0) return fail(Errc::conflict, "you act as yourself already");
    const auto own = find_session(call.db(), session->acting_session);
    // It is there, or the gate would not have let this one in; between the two it may have ended.
    if (!own || own->account_id != session->acting_id) return fail(Errc::unauthorized, "sign in again");
    auto event = audit_event(call, AuditKind::sudo);
    event.details = audit_details(ActingDetails{"ends"});
    return call.db().write([&](db::Transaction& tx) -> Result<Returned> {
        audit(tx, event);
        // Under a new id, in place of both.
        auto cookie = call.site.get<Sessions>().open(tx, call.request,
                                                     {.account_id = own->account_id,
                                                      .methods = own->methods,
                                                      .remember = own->remember,
                                                      .authenticated_at = own->authenticated_at,
                                                      .sid = own->sid});
        end_session(tx, own->account_id, own->id);
        return Returned{.cookie = std::move(cookie), .account = call.caller.name};
    });
}

} // namespace cairn::admin
