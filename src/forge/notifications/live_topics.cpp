#include "notifications/live_topics.hpp"

#include "db/composition.hpp"

namespace cairn::notifications {

namespace {

struct UnreadRow {
    std::int64_t account_id = 0;
    std::int64_t count = 0;
};
BOOST_DESCRIBE_STRUCT(UnreadRow, (), (account_id, count))

std::string count_event(std::int64_t count) { return R"({"Count":)" + std::to_string(count) + "}"; }

} // namespace

std::map<live::Key, std::string> tell_unread(db::Queries& db, const std::vector<live::Key>& accounts)
{
    std::map<live::Key, std::string> told;
    for (const auto account : accounts) told.emplace(account, count_event(0));
    db::Composition query("SELECT account_id, count(*) AS count FROM notification WHERE status = 'unread' AND"
                          " account_id IN ");
    query << db::bound(accounts) << " GROUP BY account_id";
    for (const auto& row : db.all<UnreadRow>(query)) told[row.account_id] = count_event(row.count);
    return told;
}

} // namespace cairn::notifications
