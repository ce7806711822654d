// What has happened and people should hear of: written down in the transaction that made it happen, told afterwards.
// The rooms do not call this; app/consequences.cpp lets it hear their events.
#pragma once

#include "base/reflect.hpp"
#include "events/events.hpp"

namespace cairn::db {
class Transaction;
} // namespace cairn::db

namespace cairn::notifications {

enum class NoticeKind : std::uint8_t {
    opened,
    commented,
    closed,
    reopened,
    assigned,
    offered,
    asked,      // for a review
    team_asked, // for a review
    reviewed,
    dismissed, // a review
    pushed,    // to a pull request
    released   // by mail alone
};
BOOST_DESCRIBE_ENUM(NoticeKind, opened, commented, closed, reopened, assigned, offered, asked, team_asked, reviewed,
                    dismissed, pushed, released)

struct Notice {
    std::int64_t id = 0;
    NoticeKind kind = NoticeKind::opened;
    std::int64_t repository_id = 0;
    std::int64_t issue_id = 0; // 0: about the repository itself
    std::int64_t comment_id = 0;
    std::int64_t actor_id = 0;
    std::int64_t concerns = 0; // who was assigned or asked, or is to take over; the team that was asked; the release
    std::string mentioned{};   // ids of accounts, joined by commas
    std::string assigned{};    // the same, of those whom the opening has assigned
    std::string asked{};       // or asked for a review
    std::int64_t told = 0;     // the accounts up to this id have heard of it
    Time created_at{};
};
BOOST_DESCRIBE_STRUCT(Notice, (),
                      (id, kind, repository_id, issue_id, comment_id, actor_id, concerns, mentioned, assigned, asked,
                       told, created_at))

// The job that tells them. Its key is the repository's id.
inline constexpr std::string_view notification_job = "notification";

// Writes it down with the job that tells it. False where there is nobody but the actor to hear of it: most issues are
// written by the only one who watches, and to find that out here takes far less than a notice does. Who is assigned or
// asked by the opening of an issue is told of both at once: the two are one notice.
bool write_notice(db::Transaction&, const Notice&);

// What was to be told of an issue, and what somebody was told of it, goes with it.
void follow_issue(db::Transaction&, const events::IssueMoved&);

// The notice that an event is worth, if it is worth one.
std::optional<Notice> notice_of(const events::IssueOpened&);
std::optional<Notice> notice_of(const events::Commented&);
std::optional<Notice> notice_of(const events::IssueStateChanged&);
std::optional<Notice> notice_of(const events::IssueAssigned&);
std::optional<Notice> notice_of(const events::TransferOffered&);
std::optional<Notice> notice_of(const events::ReviewRequested&);
std::optional<Notice> notice_of(const events::Reviewed&);
std::optional<Notice> notice_of(const events::ReviewDismissed&);
std::optional<Notice> notice_of(const events::PullPushed&);
std::optional<Notice> notice_of(const events::ReleaseChanged&);

} // namespace cairn::notifications
