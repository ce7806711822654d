#include "issues/moving.hpp"

#include <algorithm>

#include "accounts/profile/block.hpp"
#include "base/text.hpp"
#include "db/composition.hpp"
#include "db/database.hpp"
#include "events/events.hpp"
#include "issues/assignment.hpp"
#include "issues/changes.hpp"
#include "issues/labels/label.hpp"
#include "issues/labels/labeling.hpp"
#include "issues/moved_issue.hpp"
#include "repositories/listing.hpp"

namespace cairn::issues {

using access::Unit;
using api::Call;
using db::bound;
using repositories::StoredRepository;

namespace {

constexpr std::int64_t most_places = 200;

// What is kept of what the issue had: the rest means nothing where it goes.
struct Kept {
    std::vector<std::int64_t> labels{};
    std::int64_t milestone_id = 0;
};

Result<RepositoryContext> find_target(const Call& call, const std::string& name)
{
    constexpr std::string_view unknown = "there is no such repository, or its issues are not for you to write";
    const auto parts = text::split(text::trim(name), '/');
    if (parts.size() != 2) return fail(Errc::unprocessable, "write owner/name");
    auto owner = accounts::find_account(call.db(), parts[0]);
    auto repository = owner ? repositories::find_repository(call.db(), owner->id, parts[1]) : std::nullopt;
    if (!repository) return fail(Errc::unprocessable, std::string(unknown));
    const auto access = access::access_to(call.db(), access::Viewer::of(call.caller), repository->facts());
    if (!access.writes(Unit::issues)) return fail(Errc::unprocessable, std::string(unknown));
    return RepositoryContext{.repository = std::move(*repository), .owner = std::move(*owner), .access = access};
}

// Whatever the caller may do in both, nobody's words get more readers than they were written for.
Result<void> check_between(const StoredRepository& from, const StoredRepository& to)
{
    if (from.id == to.id) return fail(Errc::unprocessable, "it is there already");
    if (to.archived()) return fail(Errc::unprocessable, "that repository is archived");
    if (to.audience < from.audience)
        return fail(Errc::unprocessable, "more people can read that repository than this one");
    return {};
}

// By their names; those of an organization stay themselves where the repositories are both its own.
Kept find_kept(db::Transaction& tx, const StoredIssue& issue, const StoredRepository& to)
{
    Kept kept;
    const auto borne = labels_on(tx, issue);
    for (const auto& label : borne) kept.labels.push_back(label.id);
    const auto same = usable_labels(tx, to, kept.labels);
    kept.labels.clear();
    for (const auto& label : same) kept.labels.push_back(label.id);
    std::vector<std::string> names;
    for (const auto& label : borne)
        if (std::ranges::find(same, label.id, &StoredLabel::id) == same.end()) names.push_back(label.name);
    std::vector<StoredLabel> found = usable_labels(tx, to, names);
    std::ranges::sort(found, {}, [](const StoredLabel& label) { return std::pair(label.name, label.id); });
    const auto doubles = std::ranges::unique(found, {}, &StoredLabel::name);
    found.erase(doubles.begin(), doubles.end());
    for (const auto& label : found)
        if (std::ranges::find(kept.labels, label.id) == kept.labels.end()) kept.labels.push_back(label.id);
    kept.milestone_id = tx.scalar<std::int64_t>(
        "SELECT COALESCE((SELECT n.id FROM milestone o JOIN milestone n ON n.title = o.title AND n.repository_id = $2"
        " WHERE o.id = $1 ORDER BY n.id LIMIT 1), 0) AS value",
        issue.milestone_id, to.id);
    return kept;
}

void drop_who_cannot(db::Transaction& tx, const StoredIssue& issue, const StoredRepository& to)
{
    for (const auto id : tx.all<std::int64_t>("SELECT account_id FROM issue_assignee WHERE issue_id = $1", issue.id)) {
        const auto person = accounts::find_account(tx, id);
        if (!person || !is_assignable(tx, to, *person))
            tx.run("DELETE FROM issue_assignee WHERE issue_id = $1 AND account_id = $2", issue.id, id);
    }
}

// The issue's own row, with its next number there, and all rows that name its repository.
void carry_over(db::Transaction& tx, StoredIssue& issue, const StoredRepository& to, const Kept& kept)
{
    const std::int64_t open = issue.closed ? 0 : 1;
    add_to_counts(tx, issue.repository_id, false, -open, open - 1);
    issue.number = tx.scalar<std::int64_t>(
        "UPDATE repository SET last_issue_number = last_issue_number + 1 WHERE id = $1 RETURNING last_issue_number",
        to.id);
    add_to_counts(tx, to.id, false, open, 1 - open);
    issue.repository_id = to.id;
    issue.milestone_id = kept.milestone_id;
    issue.pin_order = 0;
    issue.ref.clear(); // a branch of the other one
    tx.run("DELETE FROM issue_label WHERE issue_id = $1", issue.id);
    tx.run("DELETE FROM project_card WHERE issue_id = $1 AND project_id NOT IN"
           " (SELECT id FROM project WHERE owner_id = $2)",
           issue.id, to.owner_id);
    tx.run("UPDATE issue SET repository_id = $2, number = $3, milestone_id = $4, pin_order = 0, ref = ''"
           " WHERE id = $1",
           issue.id, to.id, issue.number, issue.milestone_id);
    for (const auto label : kept.labels)
        tx.run("INSERT INTO issue_label (issue_id, label_id) VALUES ($1, $2)", issue.id, label);
    tx.run("UPDATE comment SET repository_id = $2 WHERE issue_id = $1", issue.id, to.id);
    tx.run("UPDATE attachment SET repository_id = $2 WHERE issue_id = $1", issue.id, to.id);
}

} // namespace

Result<MovedIssue> move_issue(const Call& call, const IssueContext& at, const MoveIssueOption& option)
{
    if (at.issue.is_pull) return fail(Errc::unprocessable, "a pull request stays with its branches");
    auto target = TRY(find_target(call, option.repository));
    if (accounts::is_blocked(call.db(), target.owner.id, call.caller.id))
        return fail(Errc::unprocessable, "the owner of that repository has blocked you");
    auto moved = TRY(call.db().write([&](db::Transaction& tx) -> Result<StoredIssue> {
        auto issue = find_issue(tx, at.issue.id);
        const auto from = repositories::find_repository(tx, at.place.repository.id);
        const auto to = repositories::find_repository(tx, target.repository.id);
        // Somebody else may have been quicker.
        if (!issue || !from || !to || issue->repository_id != from->id) return not_found("the issue");
        TRY(check_between(*from, *to));
        const Change change{tx, call.site.events, call.caller.id, *issue};
        call.site.events.tell(tx, events::IssueLeaves{change.told()});
        const auto before = *issue;
        const auto kept = find_kept(tx, before, *to);
        carry_over(tx, *issue, *to, kept);
        drop_who_cannot(tx, *issue, *to);
        const auto event = add_event(tx, change.event(EventKind::transferred));
        issue->updated_at = event.created_at;
        keep_former_place(tx, before, event.id);
        call.site.events.tell(tx, events::IssueMoved{change.told(), before.repository_id, event.id});
        return std::move(*issue);
    }));
    return MovedIssue{.place = std::move(target), .issue = std::move(moved)};
}

std::vector<std::string> places_to_move_to(const Call& call, const RepositoryContext& place)
{
    db::Composition query("SELECT r.* FROM repository r WHERE r.archived_at = 0 AND r.id <> ");
    query << bound(place.repository.id) << " AND r.audience >= " << bound(place.repository.audience)
          << " AND (r.owner_id = " << bound(call.caller.id) << " OR r.owner_id = " << bound(place.owner.id) << " OR ";
    repositories::add_collaborates(query, call.caller.id, false);
    query << ") AND ";
    access::add_reads(query, access::Viewer::of(call.caller), Unit::issues);
    query << " ORDER BY r.updated_at DESC, r.id LIMIT " << bound(most_places);
    const auto found = call.db().all<StoredRepository>(query);
    std::vector<access::RepositoryFacts> facts;
    for (const auto& repository : found) facts.push_back(repository.facts());
    const auto rights = access::access_to(call.db(), access::Viewer::of(call.caller), facts);
    std::vector<std::int64_t> ids;
    for (std::size_t n = 0; n < found.size(); ++n)
        if (rights[n].writes(Unit::issues)) ids.push_back(found[n].id);
    std::vector<std::string> names;
    for (const auto& [id, home] : homes_of(call.db(), std::move(ids))) names.push_back(home.owner + "/" + home.name);
    std::ranges::sort(names);
    return names;
}

} // namespace cairn::issues
