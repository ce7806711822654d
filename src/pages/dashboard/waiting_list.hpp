// What waits for whoever looks at a dashboard, as it is shown.
#pragma once

#include "api/view.hpp"
#include "notifications/waiting.hpp"
#include "pages/issue_lists/shown_issue.hpp"

namespace cairn::pages {

enum class TodoKind : std::uint8_t { asked, unsent, stuck, assigned, mentioned };
BOOST_DESCRIBE_ENUM(TodoKind, asked, unsent, stuck, assigned, mentioned)

struct TodoRow {
    bool is_pull = false;
    ListedState state = ListedState::open;
    std::string title{};
    std::string address{};
    std::string repository{}; // "owner/name"
    std::string repository_address{};
    std::int64_t number = 0;
    Time since{};
    Time due{};
    bool overdue = false;
    std::int64_t additions = 0;
    std::int64_t deletions = 0;
    bool failed = false;  // checks
    bool changes = false; // are asked for
    bool conflict = false;
    std::int64_t notification_id = 0;
};
BOOST_DESCRIBE_STRUCT(TodoRow, (),
                      (is_pull, state, title, address, repository, repository_address, number, since, due, overdue,
                       additions, deletions, failed, changes, conflict, notification_id))

struct TodoGroup {
    TodoKind kind = TodoKind::asked;
    std::vector<TodoRow> rows{};
    std::int64_t more = 0; // that are not shown
    std::string all{};     // the list that has all of them
};
BOOST_DESCRIBE_STRUCT(TodoGroup, (), (kind, rows, more, all))

struct WaitingList {
    std::vector<TodoGroup> groups{}; // those that have something
    std::int64_t total = 0;
};
BOOST_DESCRIBE_STRUCT(WaitingList, (), (groups, total))

// `lists`: where the lists of issues and pull requests of the same place are: "" or "/org/name".
WaitingList waiting_list(const api::View&, const notifications::WaitingPlace&, const std::string& lists);

} // namespace cairn::pages
