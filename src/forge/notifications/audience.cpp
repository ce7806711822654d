#include "notifications/audience.hpp"

#include <utility>

#include "base/text.hpp"
#include "db/composition.hpp"
#include "notifications/choice.hpp"
#include "notifications/thread.hpp"

namespace cairn::notifications {

using db::bound;

namespace {

// Up to this one, a reason is one's own name.
constexpr Reason last_naming = Reason::offered;

// The ids of a list of them, as a notice keeps it.
std::vector<std::int64_t> ids_in(std::string_view list)
{
    std::vector<std::int64_t> ids;
    for (const auto id : text::split_list(list)) ids.push_back(text::parse_integer(id).value_or(0));
    return ids;
}

std::int64_t number_of(Reason reason) { return std::to_underlying(reason); }
std::int64_t number_of(LetterReason reason) { return std::to_underlying(reason); }

// "SELECT x AS account_id, 3 AS reason": each of them begins so.
void add_reason(db::Composition& query, db::Composition::Piece account, Reason reason)
{
    query << "SELECT " << account << " AS account_id, CAST(" << bound(number_of(reason)) << " AS BIGINT) AS reason ";
}

void add_others(db::Composition& query, db::Composition::Piece account, Reason reason)
{
    query << " UNION ALL ";
    add_reason(query, account, reason);
}

// Watchers, who asked for it, has it to do, wrote it, said something about it, or is asked to. An assignment is told to
// the assignee alone, a request to whom it asks, and a draft to nobody who only watches.
void add_candidates(db::Composition& query, const Notice& notice, const Subject& subject)
{
    const auto& issue = *subject.issue;
    if (notice.kind == NoticeKind::team_asked) {
        add_reason(query, "account_id", Reason::team_asked);
        query << "FROM team_member WHERE team_id = " << bound(notice.concerns);
        return;
    }
    const auto named = people_named(notice);
    add_reason(query, "id", Reason::mentioned);
    query << "FROM account WHERE id IN " << bound(named.mentioned);
    add_others(query, "id", Reason::assigned);
    query << "FROM account WHERE id IN " << bound(named.assigned);
    add_others(query, "id", Reason::asked);
    query << "FROM account WHERE id IN " << bound(named.asked);
    if (notice.kind == NoticeKind::assigned || notice.kind == NoticeKind::asked) return;
    if (!issue.draft) {
        add_others(query, "account_id", Reason::watches);
        query << "FROM watch WHERE NOT ignored AND repository_id = " << bound(subject.repository.id);
    }
    add_others(query, "account_id", Reason::subscribed);
    query << "FROM issue_subscription WHERE subscribed AND issue_id = " << bound(issue.id);
    add_others(query, "account_id", Reason::assignee);
    query << "FROM issue_assignee WHERE issue_id = " << bound(issue.id);
    add_others(query, "poster_id", Reason::author);
    query << "FROM issue WHERE poster_id IS NOT NULL AND id = " << bound(issue.id);
    add_others(query, "poster_id", Reason::talked);
    query << "FROM comment WHERE poster_id IS NOT NULL AND kind IN ('comment', 'review', 'code') AND issue_id = "
          << bound(issue.id);
    add_others(query, "reviewer_id", Reason::reviewer);
    query << "FROM review WHERE reviewer_id IS NOT NULL AND state = 'REQUEST_REVIEW' AND issue_id = "
          << bound(issue.id);
    add_others(query, "tm.account_id", Reason::reviewer);
    query << "FROM review r JOIN team_member tm ON tm.team_id = r.team_id WHERE r.issue_id = " << bound(issue.id);
}

// Releases are for those who watch.
void add_watchers(db::Composition& query, const Subject& subject)
{
    add_reason(query, "account_id", Reason::watches);
    query << "FROM watch WHERE NOT ignored AND repository_id = " << bound(subject.repository.id);
}

// Whoever speaks for the account that is to take the repository over.
void add_recipients(db::Composition& query, const Notice& notice)
{
    add_reason(query, "id", Reason::offered);
    query << "FROM account WHERE id = " << bound(notice.concerns);
    add_others(query, "tm.account_id", Reason::offered);
    query << "FROM team t JOIN team_member tm ON tm.team_id = t.id WHERE t.can_create_org_repo AND"
             " t.organization_id = "
          << bound(notice.concerns);
}

// The number of the LetterReason that a candidate's reason is.
void add_letter_reason(db::Composition& query)
{
    static constexpr std::pair<Reason, LetterReason> named[] = {
        {Reason::assigned, LetterReason::assigned},
        {Reason::asked, LetterReason::review_requested},
        {Reason::team_asked, LetterReason::review_requested},
        {Reason::mentioned, LetterReason::mentioned},
        {Reason::offered, LetterReason::offered},
    };
    query << "CASE candidate.reason";
    for (const auto& [reason, letter] : named)
        query << " WHEN " << bound(number_of(reason)) << " THEN CAST(" << bound(number_of(letter)) << " AS BIGINT)";
    query << " ELSE CAST(" << bound(number_of(LetterReason::subscribed)) << " AS BIGINT) END";
}

// All reasons that somebody has, but for those that they do not want to be told for. Not to hear of an issue gives way
// to one's own name.
void add_reasons(db::Composition& query, const Notice& notice, const Subject& subject)
{
    query << "SELECT candidate.account_id, MIN(candidate.reason) AS reason, MIN(CASE WHEN nc.way IS NULL THEN ";
    add_letter_reason(query);
    query << " END) AS letter FROM (";
    if (subject.issue) add_candidates(query, notice, subject);
    else if (subject.release) add_watchers(query, subject);
    else add_recipients(query, notice);
    query << ") candidate LEFT JOIN notification_choice nc ON nc.account_id = candidate.account_id AND nc.matter = ";
    add_matter(query, subject);
    query << " WHERE (nc.way IS NULL OR nc.way <> 'none')";
    if (subject.issue)
        query << " AND (candidate.reason <= " << bound(number_of(last_naming))
              << " OR NOT EXISTS (SELECT 1 FROM issue_subscription s WHERE s.account_id = candidate.account_id"
                 " AND NOT s.subscribed AND s.issue_id = "
              << bound(subject.issue->id) << "))";
    query << " GROUP BY candidate.account_id";
}

} // namespace

std::string_view Subject::word() const
{
    if (!issue) return "repository";
    return issue->is_pull ? "pull" : "issue";
}

std::optional<Subject> find_subject(db::Queries& db, const Notice& notice)
{
    auto repository = repositories::find_repository(db, notice.repository_id);
    if (!repository) return {};
    Subject subject{.repository = std::move(*repository)};
    if (notice.kind == NoticeKind::released) {
        subject.release = db.first<ToldRelease>("SELECT id, tag_name, title, note FROM release"
                                                " WHERE id = $1 AND NOT draft AND NOT tag_only",
                                                notice.concerns);
        if (!subject.release) return {};
        return subject;
    }
    if (notice.issue_id == 0) return subject;
    subject.issue = issues::find_issue(db, notice.issue_id);
    if (!subject.issue) return {};
    return subject;
}

PeopleNamed people_named(const Notice& notice)
{
    PeopleNamed named{
        .mentioned = ids_in(notice.mentioned), .assigned = ids_in(notice.assigned), .asked = ids_in(notice.asked)};
    if (notice.kind == NoticeKind::assigned) named.assigned.push_back(notice.concerns);
    if (notice.kind == NoticeKind::asked) named.asked.push_back(notice.concerns);
    return named;
}

void add_audience(db::Composition& query, const Notice& notice, const Subject& subject)
{
    query << " FROM (";
    add_reasons(query, notice, subject);
    query << ") c JOIN account a ON a.id = c.account_id"
             " WHERE a.kind = 'individual' AND a.is_active AND a.id <> "
          << bound(notice.actor_id) << " AND a.id > " << bound(notice.told);
    if (subject.release) {
        query << " AND ";
        access::add_reader(query, subject.repository.facts(), access::Unit::releases);
    }
    if (!subject.issue) return;
    // Not to hear of a repository gives way to nothing.
    query << " AND NOT EXISTS (SELECT 1 FROM watch w WHERE w.account_id = a.id AND w.ignored AND w.repository_id = "
          << bound(subject.repository.id) << ") AND ";
    access::add_reader(query, subject.repository.facts(), subject.issue->unit());
}

} // namespace cairn::notifications
