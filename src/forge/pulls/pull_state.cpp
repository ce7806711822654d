#include "pulls/pull_state.hpp"

#include "db/composition.hpp"
#include "db/database.hpp"
#include "events/events.hpp"
#include "issues/timeline/thread_state.hpp"

namespace cairn::pulls {

namespace {

struct PullChanges {
    std::int64_t issue_id = 0;
    std::string head_sha;
    std::string base_sha;
    bool conflict = false;
    std::int64_t last_status = 0;
    std::int64_t scheduled = 0;
};
BOOST_DESCRIBE_STRUCT(PullChanges, (), (issue_id, head_sha, base_sha, conflict, last_status, scheduled))

} // namespace

std::map<live::Key, std::string> thread_states(db::Queries& db, const std::vector<live::Key>& issues)
{
    auto states = issues::thread_states(db, issues);
    if (states.empty()) return states;
    db::Composition query("SELECT p.issue_id, p.head_sha, p.base_sha, p.conflict,"
                          " (SELECT COALESCE(MAX(s.id), 0) FROM commit_status s WHERE s.repository_id = p.repository_id"
                          " AND s.commit_id = p.head_sha AND s.latest) AS last_status,"
                          " (SELECT COUNT(*) FROM pull_schedule w WHERE w.issue_id = p.issue_id) AS scheduled"
                          " FROM pull_request p WHERE p.issue_id IN ");
    query << db::bound(issues);
    for (const auto& now : db.all<PullChanges>(query))
        if (const auto state = states.find(now.issue_id); state != states.end())
            state->second += "-" + now.head_sha + "-" + now.base_sha + (now.conflict ? "-!" : "-")
                + std::to_string(now.last_status) + "-" + std::to_string(now.scheduled);
    return states;
}

std::map<live::Key, std::string> tell_threads(db::Queries& db, const std::vector<live::Key>& issues)
{
    auto states = thread_states(db, issues);
    for (auto& [id, state] : states) state = R"({"state":")" + state + R"("})"; // digits, letters and signs
    return states;
}

void tell_of_checks(events::Bus& bus, live::Hub& hub)
{
    bus.add<events::StatusReported>([&hub](db::Transaction& tx, const events::StatusReported& reported) {
        auto about =
            tx.all<std::int64_t>("SELECT issue_id FROM pull_request WHERE repository_id = $1 AND head_sha = $2",
                                 reported.repository_id, reported.commit_id);
        if (about.empty()) return;
        tx.after_commit([&hub, about = std::move(about)] {
            for (const auto id : about) hub.changed({issues::thread_topic, id});
        });
    });
}

} // namespace cairn::pulls
