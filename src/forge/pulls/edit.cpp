// Changing a pull request.
#include "db/database.hpp"
#include "events/events.hpp"
#include "git/store/repositories.hpp"
#include "issues/assignment.hpp"
#include "issues/editing.hpp"
#include "issues/labels/labeling.hpp"
#include "issues/timeline/comment.hpp"
#include "pulls/follow/following.hpp"
#include "pulls/follow/retarget.hpp"
#include "pulls/review/ownership.hpp"
#include "pulls/show.hpp"
#include "pulls/tables.hpp"
#include "repositories/references/branch.hpp"

namespace cairn::pulls {

using namespace api;
using enum Method;

namespace {

struct EditPullRequestOption {
    std::optional<std::string> title;
    std::optional<std::string> body;
    std::optional<std::string> base;
    std::optional<std::string> assignee;
    std::optional<std::vector<std::string>> assignees;
    std::optional<std::int64_t> milestone;
    std::optional<std::vector<std::int64_t>> labels;
    std::optional<std::string> state;
    std::optional<std::string> due_date;
    std::optional<bool> unset_due_date;
    std::optional<bool> allow_maintainer_edit;
    std::optional<std::int64_t> content_version;
};
BOOST_DESCRIBE_STRUCT(EditPullRequestOption, (),
                      (title, body, base, assignee, assignees, milestone, labels, state, due_date, unset_due_date,
                       allow_maintainer_edit, content_version))
constexpr auto notes(const EditPullRequestOption*)
{
    return std::array{
        Note{"title", "an empty one changes nothing"},
        Note{"base", "the branch that it shall go to; an empty one changes nothing"},
        Note{"assignee", "the one assignee, for clients of old"},
        Note{"assignees", "all assignees"},
        Note{"milestone", "the id of a milestone; 0 for none, unless an empty base comes with it"},
        Note{"labels", "the ids of all labels"},
        Note{"state", "open or closed"},
        Note{.member = "due_date", .doc = "the day by whose end it should be done", .format = "date-time"},
        Note{"unset_due_date", "true: it need not be done at any time"},
        Note{"allow_maintainer_edit", "whoever may merge it may push to its branch; for who has opened it to say"},
        Note{"content_version", "the version of the text that you have seen; where it is another now, nothing changes"},
    };
}

// Clients that cannot leave members out, like those in Go, send at zero what they were not told. An empty base gives
// them away, because none is called so; the milestone 0 of such a body is not meant either.
EditPullRequestOption as_meant(EditPullRequestOption asked)
{
    if (asked.assignee == "") asked.assignee.reset();
    if (asked.base != "") return asked;
    asked.base.reset();
    if (asked.milestone == 0) asked.milestone.reset();
    return asked;
}

// What was asked for, checked as far as that can be done before the transaction.
struct Wanted {
    issues::NewWords words{};
    std::optional<bool> closed{};
    std::string base{}; // empty: as it is
    // Of those who may write to pull requests:
    std::optional<std::set<std::int64_t>> assignees{};
    std::optional<std::int64_t> milestone_id{};
    std::optional<std::vector<issues::StoredLabel>> labels{};
    std::optional<std::optional<Time>> deadline{};
};

Result<void> read_triage(const Call& call, const PullContext& at, const EditPullRequestOption& asked, Wanted& wanted)
{
    if (!at.may_write()) return {};
    wanted.deadline = TRY(issues::read_deadline(asked.due_date, asked.unset_due_date));
    if (asked.assignees || asked.assignee) {
        auto names = asked.assignees.value_or(std::vector<std::string>());
        if (asked.assignee) names.push_back(*asked.assignee);
        wanted.assignees = TRY(issues::find_assignees(call, at.place, names));
    }
    if (asked.milestone && *asked.milestone > 0
        && !issues::find_milestone(call.db(), at.place.repository.id, *asked.milestone))
        return not_found("the milestone");
    wanted.milestone_id = asked.milestone;
    if (asked.labels) wanted.labels = issues::usable_labels(call.db(), at.place.repository, *asked.labels);
    return {};
}

Result<Wanted> read(const Call& call, const PullContext& at, const EditPullRequestOption& asked)
{
    Wanted wanted;
    wanted.closed = TRY(issues::read_state(asked.state));
    if (wanted.closed && at.issue.merged()) return fail(Errc::precondition_failed, "the pull request was merged");
    if (asked.allow_maintainer_edit && !at.is_poster(call.caller))
        return fail(Errc::forbidden, "only who has opened the pull request says who may push to its branch");
    if (asked.base && *asked.base != at.pull.base_branch) {
        if (!repositories::find_branch(call.db(), at.place.repository.id, *asked.base)) return not_found(*asked.base);
        wanted.base = *asked.base;
    }
    wanted.words = issues::read_words(call, at, issues::clean_title(asked.title.value_or("")), asked.body);
    TRY(read_triage(call, at, asked, wanted));
    return wanted;
}

// Of what a poster can change.
bool only_closes(const EditPullRequestOption& asked)
{
    return asked.state == "closed" && !asked.title && !asked.body && !asked.base && !asked.allow_maintainer_edit;
}

Result<PullRequest> edit(Call& call, const PullContext& at, Body<EditPullRequestOption> body)
{
    if (!at.is_poster(call.caller) && !at.may_write())
        return fail(Errc::forbidden, "you may not change this pull request", ErrorForm::empty);
    body.value = as_meant(std::move(body.value));
    if (!at.may_write() && !only_closes(body.value)) TRY(issues::check_not_blocked(call, at));
    const auto wanted = TRY(read(call, at, body.value));
    TRY(call.db().write([&](db::Transaction& tx) -> Result<> {
        auto issue = issues::find_issue(tx, at.issue.id);
        auto pull = find_pull(tx, at.issue.id);
        if (!issue || !pull) return not_found("the pull request");
        if (body->content_version && *body->content_version != issue->content_version)
            return fail(Errc::conflict, "somebody else has changed the text in the meantime");
        const issues::Change change{tx, call.site.events, call.caller.id, *issue};
        if (!wanted.base.empty()) TRY(retarget(change, *pull, wanted.base));
        issues::reword(change, wanted.words);
        if (wanted.deadline) issues::set_deadline(change, *wanted.deadline);
        if (wanted.assignees) issues::set_assignees(change, *wanted.assignees);
        if (wanted.milestone_id) issues::set_milestone(change, *wanted.milestone_id);
        if (wanted.labels) issues::replace_labels(change, *wanted.labels);
        if (wanted.closed) TRY(issues::set_closed(change, *wanted.closed));
        if (body->allow_maintainer_edit)
            tx.run("UPDATE pull_request SET allow_maintainer_edit = $2 WHERE issue_id = $1", issue->id,
                   *body->allow_maintainer_edit);
        return {};
    }));
    if (auto known = find_known(call.db(), at.issue.id)) static_cast<void>(follow(call.site, *known));
    if (at.issue.draft)
        if (const auto repository = call.site.open_repositories.open(at.place.repository.storage))
            request_code_owners(call.site, at.place.repository, **repository, at.issue.id);
    return show_pull_anew(call, at.place, at.issue.id);
}

// clang-format off
constexpr Operation operations[] = {
    {PATCH, "/repos/{owner}/{repo}/pulls/{index}", scope::repository, reads_pull_signed_in, handle<edit>, 201, "repoEditPullRequest", "Change a pull request", {400, 403, 409, 412, 422}},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table edit_table{"repository", operations};

} // namespace cairn::pulls
