#include "pulls/closing.hpp"

#include "db/database.hpp"

namespace cairn::pulls {

std::vector<std::int64_t> closed_by_pull(db::Queries& db, std::int64_t pull_id)
{
    return db.all<std::int64_t>("SELECT DISTINCT issue_id AS value FROM comment WHERE ref_issue_id = $1"
                                " AND kind = 'pull_ref' AND ref_action = 'closes' ORDER BY 1 LIMIT 20",
                                pull_id);
}

} // namespace cairn::pulls
