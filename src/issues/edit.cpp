// Changing an issue.
#include "config/settings.hpp"
#include "db/database.hpp"
#include "events/events.hpp"
#include "issues/assignment.hpp"
#include "issues/changes.hpp"
#include "issues/deadlines.hpp"
#include "issues/labeling.hpp"
#include "issues/references.hpp"
#include "issues/show.hpp"
#include "issues/tables.hpp"

namespace cairn::issues {

using namespace api;
using enum Method;

namespace {

struct EditIssueOption {
    std::optional<std::string> title;
    std::optional<std::string> body;
    std::optional<std::string> ref;
    std::optional<std::string> assignee;
    std::optional<std::vector<std::string>> assignees;
    std::optional<std::int64_t> milestone;
    std::optional<std::vector<std::int64_t>> projects;
    std::optional<std::string> state;
    std::optional<std::string> due_date;
    std::optional<bool> unset_due_date;
    std::optional<std::int64_t> content_version;
};
BOOST_DESCRIBE_STRUCT(EditIssueOption, (),
                      (title, body, ref, assignee, assignees, milestone, projects, state, due_date, unset_due_date,
                       content_version))
constexpr auto notes(const EditIssueOption*)
{
    return std::array{
        Note{"title", "an empty one changes nothing"},
        Note{"assignee", "the one assignee, for clients of old"},
        Note{"assignees", "all assignees"},
        Note{"milestone", "the id of a milestone; 0 for none"},
        Note{"projects", "the ids of projects"},
        Note{"state", "open or closed"},
        Note{.member = "due_date", .doc = "the day by whose end it should be done", .format = "date-time"},
        Note{"unset_due_date", "true: it need not be done at any time"},
        Note{"content_version", "the version of the text that you have seen; where it is another now, nothing changes"},
    };
}

// What was asked for, checked as far as that can be done before the transaction.
struct Wanted {
    std::string title{}; // empty: as it is
    std::optional<bool> closed{};
    // Of those who may write to the issue:
    std::optional<std::set<std::int64_t>> assignees{};
    std::optional<std::int64_t> milestone_id{};
    std::optional<std::optional<Time>> deadline{};
};

Result<std::optional<std::optional<Time>>> read_deadline(const EditIssueOption& asked)
{
    std::optional<std::optional<Time>> deadline;
    if (asked.due_date) deadline = TRY(end_of_day(*asked.due_date, Zone::written));
    if (asked.unset_due_date == false && !asked.due_date)
        return fail(Errc::bad_request, "unset_due_date is false and there is no due_date");
    if (asked.unset_due_date == true) deadline.emplace();
    return deadline;
}

Result<Wanted> read(const Call& call, const IssueAt& at, const EditIssueOption& asked)
{
    Wanted wanted;
    wanted.title = clean_title(asked.title.value_or(""));
    if (asked.state) {
        if (*asked.state != "open" && *asked.state != "closed")
            return fail(Errc::precondition_failed, "the state is open or closed");
        wanted.closed = *asked.state == "closed";
    }
    if (!at.may_write()) return wanted;
    wanted.deadline = TRY(read_deadline(asked));
    if (asked.assignees || asked.assignee) {
        auto names = asked.assignees.value_or(std::vector<std::string>());
        if (asked.assignee) names.push_back(*asked.assignee);
        wanted.assignees = TRY(find_assignees(call, at.place, names));
    }
    if (asked.milestone && *asked.milestone > 0 && !find_milestone(call.db(), at.place.repository.id, *asked.milestone))
        return not_found("the milestone");
    if (asked.milestone) wanted.milestone_id = *asked.milestone;
    return wanted;
}

// What the new text refers to and whom it mentions.
struct Meant {
    std::vector<Target> targets{};
    std::vector<std::int64_t> mentioned{};
};

Meant find_meant(const Call& call, const IssueAt& at, const std::string& title, const std::string& body)
{
    const auto meaning = read_meaning(title, body, call.settings().server.root_url);
    const Writer writer{.account = *call.caller.account, .repository = at.place.repository, .issue_id = at.issue.id};
    return {.targets = find_targets(call.db(), writer, meaning.references),
            .mentioned = find_mentioned(call.db(), writer, at.issue.is_pull, meaning.mentions)};
}

void change_words(const Change& change, const std::string& title, const std::optional<std::string>& body,
                  const Meant& meant)
{
    auto& [tx, events, actor_id, issue] = change;
    const bool retitled = !title.empty() && title != issue.title;
    if (!retitled && !body) return;
    events::IssueEdited told{change.told()};
    if (retitled) {
        told.old_title = issue.title;
        set_title(change, title);
    }
    if (body) {
        told.body_changed = issue.body != *body;
        told.old_body = issue.body;
        set_body(change, *body);
    }
    write_references(tx, {.issue = issue, .writer_id = actor_id}, meant.targets, false);
    told.mentioned = add_mentioned(tx, issue.id, meant.mentioned);
    events.tell(tx, told);
}

Result<Issue> edit(Call& call, const IssueAt& at, Body<EditIssueOption> body)
{
    if (!at.is_poster(call.caller) && !at.may_write())
        return fail(Errc::forbidden, "you may not change this issue", ErrorForm::empty);
    const auto wanted = TRY(read(call, at, body.value));
    Meant meant;
    if (!wanted.title.empty() || body->body)
        meant = find_meant(call, at, wanted.title.empty() ? at.issue.title : wanted.title,
                           body->body.value_or(at.issue.body));

    const auto changed = TRY(call.db().write([&](db::Transaction& tx) -> Result<StoredIssue> {
        auto issue = find_issue(tx, at.issue.id);
        if (!issue) return not_found("the issue");
        if (body->content_version && *body->content_version != issue->content_version)
            return fail(Errc::conflict, "somebody else has changed the text in the meantime");
        const Change change{tx, call.site.events, call.caller.id, *issue};
        change_words(change, wanted.title, body->body, meant);
        if (body->ref) set_ref(change, *body->ref);
        if (wanted.deadline) set_deadline(change, *wanted.deadline);
        if (wanted.assignees) set_assignees(change, *wanted.assignees);
        if (wanted.milestone_id) set_milestone(change, *wanted.milestone_id);
        if (wanted.closed) TRY(set_closed(change, *wanted.closed));
        return *issue;
    }));
    return show_issue(call, at.place, changed);
}

// clang-format off
constexpr Operation operations[] = {
    {PATCH, "/repos/{owner}/{repo}/issues/{index}", scope::issue, reads_issue_signed_in, handle<edit>, 201, "issueEditIssue", "Change an issue", {400, 403, 409, 412, 422}},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table issue_edit_table{"issue", operations};

} // namespace cairn::issues
