#include "issues/opening.hpp"

#include "accounts/profile/block.hpp"
#include "attachments/pending.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "events/events.hpp"
#include "issues/assignment.hpp"
#include "issues/boards/cards.hpp"
#include "issues/changes.hpp"
#include "issues/labels/label.hpp"
#include "issues/labels/labeling.hpp"
#include "issues/labels/milestone.hpp"
#include "issues/timeline/references.hpp"

namespace cairn::issues {

using access::Unit;
using api::Call;

namespace {

// What only those may say who may write to issues; of others it is not even looked at.
struct Triage {
    std::set<std::int64_t> assignees{};
    std::vector<StoredLabel> labels{};
    std::int64_t milestone_id = 0;
    Time deadline{};
    std::vector<StoredProject> projects{};
};

Result<Triage> read_triage(const Call& call, const RepositoryContext& place, const CreateIssueOption& wanted)
{
    Triage triage;
    if (!place.access.writes(Unit::issues)) return triage;
    auto names = wanted.assignees;
    names.push_back(wanted.assignee);
    triage.assignees = TRY(find_assignees(call, place, names));
    triage.labels = usable_labels(call.db(), place.repository, wanted.labels);
    if (wanted.milestone != 0 && find_milestone(call.db(), place.repository.id, wanted.milestone))
        triage.milestone_id = wanted.milestone;
    triage.projects = usable_projects(call, place, wanted.projects);
    triage.deadline = wanted.due_date.value_or(Time{});
    return triage;
}

} // namespace

Result<void> check_opens_issue(const Call& call, const RepositoryContext& place)
{
    TRY(repositories::question::signed_in(call, place));
    if (!reads_issues(place)) return not_found("the repository's issues");
    if (place.repository.archived()) return fail(Errc::locked, "the repository is archived");
    if (accounts::is_blocked(call.db(), place.owner.id, call.caller.id))
        return fail(Errc::forbidden, "the owner has blocked you");
    return {};
}

Result<StoredIssue> open_issue(const Call& call, const RepositoryContext& place, const CreateIssueOption& option,
                               std::span<const std::string> files)
{
    const auto title = clean_title(option.title);
    if (title.empty()) return fail(Errc::unprocessable, "[title]: is required");
    const auto triage = TRY(read_triage(call, place, option));
    const auto meaning = read_meaning(title, option.body, call.settings().server.root_url);
    const Writer writer{.account = accounts::account_of(call.caller), .repository = place.repository};
    const auto targets = find_targets(call.db(), writer, meaning.references);
    const auto mentioned = find_mentioned(call.db(), writer, false, meaning.mentions);
    const NewIssue wanted{.repository_id = place.repository.id,
                          .poster_id = call.caller.id,
                          .title = title,
                          .body = option.body,
                          .ref = option.ref,
                          .deadline_at = triage.deadline};

    return call.db().write([&](db::Transaction& tx) -> Result<StoredIssue> {
        auto issue = insert_issue(tx, wanted);
        attachments::give_to_issue(tx, call, place, files, issue.id);
        const Change change{tx, call.site.events, call.caller.id, issue};
        add_activity(change, "create", issue.title);
        set_milestone(change, triage.milestone_id);
        begin_with_labels(change, triage.labels);
        for (const auto id : triage.assignees) set_assigned(change, id, true);
        set_boards(change, {.put_on = triage.projects});
        if (!targets.empty()) write_references(tx, {.issue = issue, .writer_id = call.caller.id}, targets, true);
        add_mentioned(tx, issue.id, mentioned);
        call.site.events.tell(tx, events::IssueOpened{change.told(), mentioned});
        if (option.closed) TRY(set_closed(change, true));
        return issue;
    });
}

} // namespace cairn::issues
