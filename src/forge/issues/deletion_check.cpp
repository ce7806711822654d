#include "issues/deletion_check.hpp"

#include "db/database.hpp"
#include "issues/changes.hpp"

namespace cairn::issues {

namespace {

Result<void> check_free(db::Queries&, const accounts::Account&) { return {}; }

struct Said {
    std::int64_t id = 0;
    std::int64_t issue_id = 0;
};
BOOST_DESCRIBE_STRUCT(Said, (), (id, issue_id))

Result<void> clear(const api::Site& site, const accounts::Account& account, std::int64_t actor_id)
{
    for (const auto& said : site.db.all<Said>(
             "SELECT id, issue_id FROM comment WHERE poster_id = $1 AND kind = 'comment' ORDER BY id", account.id))
        site.db.write([&](db::Transaction& tx) {
            if (auto issue = find_issue(tx, said.issue_id))
                delete_comment({tx, site.events, actor_id, *issue}, said.id);
        });
    return {};
}

} // namespace

const accounts::DeletionCheck authorship{.check_free = &check_free, .clear = &clear};

} // namespace cairn::issues
