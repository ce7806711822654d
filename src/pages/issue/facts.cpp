#include "pages/issue/facts.hpp"

#include <algorithm>

#include "config/settings.hpp"
#include "db/database.hpp"
#include "issues/boards/cards.hpp"
#include "issues/changes.hpp"
#include "issues/dependency.hpp"
#include "issues/pin.hpp"
#include "issues/readable.hpp"
#include "issues/time/stopwatch.hpp"
#include "issues/time/tracking.hpp"
#include "issues/timeline/references.hpp"
#include "pages/issue/event_words.hpp"
#include "pages/issue/issue_address.hpp"
#include "pages/issue/label_badge.hpp"
#include "pages/kit.hpp"

namespace cairn::pages {

using access::Unit;
using api::Call;
using issues::Issue;
using issues::IssueContext;
using words::Phrase;

namespace {

constexpr std::int64_t most_linked = 50;
constexpr std::int64_t most_participants = 24;

Speaker show(const accounts::User& user)
{
    return {.login = user.login, .avatar = user.id > 0 ? user.avatar_url : std::string(), .known = user.id > 0};
}

MilestoneFact show(const issues::Milestone& milestone)
{
    MilestoneFact fact{.id = milestone.id,
                       .title = milestone.title,
                       .closed = milestone.state == issues::MilestoneState::closed,
                       .done = milestone.closed_issues,
                       .total = milestone.open_issues + milestone.closed_issues,
                       .due = milestone.due_on};
    if (fact.total > 0) fact.share = fact.done * 100 / fact.total;
    return fact;
}

void add_dependencies(const Call& call, const IssueContext& at, IssueFacts& facts)
{
    facts.has_dependencies = at.place.repository.issue_dependencies;
    facts.may_link = facts.has_dependencies && facts.rights.may_write;
    const auto found = issues::list_dependencies(call, at, {.page = 1, .limit = most_linked});
    std::map<std::int64_t, Issue> readable;
    for (auto& issue : issues::readable_issues(call, found.items)) readable.emplace(issue.id, std::move(issue));
    for (const auto id : found.items) {
        const auto issue = readable.find(id);
        if (issue == readable.end()) {
            facts.depends_on.push_back({.name = {}, .hidden = true});
            continue;
        }
        facts.depends_on.push_back(linked_issue(issue->second, at.place));
    }
    facts.waits = !found.items.empty() && issues::waits_for_open(call.db(), at.issue.id);
    for (const auto& issue :
         issues::show_issues(call, issues::list_blocks(call, at, {.page = 1, .limit = most_linked})))
        facts.blocks.push_back(linked_issue(issue, at.place));
}

std::optional<TimeFact> time_fact(const Call& call, const IssueContext& at, const ThreadRights& rights)
{
    if (!rights.signed_in || !issues::tracks_time(call, at.place)) return {};
    const auto& in = language_of(call);
    TimeFact fact;
    if (const auto seconds = issues::time_spent(call, at); seconds != 0) fact.total = duration(in, seconds);
    if (at.issue.time_estimate > 0) fact.estimate = duration(in, at.issue.time_estimate);
    if (rights.archived) return fact;
    fact.may_add = issues::may_track_time(call, at);
    fact.may_run = rights.may_write;
    if (const auto watch = issues::running_watch(call.db(), call.caller.id); watch && watch->issue_id == at.issue.id) {
        fact.running = true;
        fact.since = watch->created_at;
    }
    return fact;
}

void add_menus(const Call& call, const IssueContext& at, const Issue& issue, IssueFacts& facts)
{
    const auto& in = language_of(call);
    const auto menu = [&](std::string_view name, Phrase title, Choices choices) {
        return FactMenu{.name = std::string(name),
                        .title = in.say(title),
                        .action = facts.actions + "/" + std::string(name),
                        .choices = std::move(choices),
                        .swap = facts.swap};
    };
    std::vector<std::int64_t> label_ids;
    for (const auto& label : *issue.labels) label_ids.push_back(label.id);
    std::vector<std::string> logins;
    for (const auto& assignee : facts.assignees) logins.push_back(assignee.login);
    facts.assignee_menu =
        menu("assignees", Phrase("Assigned"), assignee_choices(call, at.place, "", choices_in_menu, logins));
    facts.assignee_menu->key = "a";
    facts.label_menu = menu("labels", Phrase("Labels"), label_choices(call, at.place, "", choices_in_menu, label_ids));
    facts.milestone_menu = menu("milestone", Phrase("Milestone"),
                                milestone_choices(call, at.place, "", choices_in_menu, at.issue.milestone_id));
    facts.milestone_menu->several = false;
    if (!facts.has_projects) return;
    std::vector<std::int64_t> project_ids;
    if (issue.projects)
        for (const auto& project : *issue.projects) project_ids.push_back(project.id);
    facts.project_menu =
        menu("projects", Phrase("Projects"), project_choices(call, at.place, "", choices_in_menu, project_ids));
}

// Columns of the boards that it is on and that the reader may change.
void add_columns(const Call& call, const IssueContext& at, IssueFacts& facts)
{
    std::vector<std::int64_t> ids;
    for (const auto& project : facts.projects) ids.push_back(project.id);
    std::vector<std::int64_t> usable;
    for (const auto& project : issues::usable_projects(call, at.place, ids)) usable.push_back(project.id);
    for (const auto& column : issues::columns_of_boards(call.db(), usable)) {
        auto& fact = *std::ranges::find(facts.projects, column.project_id, &ProjectFact::id);
        fact.columns.push_back(
            {.value = std::to_string(column.id), .words = column.title, .chosen = column.title == fact.column});
    }
}

void add_participants(const Call& call, const IssueContext& at, IssueFacts& facts)
{
    auto ids = issues::speakers_of(call.db(), at.issue.id, most_participants);
    if (at.issue.poster_id != 0) {
        std::erase(ids, at.issue.poster_id);
        ids.insert(ids.begin(), at.issue.poster_id);
    }
    const issues::People people(call, ids);
    for (const auto id : ids) facts.participants.push_back(show(people.plainly(id)));
}

} // namespace

std::string day_for_field(Time time) { return to_rfc3339(time).substr(0, 10); }

LinkedIssue linked_issue(const Issue& issue, const issues::RepositoryContext& from)
{
    LinkedIssue linked{.name = "#" + std::to_string(issue.number),
                       .title = issue.title,
                       .address = issue.html_url,
                       .pull = issue.pull_request.has_value(),
                       .closed = issue.state == issues::State::closed,
                       .index = issue.number};
    if (issue.pull_request) {
        linked.merged = issue.pull_request->merged;
        linked.draft = issue.pull_request->draft;
    }
    if (issue.repository && issue.repository->id != from.repository.id) {
        linked.owner = issue.repository->owner;
        linked.repo = issue.repository->name;
        linked.name.insert(0, issue.repository->full_name);
    }
    return linked;
}

IssueFacts issue_facts(const Call& call, const IssueContext& at, const ThreadRights& rights, std::string_view swap)
{
    const auto issue = issues::show_issue(call, at.place, at.issue);
    IssueFacts facts{.actions = issue_actions(at),
                     .is_pull = at.issue.is_pull,
                     .swap = std::string(swap),
                     .rights = rights,
                     .due = issue.due_date,
                     .pinned = at.issue.pin_order > 0,
                     .locked = at.issue.locked};
    if (issue.assignees)
        for (const auto& assignee : *issue.assignees) facts.assignees.push_back(show(assignee));
    const auto list = root_of(call.settings()) + repository_address(at.place)
        + (at.issue.is_pull ? "/pulls?labels=" : "/issues?labels=");
    auto labels = *issue.labels;
    std::ranges::sort(labels, {}, [](const issues::Label& label) { return order_by_scope(label.name); });
    for (const auto& label : labels) facts.labels.push_back(label_badge(label, list + std::to_string(label.id)));
    if (issue.milestone) facts.milestone = show(*issue.milestone);
    facts.has_projects = at.place.access.reads(Unit::projects);
    if (issue.projects && !issue.projects->empty()) {
        const auto columns = issues::columns_of(call.db(), at.issue.id);
        for (const auto& project : *issue.projects) {
            const auto column = columns.find(project.id);
            facts.projects.push_back({.id = project.id,
                                      .title = project.title,
                                      .address = project.html_url,
                                      .column = column == columns.end() ? "" : column->second});
        }
    }
    if (facts.due) {
        facts.overdue = !at.issue.closed && facts.due->seconds < Time::now().seconds;
        facts.due_day = day_for_field(*facts.due);
    }
    add_dependencies(call, at, facts);
    for (const auto& pull : issues::readable_issues(call, issues::pulls_that_close(call.db(), at.issue.id)))
        facts.pulls.push_back(linked_issue(pull, at.place));
    facts.time = time_fact(call, at, rights);
    add_participants(call, at, facts);
    if (rights.may_write) {
        add_menus(call, at, issue, facts);
        add_columns(call, at, facts);
    }
    facts.may_move = rights.may_write && !at.issue.is_pull;
    if (rights.may_administer) facts.can_pin = facts.pinned || issues::can_pin_more(call, at.place, at.issue.is_pull);
    if (rights.signed_in) {
        facts.why = issues::hearing_of(call.db(), call.caller.id, at.issue);
        facts.hears = facts.why != issues::Hearing::no && facts.why != issues::Hearing::refused;
    }
    return facts;
}

} // namespace cairn::pages
