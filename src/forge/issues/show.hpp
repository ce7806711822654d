// The issue as the API shows it.
#pragma once

#include "accounts/shown_accounts.hpp"
#include "accounts/user.hpp"
#include "api/view.hpp"
#include "attachments/attachment.hpp"
#include "issues/boards/project.hpp"
#include "issues/issue_guards.hpp"
#include "issues/labels/label.hpp"
#include "issues/labels/milestone.hpp"

namespace cairn::issues {

enum class State : std::uint8_t { open, closed };
BOOST_DESCRIBE_ENUM(State, open, closed)

struct PullRequestMeta {
    bool merged = false;
    std::optional<Time> merged_at;
    bool draft = false;
    std::string html_url;
};
BOOST_DESCRIBE_STRUCT(PullRequestMeta, (), (merged, merged_at, draft, html_url))
constexpr auto notes(const PullRequestMeta*)
{
    return std::array{Note{"", "What an issue is beside, if it is a pull request"}};
}

struct RepositoryMeta {
    std::int64_t id = 0;
    std::string name;
    std::string owner;
    std::string full_name;
};
BOOST_DESCRIBE_STRUCT(RepositoryMeta, (), (id, name, owner, full_name))
constexpr auto notes(const RepositoryMeta*) { return std::array{Note{"", "Which repository something is in"}}; }

struct Issue {
    std::int64_t id = 0;
    std::string url;
    std::string html_url;
    std::int64_t number = 0;
    std::shared_ptr<accounts::User> user;
    std::string original_author;
    std::int64_t original_author_id = 0;
    std::string title;
    std::string body;
    std::string ref;
    std::optional<std::vector<attachments::Attachment>> assets;
    std::optional<std::vector<Label>> labels;
    std::optional<Milestone> milestone;
    std::optional<std::vector<Project>> projects;
    std::optional<accounts::User> assignee;
    std::optional<std::vector<accounts::User>> assignees;
    State state = State::open;
    bool is_locked = false;
    std::int64_t comments = 0;
    Time created_at;
    Time updated_at;
    std::optional<Time> closed_at;
    std::optional<Time> due_date;
    std::int64_t time_estimate = 0;
    std::optional<PullRequestMeta> pull_request;
    std::shared_ptr<RepositoryMeta> repository;
    std::int64_t pin_order = 0;
    std::int64_t content_version = 0;
};
BOOST_DESCRIBE_STRUCT(Issue, (),
                      (id, url, html_url, number, user, original_author, original_author_id, title, body, ref, assets,
                       labels, milestone, projects, assignee, assignees, state, is_locked, comments, created_at,
                       updated_at, closed_at, due_date, time_estimate, pull_request, repository, pin_order,
                       content_version))
constexpr auto notes(const Issue*)
{
    return std::array{
        Note{"", "An issue, or a pull request in the shape of one"},
        Note{"number", "which one it is in its repository"},
        Note{"user", "who opened it"},
        Note{"original_author", "who opened it elsewhere, if it was imported"},
        Note{"ref", "the branch or tag that it is about"},
        Note{"assignee", "the first of the assignees"},
        Note{"assignees", "null if there are none"},
        Note{"comments", "how many there are"},
        Note{"due_date", "when it should be done"},
        Note{"time_estimate", "how long it will take, in seconds"},
        Note{"pull_request", "null if it is none"},
        Note{"pin_order", "its place among the pinned ones, counted from 1; 0 if it is not pinned"},
        Note{"content_version", "counts the changes of its text; an edit that names another one is refused"},
    };
}

// Where a repository of issues is, as far as their addresses need it.
struct Home {
    std::int64_t id = 0;
    std::string owner;
    std::string name;
};
BOOST_DESCRIBE_STRUCT(Home, (), (id, owner, name))
Home home_of(const RepositoryContext&);
std::map<std::int64_t, Home> homes_of(db::Queries&, std::vector<std::int64_t> repository_ids);

// The addresses of an issue's page, and of one of the entries there.
std::string page_of(const config::Settings&, const Home&, const StoredIssue&);
std::string page_of(const config::Settings&, const Home&, const StoredIssue&, std::int64_t comment_id);

// Accounts by their ids, with Ghost for those that are gone (and 0).
class People {
public:
    People(const api::View&, std::vector<std::int64_t> ids);
    const accounts::ShownAccount& at(std::int64_t id) const;
    // Inside of comments and events nobody is told more of anybody than a stranger is.
    accounts::User plainly(std::int64_t id) const;
    std::optional<accounts::User> plainly(std::optional<std::int64_t> id) const;

private:
    api::View view_;
    accounts::ShownAccounts found_; // but for the caller, whose account was read with the credential
};

// With all that belongs to them, in a few statements however many they are.
std::vector<Issue> show_issues(const api::View&, std::span<const StoredIssue>);
std::vector<Issue> show_issues(const api::View&, const RepositoryContext&,
                               std::span<const StoredIssue>); // all of this repository
Issue show_issue(const api::View&, const RepositoryContext&, const StoredIssue&);

} // namespace cairn::issues

// Described once for all who read the header.
template <> const cairn::Type& cairn::type_of<cairn::issues::Issue>();
