#include "issues/timeline/thread_state.hpp"

#include "db/composition.hpp"
#include "db/database.hpp"
#include "events/events.hpp"

namespace cairn::issues {

namespace {

struct ThreadChanges {
    std::int64_t id = 0;
    std::int64_t content_version = 0;
    Time updated_at{};
    std::int64_t entries = 0;
    std::int64_t last_entry = 0;
    std::int64_t last_former_text = 0;
    std::int64_t reactions = 0;
};
BOOST_DESCRIBE_STRUCT(ThreadChanges, (),
                      (id, content_version, updated_at, entries, last_entry, last_former_text, reactions))

template <class... Event> void hear(events::Bus& bus, live::Hub& hub)
{
    (bus.add<Event>([&hub](db::Transaction& tx, const Event& event) {
        tx.after_commit([&hub, id = event.issue_id] { hub.changed({thread_topic, id}); });
    }),
     ...);
}

} // namespace

std::map<live::Key, std::string> thread_states(db::Queries& db, const std::vector<live::Key>& issues)
{
    std::map<live::Key, std::string> states;
    if (issues.empty()) return states;
    db::Composition query("SELECT i.id, i.content_version, i.updated_at, COUNT(c.id) AS entries,"
                          " COALESCE(MAX(c.id), 0) AS last_entry,"
                          " (SELECT COALESCE(MAX(f.id), 0) FROM former_text f WHERE f.issue_id = i.id)"
                          " AS last_former_text,"
                          " (SELECT COALESCE(MAX(r.id), 0) + COUNT(*) FROM reaction r WHERE r.issue_id = i.id)"
                          " AS reactions FROM issue i LEFT JOIN comment c ON c.issue_id = i.id WHERE i.id IN ");
    query << db::bound(issues) << " GROUP BY i.id, i.content_version, i.updated_at";
    for (const auto& now : db.all<ThreadChanges>(query)) {
        auto& state = states[now.id];
        for (const auto part : {now.content_version, now.updated_at.seconds, now.entries, now.last_entry,
                                now.last_former_text, now.reactions})
            state += (state.empty() ? "" : "-") + std::to_string(part);
    }
    return states;
}

void tell_of_threads(events::Bus& bus, live::Hub& hub)
{
    using namespace events;
    hear<IssueEdited, IssueStateChanged, IssueAssigned, IssueLabeled, IssueMilestoned, IssueMarked, Commented,
         CommentEdited, CommentDeleted, PullPushed, PullRetargeted, PullCompared, ReviewRequested, Reviewed,
         ReviewDismissed>(bus, hub);
}

} // namespace cairn::issues
