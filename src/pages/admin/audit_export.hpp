// The audit trail as a file: for a spreadsheet, or a line of JSON for each event.
#pragma once

#include "accounts/audit/audit_entries.hpp"
#include "api/call.hpp"

namespace cairn::pages {

// What the page's form sends: days as browsers write them, or moments.
struct AuditQuery : Paging {
    std::optional<accounts::AuditKind> kind;
    std::string actor;
    std::string user;
    std::string since;
    std::string before;
};
BOOST_DESCRIBE_STRUCT(AuditQuery, (Paging), (kind, actor, user, since, before))

// Errc::unprocessable for what is no day.
Result<accounts::ListAudit> audit_wanted(const AuditQuery&);

struct AuditExportQuery {
    std::string format;
    std::optional<accounts::AuditKind> kind;
    std::string actor;
    std::string user;
    std::string since;
    std::string before;
};
BOOST_DESCRIBE_STRUCT(AuditExportQuery, (), (format, kind, actor, user, since, before))

// All that fit, made while it is sent.
Result<api::Raw> export_audit(api::Call&, api::Query<AuditExportQuery>);

} // namespace cairn::pages
