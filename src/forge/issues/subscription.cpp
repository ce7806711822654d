#include "issues/subscription.hpp"

#include "db/composition.hpp"
#include "issues/readable.hpp"

namespace cairn::issues {

Hearing hearing_of(db::Queries& db, std::int64_t account_id, const StoredIssue& issue)
{
    if (const auto asked = db.first<bool>(
            "SELECT subscribed FROM issue_subscription WHERE issue_id = $1 AND account_id = $2", issue.id, account_id))
        return *asked ? Hearing::asked : Hearing::refused;
    if (issue.poster_id == account_id) return Hearing::opened;
    if (db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM watch WHERE repository_id = $1 AND account_id = $2"
                        " AND NOT ignored) AS value",
                        issue.repository_id, account_id))
        return Hearing::watches;
    const bool talks = db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM comment WHERE issue_id = $1 AND poster_id = $2"
                                       " AND kind IN ('comment', 'review', 'code')) AS value",
                                       issue.id, account_id);
    return talks ? Hearing::talks : Hearing::no;
}

bool hears_of(db::Queries& db, std::int64_t account_id, const StoredIssue& issue)
{
    const auto hearing = hearing_of(db, account_id, issue);
    return hearing != Hearing::refused && hearing != Hearing::no;
}

void subscribe(db::Transaction& tx, std::int64_t account_id, std::int64_t issue_id, bool subscribed)
{
    tx.run("INSERT INTO issue_subscription (issue_id, account_id, subscribed, created_at) VALUES ($1, $2, $3, $4)"
           " ON CONFLICT (issue_id, account_id) DO UPDATE SET subscribed = excluded.subscribed,"
           " created_at = excluded.created_at",
           issue_id, account_id, subscribed, Time::now());
}

Page<accounts::ShownAccount> list_subscribers(const api::View& view, const IssueContext& at, const Paging& paging)
{
    return view.db().page<accounts::ShownAccount>(paging,
                                                  "SELECT a.* FROM issue_subscription s JOIN account a ON"
                                                  " a.id = s.account_id WHERE s.issue_id = $1 AND s.subscribed"
                                                  " ORDER BY s.created_at, a.id",
                                                  at.issue.id);
}

Page<StoredIssue> subscribed_issues(const api::View& view, const Paging& paging)
{
    db::Composition query("SELECT i.id FROM issue_subscription s JOIN issue i ON i.id = s.issue_id"
                          " JOIN repository r ON r.id = i.repository_id WHERE s.subscribed AND s.account_id = ");
    query << db::bound(view.caller.id) << " AND ";
    add_reads_issue(query, access::Viewer::of(view.caller));
    query << " ORDER BY i.updated_at DESC, i.id DESC";
    const auto found = view.db().page<std::int64_t>(paging, query);
    return {.items = find_listed(view.db(), found.items), .total = found.total};
}

Result<bool> set_subscribed(const api::Call& call, const IssueContext& at, const accounts::Account& person,
                            bool subscribed)
{
    if (person.id != call.caller.id && !call.caller.admin)
        return fail(Errc::forbidden, "only administrators may do this for somebody else");
    return call.db().write([&](db::Transaction& tx) {
        if (hears_of(tx, person.id, at.issue) == subscribed) return false;
        subscribe(tx, person.id, at.issue.id, subscribed);
        return true;
    });
}

} // namespace cairn::issues
