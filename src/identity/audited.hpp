// What the audit trail tells of applications, and of what people approved for them.
#pragma once

#include "accounts/audit/audit.hpp"
#include "identity/application.hpp"
#include "identity/tokens.hpp"

namespace cairn::identity {

// What was approved, or why it ended; empty where the kind of the event says all.
struct Circumstances {
    std::string scope{};
    std::string scope_before{};
    std::string reason{};
};
void audit_application(db::Transaction&, accounts::AuditEvent, const Application&, const Circumstances& = {});

// Ends every token of the family, for a reason that is not the person's wish. Told as what happened to the person.
void end_authorization(db::Transaction&, const api::Call&, const Authorization&, std::string_view reason);

} // namespace cairn::identity
