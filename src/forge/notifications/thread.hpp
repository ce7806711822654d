// A notification: as the database holds it and as the API shows it, as a thread.
#pragma once

#include "repositories/show.hpp"

namespace cairn::notifications {

enum class Status : std::uint8_t { unread, read, pinned };
BOOST_DESCRIBE_ENUM(Status, unread, read, pinned)

enum class SubjectKind : std::uint8_t { issue, pull, commit, repository };
BOOST_DESCRIBE_ENUM(SubjectKind, issue, pull, commit, repository)

// Why somebody got one: what concerns a person the most comes first. The database has their numbers.
enum class Reason : std::uint8_t {
    unknown,
    mentioned,
    assigned,
    asked,      // for a review
    team_asked, // for a review, with a team
    offered,    // a repository
    assignee,   // has it to do
    reviewer,   // is asked to review it
    author,
    talked,
    subscribed,
    watches // the repository
};
BOOST_DESCRIBE_ENUM(Reason, unknown, mentioned, assigned, asked, team_asked, offered, assignee, reviewer, author,
                    talked, subscribed, watches)

struct StoredNotification {
    std::int64_t id = 0;
    std::int64_t account_id = 0;
    std::int64_t repository_id = 0;
    std::int64_t issue_id = 0; // 0: about the repository itself
    SubjectKind subject = SubjectKind::issue;
    Status status = Status::unread;
    Time updated_at;
    std::int64_t reason = 0;

    // What a newer program has written is no reason that this one knows.
    Reason why() const
    {
        return reason < 0 || reason > std::to_underlying(Reason::watches) ? Reason{} : Reason(reason);
    }
};
BOOST_DESCRIBE_STRUCT(StoredNotification, (),
                      (id, account_id, repository_id, issue_id, subject, status, updated_at, reason))

struct NotificationSubject {
    std::string title;
    std::string url;
    std::string latest_comment_url;
    std::string html_url;
    std::string latest_comment_html_url;
    std::string type;
    std::string state;
};
BOOST_DESCRIBE_STRUCT(NotificationSubject, (),
                      (title, url, latest_comment_url, html_url, latest_comment_html_url, type, state))
constexpr auto notes(const NotificationSubject*)
{
    return std::array{
        Note{"", "What a notification is about"},
        Note{"type", "Issue, Pull, Commit or Repository"},
        Note{"state", "open, closed or merged; empty for what has none"},
        Note{"latest_comment_url", "empty where nobody has commented"},
    };
}

struct NotificationThread {
    std::int64_t id = 0;
    std::shared_ptr<repositories::Repository> repository;
    std::optional<NotificationSubject> subject;
    bool unread = false;
    bool pinned = false;
    Time updated_at;
    std::string url;
};
BOOST_DESCRIBE_STRUCT(NotificationThread, (), (id, repository, subject, unread, pinned, updated_at, url))
constexpr auto notes(const NotificationThread*)
{
    return std::array{
        Note{"", "Something that you should know of, and whether you do"},
        Note{"repository", "null if you cannot see it any more"},
        Note{"subject", "null if you cannot see it any more"},
    };
}

// In their order; each as the one sees it whose it is.
std::vector<NotificationThread> show_threads(const api::View&, std::span<const StoredNotification>);

} // namespace cairn::notifications
