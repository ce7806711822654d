#include "accounts/audit/audit_entries.hpp"

#include "base/text.hpp"
#include "db/composition.hpp"

namespace cairn::accounts {

using db::bound;

namespace {

// What is asked for alone, so that the newest of all are found by their ids.
void add_wanted(db::Composition& query, const ListAudit& wanted)
{
    if (wanted.kind) query << " AND kind = " << bound(word_of(*wanted.kind));
    if (!wanted.actor.empty()) query << " AND lower(actor) = " << bound(text::to_lower(wanted.actor));
    if (!wanted.user.empty()) query << " AND lower(account) = " << bound(text::to_lower(wanted.user));
    if (wanted.since) query << " AND created_at >= " << bound(*wanted.since);
    if (wanted.before) query << " AND created_at < " << bound(*wanted.before);
}

} // namespace

Page<AuditEntry> list_audit(const api::Site& site, const ListAudit& wanted)
{
    site.get<accounts::AuditTrail>().flush();
    db::Composition query("SELECT * FROM audit_event WHERE TRUE");
    add_wanted(query, wanted);
    query << " ORDER BY id DESC";
    return site.db.page<AuditEntry>(wanted, query);
}

void each_audit(const api::Site& site, const ListAudit& wanted, const std::function<bool(const AuditEntry&)>& each)
{
    site.get<accounts::AuditTrail>().flush();
    constexpr std::int64_t at_once = 500;
    std::int64_t below = std::numeric_limits<std::int64_t>::max();
    for (;;) {
        db::Composition query("SELECT * FROM audit_event WHERE id < ");
        query << bound(below);
        add_wanted(query, wanted);
        query << " ORDER BY id DESC LIMIT " << bound(at_once);
        const auto some = site.db.all<AuditEntry>(query);
        for (const AuditEntry& entry : some)
            if (!each(entry)) return;
        if (static_cast<std::int64_t>(some.size()) < at_once) return;
        below = some.back().id;
    }
}

} // namespace cairn::accounts
