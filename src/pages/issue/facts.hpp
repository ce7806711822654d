// What is known of an issue or a pull request beside its words: who does it, its labels, its milestone, its boards,
// when it is due, what it depends on, how long it took, who hears of it. With the menus of those who may change it.
#pragma once

#include "issues/subscription.hpp"
#include "pages/issue/choices.hpp"
#include "pages/issue/shown_comment.hpp"

namespace cairn::pages {

// A form of choices beside a fact.
struct FactMenu {
    std::string name; // of the fact, in addresses: "labels"
    std::string title;
    std::string action;
    bool several = true; // can be chosen at once
    Choices choices{};
    std::string key{};  // that opens it
    std::string swap{}; // the ids of what changes when it is sent
};
BOOST_DESCRIBE_STRUCT(FactMenu, (), (name, title, action, several, choices, key, swap))

struct MilestoneFact {
    std::int64_t id = 0;
    std::string title;
    bool closed = false;
    std::int64_t done = 0;
    std::int64_t total = 0;
    std::int64_t share = 0; // of what is done, in percent
    std::optional<Time> due{};
};
BOOST_DESCRIBE_STRUCT(MilestoneFact, (), (id, title, closed, done, total, share, due))

struct ProjectFact {
    std::int64_t id = 0;
    std::string title;
    std::string address;
    std::string column{};
    std::vector<Choice> columns{}; // that the reader may move it to
};
BOOST_DESCRIBE_STRUCT(ProjectFact, (), (id, title, address, column, columns))

// Another issue or pull request.
struct LinkedIssue {
    std::string name; // "#198"; of another repository with its name before it
    std::string title{};
    std::string address{};
    bool pull = false;
    bool closed = false;
    bool merged = false;
    bool draft = false;
    bool hidden = false; // the reader may not see which
    // For the form that takes it away:
    std::int64_t index = 0;
    std::string owner{};
    std::string repo{};
};
BOOST_DESCRIBE_STRUCT(LinkedIssue, (), (name, title, address, pull, closed, merged, draft, hidden, index, owner, repo))

LinkedIssue linked_issue(const issues::Issue&, const issues::RepositoryContext& from);

struct TimeFact {
    std::string total{}; // in words; empty: none
    std::string estimate{};
    bool may_add = false;
    bool may_run = false;
    bool running = false;
    std::optional<Time> since{}; // the timer runs
};
BOOST_DESCRIBE_STRUCT(TimeFact, (), (total, estimate, may_add, may_run, running, since))

struct IssueFacts {
    std::string actions; // where its forms are sent to
    bool is_pull = false;
    std::string swap{}; // the ids of what changes when one of them is sent
    ThreadRights rights{};
    std::vector<Speaker> assignees{};
    std::vector<Html> labels{};
    std::optional<MilestoneFact> milestone{};
    std::vector<ProjectFact> projects{};
    std::optional<Time> due{};
    bool overdue = false;
    std::optional<FactMenu> assignee_menu{};
    std::optional<FactMenu> label_menu{};
    std::optional<FactMenu> milestone_menu{};
    std::optional<FactMenu> project_menu{};
    bool has_projects = false;
    std::string due_day{}; // as a field has it: "2026-12-01"
    bool has_dependencies = false;
    bool may_link = false;
    std::vector<LinkedIssue> depends_on{};
    std::vector<LinkedIssue> blocks{};
    bool waits = false;               // for something open
    std::vector<LinkedIssue> pulls{}; // that close it
    std::optional<TimeFact> time{};
    bool hears = false;
    issues::Hearing why = issues::Hearing::no;
    std::vector<Speaker> participants{};
    bool pinned = false;
    bool can_pin = false;
    bool locked = false;
    bool may_move = false;
};
BOOST_DESCRIBE_STRUCT(IssueFacts, (),
                      (actions, is_pull, swap, rights, assignees, labels, milestone, projects, due, overdue,
                       assignee_menu, label_menu, milestone_menu, project_menu, has_projects, due_day, has_dependencies,
                       may_link, depends_on, blocks, waits, pulls, time, hears, why, participants, pinned, can_pin,
                       locked, may_move))

// `swap`: the ids of the page's parts that show what changes, for forms that are sent without leaving it.
IssueFacts issue_facts(const api::Call&, const issues::IssueContext&, const ThreadRights&, std::string_view swap);

// As a field of a form has it: "2026-12-01".
std::string day_for_field(Time);

} // namespace cairn::pages
