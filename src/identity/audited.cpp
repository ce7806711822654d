#include "identity/audited.hpp"

#include "db/database.hpp"

namespace cairn::identity {

namespace {

struct AuditedApplication {
    std::int64_t id = 0;
    std::string name;
    std::string client_id;
    std::string scope;
    std::string scope_before;
    std::string reason;
};
BOOST_DESCRIBE_STRUCT(AuditedApplication, (), (id, name, client_id, scope, scope_before, reason))
constexpr auto notes(const AuditedApplication*)
{
    return std::array{Note{.member = "scope", .omit_empty = true}, Note{.member = "scope_before", .omit_empty = true},
                      Note{.member = "reason", .omit_empty = true}};
}

} // namespace

void audit_application(db::Transaction& tx, accounts::AuditEvent event, const Application& application,
                       const Circumstances& circumstances)
{
    event.details = accounts::audit_details(AuditedApplication{.id = application.id,
                                                               .name = application.name,
                                                               .client_id = application.client_id,
                                                               .scope = circumstances.scope,
                                                               .scope_before = circumstances.scope_before,
                                                               .reason = circumstances.reason});
    accounts::audit(tx, event);
}

void end_authorization(db::Transaction& tx, const api::Call& call, const Authorization& ended, std::string_view reason)
{
    tx.run("DELETE FROM oauth2_family WHERE id = $1", ended.id);
    auto event = accounts::audit_event(call.request, accounts::AuditKind::application_tokens_ended);
    event.account_id = ended.account_id;
    event.account = ended.name;
    if (const auto application = find_application(tx, ended.client_id))
        audit_application(tx, std::move(event), *application, {.scope = ended.scope, .reason = std::string(reason)});
}

} // namespace cairn::identity
