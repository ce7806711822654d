// Changing an issue.
#include "db/database.hpp"
#include "issues/assignment.hpp"
#include "issues/boards/cards.hpp"
#include "issues/editing.hpp"
#include "issues/labels/labeling.hpp"
#include "issues/show.hpp"
#include "issues/tables.hpp"
#include "issues/timeline/comment.hpp"

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
        Note{"projects", "the ids of all projects that it shall be on, as far as you may change them"},
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
    WantedBoards boards{};
};

Result<Wanted> read(const Call& call, const IssueContext& at, const EditIssueOption& asked)
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

Result<Issue> edit(Call& call, const IssueContext& at, Body<EditIssueOption> body)
{
    if (!at.is_poster(call.caller) && !at.may_write())
        return fail(Errc::forbidden, "you may not change this issue", ErrorForm::empty);
    if (!at.may_write() && !only_closes(body.value)) TRY(check_not_blocked(call, at));
    const auto wanted = TRY(read(call, at, body.value));
    const auto words = read_words(call, at, wanted.title, body->body);

    const auto changed = TRY(call.db().write([&](db::Transaction& tx) -> Result<StoredIssue> {
        auto issue = find_issue(tx, at.issue.id);
        if (!issue) return not_found("the issue");
        if (body->content_version && *body->content_version != issue->content_version)
            return fail(Errc::conflict, "somebody else has changed the text in the meantime");
        const Change change{tx, call.site.events, call.caller.id, *issue};
        reword(change, words);
        if (body->ref) set_ref(change, *body->ref);
        if (wanted.deadline) set_deadline(change, *wanted.deadline);
        if (wanted.assignees) set_assignees(change, *wanted.assignees);
        if (wanted.milestone_id) set_milestone(change, *wanted.milestone_id);
        set_boards(change, wanted.boards);
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
