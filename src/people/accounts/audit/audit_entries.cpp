#include "accounts/audit/audit_entries.hpp"

#include "base/text.hpp"
#include "db/database.hpp"

namespace cairn::accounts {

Page<AuditEntry> list_audit(const api::Site& site, const ListAudit& wanted)
{
    site.get<accounts::AuditTrail>().flush();
    return site.db.page<AuditEntry>(
        wanted,
        "SELECT * FROM audit_event WHERE ($1 = '' OR kind = $1) AND ($2 = '' OR lower(actor) = $2)"
        " AND ($3 = '' OR lower(account) = $3) AND created_at >= $4 AND created_at < $5 ORDER BY id DESC",
        wanted.kind ? word_of(*wanted.kind) : std::string_view(), text::to_lower(wanted.actor),
        text::to_lower(wanted.user), wanted.since.value_or(Time{}),
        wanted.before.value_or(Time{std::numeric_limits<std::int64_t>::max()}));
}

} // namespace cairn::accounts
