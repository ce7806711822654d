// The audit trail, read by administrators.
#include "accounts/audit/audit_entries.hpp"
#include "accounts/guards.hpp"
#include "admin/tables.hpp"

namespace cairn::admin {

using namespace api;
using namespace accounts;
using enum Method;

namespace {

Result<Page<AuditEntry>> list(Call& call, Query<ListAudit> query) { return list_audit(call.site, query.value); }

// clang-format off
constexpr Operation audit_operations[] = {
    {GET, "/admin/audit", scope::admin, administers_site, handle<list>, 200, "adminListAudit", "List the audit trail, the latest event first", {422}, "AuditEntryList"},
};
// clang-format on
static_assert(well_formed(audit_operations));

} // namespace

const Table audit_table{"admin", audit_operations};

} // namespace cairn::admin
