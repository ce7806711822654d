#include "issues/editing.hpp"

#include "attachments/pending.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "events/events.hpp"
#include "issues/assignment.hpp"
#include "issues/boards/cards.hpp"
#include "issues/labels/labeling.hpp"
#include "issues/labels/milestone.hpp"
#include "issues/time/deadlines.hpp"
#include "issues/timeline/comment.hpp"
#include "issues/timeline/former_text.hpp"

namespace cairn::issues {

using api::Call;

namespace {

// What was asked for, checked as far as that can be done before the transaction.
struct Wanted {
    std::string title{}; // empty: as it is
    std::optional<bool> closed{};
    // Of those who may write to the issue:
    std::optional<std::set<std::int64_t>> assignees{};
    std::optional<std::int64_t> milestone_id{};
    std::optional<std::optional<Time>> deadline{};
    WantedBoards boards{};
};

Result<Wanted> read_wanted(const Call& call, const IssueContext& at, const EditIssueOption& asked)
{
    Wanted wanted;
    wanted.title = clean_title(asked.title.value_or(""));
    wanted.closed = TRY(read_state(asked.state));
    if (!at.may_write()) return wanted;
    wanted.deadline = TRY(read_deadline(asked.due_date, asked.unset_due_date));
    if (asked.assignees || asked.assignee) {
        auto names = asked.assignees.value_or(std::vector<std::string>());
        if (asked.assignee) names.push_back(*asked.assignee);
        wanted.assignees = TRY(find_assignees(call, at.place, names));
    }
    if (asked.milestone && *asked.milestone > 0 && !find_milestone(call.db(), at.place.repository.id, *asked.milestone))
        return not_found("the milestone");
    if (asked.milestone) wanted.milestone_id = asked.milestone;
    if (asked.projects) wanted.boards = TRY(read_boards(call, at, *asked.projects));
    return wanted;
}

// Of what a poster can change.
bool only_closes(const EditIssueOption& asked)
{
    return asked.state == "closed" && !asked.title && !asked.body && !asked.ref;
}

// The timeline names the repository's owner, whoever it was: so it is told to today's clients.
Result<> change_lock(const Call& call, const IssueContext& at, bool locked, const std::string& reason)
{
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        auto issue = find_issue(tx, at.issue.id);
        if (!issue) return not_found("the issue");
        set_locked({tx, call.site.events, at.place.owner.id, *issue}, locked, reason);
        return {};
    });
}

} // namespace

Result<std::optional<bool>> read_state(const std::optional<std::string>& state)
{
    if (!state) return std::optional<bool>();
    if (*state != "open" && *state != "closed") return fail(Errc::precondition_failed, "the state is open or closed");
    return *state == "closed";
}

Result<std::optional<std::optional<Time>>> read_deadline(const std::optional<std::string>& due_date,
                                                         std::optional<bool> unset)
{
    std::optional<std::optional<Time>> deadline;
    if (due_date) deadline = TRY(end_of_day(*due_date, Zone::written));
    if (unset == false && !due_date) return fail(Errc::bad_request, "unset_due_date is false and there is no due_date");
    if (unset == true) deadline.emplace();
    return deadline;
}

NewWords read_words(const api::Call& call, const IssueContext& at, const std::string& title,
                    const std::optional<std::string>& body)
{
    NewWords words{.title = title, .body = body};
    if (title.empty() && !body) return words;
    const auto meaning = read_meaning(title.empty() ? at.issue.title : title, body.value_or(at.issue.body),
                                      call.settings().server.root_url);
    const Writer writer{
        .account = accounts::account_of(call.caller), .repository = at.place.repository, .issue_id = at.issue.id};
    words.targets = find_targets(call.db(), writer, meaning.references);
    words.mentioned = find_mentioned(call.db(), writer, at.issue.is_pull, meaning.mentions);
    return words;
}

void reword(const Change& change, const NewWords& words)
{
    auto& [tx, events, actor_id, issue] = change;
    const bool retitled = !words.title.empty() && words.title != issue.title;
    if (!retitled && !words.body) return;
    events::IssueEdited told{change.told()};
    if (retitled) {
        told.old_title = issue.title;
        set_title(change, words.title);
    }
    if (words.body) {
        told.body_changed = issue.body != *words.body;
        told.old_body = issue.body;
        if (told.body_changed) keep_former(tx, {.issue_id = issue.id}, actor_id, issue.body);
        set_body(change, *words.body);
    }
    write_references(tx, {.issue = issue, .writer_id = actor_id}, words.targets, false);
    told.mentioned = add_mentioned(tx, issue.id, words.mentioned);
    events.tell(tx, told);
}

Result<StoredIssue> edit_issue(const Call& call, const IssueContext& at, const EditIssueOption& option,
                               std::span<const std::string> files)
{
    if (!at.is_poster(call.caller) && !at.may_write())
        return fail(Errc::forbidden, "you may not change this issue", ErrorForm::empty);
    if (!at.may_write() && !only_closes(option)) TRY(check_not_blocked(call, at));
    const auto wanted = TRY(read_wanted(call, at, option));
    const auto words = read_words(call, at, wanted.title, option.body);

    return call.db().write([&](db::Transaction& tx) -> Result<StoredIssue> {
        auto issue = find_issue(tx, at.issue.id);
        if (!issue) return not_found("the issue");
        if (option.content_version && *option.content_version != issue->content_version)
            return fail(Errc::conflict, "somebody else has changed the text in the meantime");
        attachments::give_to_issue(tx, call, at.place, files, issue->id);
        const Change change{tx, call.site.events, call.caller.id, *issue};
        reword(change, words);
        if (option.ref) set_ref(change, *option.ref);
        if (wanted.deadline) set_deadline(change, *wanted.deadline);
        if (wanted.assignees) set_assignees(change, *wanted.assignees);
        if (wanted.milestone_id) set_milestone(change, *wanted.milestone_id);
        set_boards(change, wanted.boards);
        if (wanted.closed) TRY(set_closed(change, *wanted.closed));
        return *issue;
    });
}

void delete_issue(const Call& call, const IssueContext& at)
{
    remove_most_comments(call.db(), at.issue.id);
    call.db().write([&](db::Transaction& tx) {
        // Whoever came first has counted it down.
        if (auto issue = find_issue(tx, at.issue.id)) delete_issue({tx, call.site.events, call.caller.id, *issue});
    });
}

Result<> lock_issue(const Call& call, const IssueContext& at, const LockIssueOption& option)
{
    return change_lock(call, at, true, option.lock_reason);
}

Result<> unlock_issue(const Call& call, const IssueContext& at) { return change_lock(call, at, false, ""); }

} // namespace cairn::issues
