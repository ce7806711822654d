// The teller writes down what hooks have to be told, in the transaction of what it tells of. app/consequences.cpp lets
// it hear of that. Where no hook wants to hear, one query is all that it costs.
#pragma once

#include <functional>

#include "events/events.hpp"
#include "webhooks/audience.hpp"
#include "webhooks/payload.hpp"

namespace cairn::config {
struct Settings;
} // namespace cairn::config
namespace cairn::issues {
struct Issue;
struct StoredIssue;
} // namespace cairn::issues

namespace cairn::webhooks {

class PushContext;
class PayloadContext;

// Somebody of the house who hears what hooks are told: workflows, which it starts.
struct HouseListener {
    std::int64_t events = 0;                                     // the bits of those that it hears of
    std::function<bool(db::Transaction&, std::int64_t)> wants{}; // whether it cares for a repository
    std::function<void(db::Transaction&, std::int64_t repository_id, std::string_view event,
                       const std::string& payload)>
        hear{};
};

class Payloads {
public:
    explicit Payloads(const config::Settings& settings, HouseListener house = {})
        : settings_(settings), house_(std::move(house))
    {
    }

    // teller_repositories.cpp
    void tell(db::Transaction&, const events::RepositoryCreated&) const;
    void tell(db::Transaction&, const events::RepositoryDeleted&) const;
    void tell(db::Transaction&, const events::ReleaseChanged&) const;
    void tell(db::Transaction&, const events::WikiChanged&) const;
    void tell(db::Transaction&, const events::StatusReported&) const;
    void tell(db::Transaction&, const events::Pushed&) const;

    // teller_packages.cpp
    void tell(db::Transaction&, const events::PackageChanged&) const;

    // teller_issues.cpp
    void tell(db::Transaction&, const events::IssueOpened&) const;
    void tell(db::Transaction&, const events::IssueEdited&) const;
    void tell(db::Transaction&, const events::IssueStateChanged&) const;
    void tell(db::Transaction&, const events::IssueAssigned&) const;
    void tell(db::Transaction&, const events::IssueLabeled&) const;
    void tell(db::Transaction&, const events::IssueMilestoned&) const;
    void tell(db::Transaction&, const events::IssueDeleted&) const;
    void tell(db::Transaction&, const events::IssueLeaves&) const;
    void tell(db::Transaction&, const events::IssueMoved&) const;
    void tell(db::Transaction&, const events::Commented&) const;
    void tell(db::Transaction&, const events::CommentEdited&) const;
    void tell(db::Transaction&, const events::CommentDeleted&) const;

    // What is told of a pull request and of no issue: new commits, reviews, and who shall review. teller_pulls.cpp
    struct OfPull {
        EventKind kind;
        std::string_view event{}; // exactly; empty: as the kind is called
        std::string_view action;
        std::string before{}; // both with new commits
        std::string after{};
        std::int64_t reviewer_id = 0;
        std::optional<std::string> review{}; // what the review says
        std::optional<ChangesPayload> changes{};
        std::string commit_id{};
        std::int64_t opened = 0;
    };
    void tell_of_pull(db::Transaction&, const events::OfIssue&, const OfPull&) const;
    void tell(db::Transaction&, const events::PullPushed&) const;
    void tell(db::Transaction&, const events::PullRetargeted&) const;
    void tell(db::Transaction&, const events::ReviewRequested&) const;
    void tell(db::Transaction&, const events::Reviewed&) const;

private:
    struct News {
        std::string_view event; // exactly
        std::int64_t repository_id;
        bool unread = false;
    };
    // What is told of an issue and of a pull request alike.
    struct OfIssue {
        EventKind of_issue;
        EventKind of_pull;
        std::string_view action;
        std::optional<ChangesPayload> changes{};
        std::string commit_id{};
        std::function<void(const PayloadContext&, issues::Issue&)> touch{}; // what is told otherwise than it is shown
        std::int64_t opened = 0; // how many more are open: the repository is told with as many as it had before
    };
    struct OfComment {
        std::string_view action;
        std::int64_t comment_id;
        std::optional<ChangesPayload> changes{};
        std::int64_t less = 0; // how many comments are about to go
    };

    Audience audience(db::Transaction&, std::int64_t repository_id) const;

    template <class Payload>
    void put(db::Transaction& tx, const std::vector<std::int64_t>& hooks, const News& news, const Payload& told) const
    {
        put(tx, hooks, news, api::to_json(type_of<Payload>(), &told));
    }
    void put(db::Transaction&, const std::vector<std::int64_t>& hooks, const News&, const std::string& payload) const;

    void tell_of_issue(db::Transaction&, const events::OfIssue&, const OfIssue&) const;
    void tell_of_comment(db::Transaction&, const events::OfIssue&, const OfComment&) const;
    void tell_of_reference(PushContext&, const Audience&, const events::Pushed::Change&) const;

    const config::Settings& settings_;
    HouseListener house_;
};

} // namespace cairn::webhooks
