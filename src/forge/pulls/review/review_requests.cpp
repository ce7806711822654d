#include "pulls/review/review_requests.hpp"

#include <algorithm>

#include "access/organizations.hpp"
#include "accounts/profile/block.hpp"
#include "base/text.hpp"
#include "db/composition.hpp"
#include "events/events.hpp"
#include "issues/timeline/comment.hpp"
#include "pulls/merge/schedule.hpp"
#include "repositories/protection/listed_names.hpp"

namespace cairn::pulls {

using access::Unit;
using accounts::Account;
using accounts::AccountKind;
using api::Call;
using db::bound;
using issues::Change;
using issues::EventKind;
using organizations::StoredTeam;
using repositories::StoredRepository;

namespace {

bool has_repository(db::Queries& db, const StoredTeam& team, std::int64_t repository_id)
{
    return db.scalar<bool>(
        "SELECT EXISTS (SELECT 1 FROM team_repository WHERE team_id = $1 AND repository_id = $2) AS value", team.id,
        repository_id);
}

void tell(const Change& change, std::int64_t reviewer_id, std::int64_t team_id, std::int64_t review_id, bool removed)
{
    auto event = change.event(EventKind::review_request);
    if (team_id != 0) event.assignee_team_id = team_id;
    else event.assignee_id = reviewer_id;
    event.removed = removed;
    event.review_id = review_id;
    event = issues::add_event(change.tx, std::move(event));
    change.events.tell(change.tx, events::ReviewRequested{change.told(), reviewer_id, team_id, removed, event.id});
}

Result<std::optional<StoredReview>> request_person(const Change& change, const StoredRepository& repository,
                                                   const StoredPull& pull, const Account& person)
{
    auto& tx = change.tx;
    const auto earlier =
        tx.all<StoredReview>("SELECT * FROM review WHERE issue_id = $1 AND reviewer_id = $2 AND state <> 'PENDING'",
                             change.issue.id, person.id);
    for (const auto& review : earlier)
        if (review.state == ReviewState::request_review) return std::nullopt;
    if (!earlier.empty() && change.issue.closed)
        return fail(Errc::forbidden, person.name + " has reviewed it, and it is closed");
    tx.run("UPDATE review SET official = FALSE WHERE issue_id = $1 AND reviewer_id = $2", change.issue.id, person.id);
    auto review = insert_review(tx,
                                {.issue_id = change.issue.id,
                                 .state = ReviewState::request_review,
                                 .reviewer_id = person.id,
                                 .official = is_official(tx, repository, pull, person)});
    tell(change, person.id, 0, review.id, false);
    return review;
}

std::optional<StoredReview> request_team(const Change& change, const StoredPull& pull, const StoredTeam& team)
{
    auto& tx = change.tx;
    if (tx.scalar<bool>("SELECT EXISTS (SELECT 1 FROM review WHERE issue_id = $1 AND team_id = $2) AS value",
                        change.issue.id, team.id))
        return {};
    auto review = insert_review(tx,
                                {.issue_id = change.issue.id,
                                 .state = ReviewState::request_review,
                                 .team_id = team.id,
                                 .official = is_official(tx, pull, team)});
    tell(change, 0, team.id, review.id, false);
    return review;
}

// Who is not asked any more has still said what they said before.
void give_back_word(db::Transaction& tx, const StoredReview& request)
{
    if (!request.official) return;
    tx.run("UPDATE review SET official = TRUE WHERE id = (SELECT MAX(id) FROM review WHERE issue_id = $1"
           " AND reviewer_id = $2 AND state IN ('APPROVED', 'REQUEST_CHANGES')) AND NOT dismissed",
           request.issue_id, request.reviewer_id);
}

struct Named {
    std::int64_t issue_id = 0;
    std::int64_t id = 0;
};
BOOST_DESCRIBE_STRUCT(Named, (), (issue_id, id))

} // namespace

Result<Reviewers> find_reviewers(const Call& call, const RepositoryContext& place,
                                 const std::vector<std::string>& people, const std::vector<std::string>& teams)
{
    Reviewers found;
    for (const auto& name : people) {
        auto person = name.find('@') == name.npos ? accounts::find_account(call.db(), name)
                                                  : accounts::find_login(call.db(), name);
        if (!person) return not_found("the reviewer " + name);
        found.people.push_back(std::move(*person));
    }
    if (place.owner.kind != AccountKind::organization) return found;
    for (const auto& name : teams) {
        auto team = call.db().first<StoredTeam>("SELECT * FROM team WHERE organization_id = $1 AND lower_name = $2",
                                                place.owner.id, text::to_lower(name));
        if (!team) return not_found("the team " + name);
        found.teams.push_back(std::move(*team));
    }
    return found;
}

Result<void> check_can_review(db::Queries& db, const StoredRepository& repository, std::int64_t poster_id,
                              std::int64_t asker_id, const Reviewers& reviewers)
{
    for (const auto& person : reviewers.people) {
        if (person.kind != AccountKind::individual) return fail(Errc::unprocessable, person.name + " is no person");
        if (person.id == poster_id) return fail(Errc::unprocessable, "nobody reviews their own pull request");
        if (!repositories::access_of(db, person, repository).reads(Unit::pulls))
            return fail(Errc::unprocessable, person.name + " cannot read the pull request");
        if (accounts::is_blocked(db, person.id, asker_id))
            return fail(Errc::unprocessable, person.name + " does not want to be asked by you");
    }
    for (const auto& team : reviewers.teams)
        if (repository.private_ && !has_repository(db, team, repository.id))
            return fail(Errc::unprocessable, "the team " + team.name + " cannot read the pull request");
    return {};
}

Result<std::vector<StoredReview>> request_reviews(const Change& change, const StoredRepository& repository,
                                                  const StoredPull& pull, const Reviewers& reviewers)
{
    std::vector<StoredReview> requests;
    for (const auto& person : reviewers.people)
        if (auto request = TRY(request_person(change, repository, pull, person)))
            requests.push_back(std::move(*request));
    for (const auto& team : reviewers.teams)
        if (auto request = request_team(change, pull, team)) requests.push_back(std::move(*request));
    return requests;
}

void withdraw_requests(const Change& change, const Reviewers& reviewers)
{
    auto& tx = change.tx;
    look_at_schedule_of(tx, change.issue.id);
    for (const auto& person : reviewers.people)
        if (const auto request = tx.first<StoredReview>(
                "DELETE FROM review WHERE issue_id = $1 AND reviewer_id = $2 AND state = 'REQUEST_REVIEW' RETURNING *",
                change.issue.id, person.id)) {
            give_back_word(tx, *request);
            tell(change, person.id, 0, 0, true);
        }
    for (const auto& team : reviewers.teams)
        if (tx.run("DELETE FROM review WHERE issue_id = $1 AND team_id = $2", change.issue.id, team.id) > 0)
            tell(change, 0, team.id, 0, true);
}

std::map<std::int64_t, Requested> requested_of(db::Queries& db, const std::vector<std::int64_t>& issue_ids)
{
    std::map<std::int64_t, Requested> found;
    if (issue_ids.empty()) return found;
    db::Composition people("SELECT r.issue_id, r.reviewer_id AS id FROM review r WHERE r.id IN"
                           " (SELECT MAX(l.id) FROM review l WHERE l.issue_id IN ");
    people << bound(issue_ids)
           << " AND l.reviewer_id IS NOT NULL AND NOT l.dismissed AND l.state <> 'PENDING'"
              " GROUP BY l.issue_id, l.reviewer_id) ORDER BY r.updated_at, r.id";
    for (const auto& row : db.all<Named>(people)) found[row.issue_id].people.push_back(row.id);
    db::Composition teams("SELECT issue_id, team_id AS id FROM review WHERE team_id IS NOT NULL AND issue_id IN ");
    teams << bound(issue_ids) << " ORDER BY updated_at, id";
    for (const auto& row : db.all<Named>(teams)) found[row.issue_id].teams.push_back(row.id);
    return found;
}

Result<void> check_may_choose(const Call& call, const PullContext& at)
{
    if (at.may_write()) return {};
    if (!at.is_poster(call.caller)) return fail(Errc::unprocessable, "you may not choose who reviews it");
    return issues::check_not_blocked(call, at);
}

std::vector<StoredTeam> reviewing_teams(const Call& call, const RepositoryContext& place)
{
    if (place.owner.kind != AccountKind::organization || call.caller.anonymous()) return {};
    db::Composition query("SELECT t.* FROM team t JOIN account o ON o.id = t.organization_id WHERE o.id = ");
    query << bound(place.owner.id)
          << " AND (t.includes_all_repositories OR EXISTS (SELECT 1 FROM team_repository r WHERE r.team_id = t.id"
             " AND r.repository_id = "
          << bound(place.repository.id) << ")) AND ";
    access::add_sees_team(query, access::Viewer::of(call.caller));
    query << " ORDER BY t.lower_name LIMIT 100";
    return call.db().all<StoredTeam>(query);
}

Result<std::vector<StoredReview>> request_reviewers(const Call& call, const PullContext& at,
                                                    const PullReviewRequestOptions& option)
{
    const auto reviewers = TRY(find_reviewers(call, at.place, option.reviewers, option.team_reviewers));
    TRY(check_may_choose(call, at));
    TRY(check_can_review(call.db(), at.place.repository, at.issue.poster_id, call.caller.id, reviewers));
    return call.db().write([&](db::Transaction& tx) -> Result<std::vector<StoredReview>> {
        auto issue = issues::find_issue(tx, at.issue.id);
        if (!issue) return not_found("the pull request");
        return request_reviews({tx, call.site.events, call.caller.id, *issue}, at.place.repository, at.pull, reviewers);
    });
}

Result<> withdraw_reviewers(const Call& call, const PullContext& at, const PullReviewRequestOptions& option)
{
    const auto reviewers = TRY(find_reviewers(call, at.place, option.reviewers, option.team_reviewers));
    // Everybody may decline.
    const bool only_self = reviewers.teams.empty()
        && std::ranges::all_of(reviewers.people, [&](const auto& person) { return person.id == call.caller.id; });
    if (!only_self) TRY(check_may_choose(call, at));
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        auto issue = issues::find_issue(tx, at.issue.id);
        if (!issue) return not_found("the pull request");
        withdraw_requests({tx, call.site.events, call.caller.id, *issue}, reviewers);
        return {};
    });
}

} // namespace cairn::pulls
