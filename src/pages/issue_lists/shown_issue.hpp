// An issue or a pull request as lists of them show it, for {% include "issue_lists/row" with row %}.
#pragma once

#include "api/view.hpp"
#include "base/html.hpp"
#include "issues/issue.hpp"
#include "issues/query/issue_query.hpp"
#include "issues/show.hpp"
#include "pages/places/avatar_address.hpp"

namespace cairn::pages {

struct ListedPerson {
    std::string name;
    std::string avatar{};
    std::string address{}; // of the list of what is theirs
};
BOOST_DESCRIBE_STRUCT(ListedPerson, (), (name, avatar, address))

enum class ListedState : std::uint8_t { open, closed, draft, merged };
BOOST_DESCRIBE_ENUM(ListedState, open, closed, draft, merged)

struct ShownIssue {
    std::int64_t id = 0;
    std::int64_t number = 0;
    bool is_pull = false;
    ListedState state = ListedState::open;
    std::string address{};
    std::string repository{}; // "owner/name", where the list is of several
    std::string title{};
    std::vector<Html> labels{};
    ListedPerson author{};
    Time created_at{};
    Time closed_at{};
    std::string milestone{};
    std::string milestone_address{};
    Time due{};
    bool overdue = false;
    std::int64_t tasks = 0;
    std::int64_t done_tasks = 0;
    std::int64_t closing_pull = 0; // the number of one that closes it when it is merged
    std::string closing_address{};
    std::vector<ListedPerson> assignees{};
    std::int64_t comments = 0;
    bool chosen = false; // in the form that was refused
    // Of a pull request:
    std::string review{}; // asked, commented, approved, changes; empty: nobody has said anything
    std::string checks{}; // success, failure, pending; empty: there are none
    std::int64_t additions = 0;
    std::int64_t deletions = 0;
    bool conflict = false;
    std::string base{}; // the branch that it goes to, if that is not the usual one
};
BOOST_DESCRIBE_STRUCT(ShownIssue, (),
                      (id, number, is_pull, state, address, repository, title, labels, author, created_at, closed_at,
                       milestone, milestone_address, due, overdue, tasks, done_tasks, closing_pull, closing_address,
                       assignees, comments, chosen, review, checks, additions, deletions, conflict, base))

// How the rows of a list are shown.
struct RowStyle {
    std::string list;                   // the path of the list that links of rows lead to
    bool with_repositories = false;     // whose they are is said
    std::string usual_base{};           // a branch that need not be named
    std::optional<issues::Home> home{}; // where all of them are, if that is known
};

// The address of a list with this query.
std::string list_address(std::string_view path, const issues::IssueQuery&);

// All that is shown of them, in a few statements however many they are.
std::vector<ShownIssue> show_issue_rows(const api::View&, std::span<const issues::StoredIssue>, const RowStyle&);

} // namespace cairn::pages
