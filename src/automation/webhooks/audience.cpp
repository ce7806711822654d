#include "webhooks/audience.hpp"

#include "base/glob.hpp"
#include "git/references/ref_name.hpp"

namespace cairn::webhooks {

Audience::Audience(db::Queries& db, std::int64_t repository_id)
    : hooks_(db.all<Listening>("SELECT id, events, branch_filter FROM webhook WHERE repository_id = $1 AND is_active"
                               " UNION ALL SELECT id, events, branch_filter FROM webhook"
                               " WHERE account_id = (SELECT owner_id FROM repository WHERE id = $1) AND is_active"
                               " UNION ALL SELECT id, events, branch_filter FROM webhook"
                               " WHERE repository_id IS NULL AND account_id IS NULL AND place = 'system' AND is_active",
                               repository_id))
{
}

Audience::Audience(db::Queries& db, std::int64_t owner_id, std::int64_t repository_id)
    : hooks_(db.all<Listening>("SELECT id, events, branch_filter FROM webhook WHERE repository_id = $2 AND is_active"
                               " UNION ALL SELECT id, events, branch_filter FROM webhook"
                               " WHERE account_id = $1 AND is_active"
                               " UNION ALL SELECT id, events, branch_filter FROM webhook"
                               " WHERE repository_id IS NULL AND account_id IS NULL AND place = 'system' AND is_active",
                               owner_id, repository_id))
{
}

std::vector<std::int64_t> Audience::wanting(EventKind kind, std::string_view ref) const
{
    std::vector<std::int64_t> ids;
    for (const auto& hook : hooks_)
        if ((hook.events & bit(kind)) != 0 && (ref.empty() || lets_through(hook.branch_filter, ref)))
            ids.push_back(hook.id);
    return ids;
}

bool lets_through(const std::string& branch_filter, std::string_view ref)
{
    if (branch_filter.empty() || branch_filter == "*" || branch_filter == "**") return true;
    const auto pattern = Glob::parse(branch_filter, "/");
    if (!pattern) return false;
    return pattern->matches(ref) || (ref.starts_with(git::heads) && pattern->matches(ref.substr(git::heads.size())));
}

} // namespace cairn::webhooks
