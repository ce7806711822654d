#include "issues/time/tracking.hpp"

#include "accounts/profile/block.hpp"
#include "config/settings.hpp"
#include "db/composition.hpp"

namespace cairn::issues {

using access::Unit;
using accounts::Account;
using api::Call;
using db::bound;

namespace {

// A hundred years, so that no sum of them is too large for a number.
constexpr std::int64_t longest = 3'155'760'000;

std::unexpected<Error> refuse_quietly() { return fail(Errc::forbidden, "", ErrorForm::empty); }

std::unexpected<Error> refuse_off() { return fail(Errc::bad_request, "time is not tracked in this repository"); }

// Whose times are asked for; 0 for everybody's. Whoever may not write sees nobody's but the own.
Result<std::int64_t> whose(const Call& call, const RepositoryContext& place, const std::string& user)
{
    std::int64_t wanted = 0;
    if (!user.empty()) {
        const auto account = accounts::find_account(call.db(), user);
        if (!account) return not_found("the account");
        wanted = account->id;
    }
    if (wanted == call.caller.id || place.access.writes(Unit::issues)) return wanted;
    if (wanted != 0) return fail(Errc::forbidden, "only who may write to issues sees the times of others");
    return call.caller.id;
}

void add_bounds(db::Composition& query, const ListOwnTimes& bounds)
{
    if (bounds.since) query << " AND t.created_at >= " << bound(*bounds.since);
    if (bounds.before) query << " AND t.created_at <= " << bound(*bounds.before);
    query << " ORDER BY t.created_at, t.id";
}

// Nobody but an administrator says of others that they have worked.
Result<std::int64_t> worker(const Call& call, const RepositoryContext& place, const std::string& name)
{
    if (name.empty() || !(place.access.administers() || call.caller.admin)) return call.caller.id;
    const auto account = accounts::find_account(call.db(), name);
    if (!account || account->kind != accounts::AccountKind::individual) return not_found("the account");
    return account->id;
}

Result<void> check_may_track(const Call& call, const IssueContext& at)
{
    if (!tracks_time(call, at.place)) return refuse_off();
    if (!may_track_time(call, at)) return refuse_quietly();
    return {};
}

void tell_deleted(db::Transaction& tx, const Call& call, const IssueContext& at, std::int64_t seconds)
{
    add_event(tx,
              {.issue_id = at.issue.id,
               .repository_id = at.issue.repository_id,
               .kind = EventKind::delete_time_manual,
               .poster_id = call.caller.id,
               .body = duration_words(seconds)});
}

} // namespace

bool tracks_time(const Call& call, const RepositoryContext& place)
{
    return call.settings().service.enable_timetracking && place.repository.time_tracker;
}

bool may_track_time(const Call& call, const IssueContext& at)
{
    if (!tracks_time(call, at.place)) return false;
    if (at.may_write()) return true;
    if (accounts::is_blocked(call.db(), at.place.owner.id, call.caller.id)) return false;
    if (!at.place.repository.only_contributors_track_time || at.is_poster(call.caller)) return true;
    return call.db().scalar<bool>("SELECT EXISTS (SELECT 1 FROM issue_assignee WHERE issue_id = $1 AND account_id = $2)"
                                  " AS value",
                                  at.issue.id, call.caller.id);
}

Result<void> check_reads_times(const Call& call, const RepositoryContext& place)
{
    TRY(question::signed_in(call, place));
    if (!reads_issues(place)) return not_found("the repository's issues");
    if (!tracks_time(call, place)) return refuse_off();
    return {};
}

Result<Page<StoredTime>> list_times(const Call& call, const IssueContext& at, const ListTimes& wanted)
{
    if (!tracks_time(call, at.place)) return not_found("time tracking in this repository");
    const auto account = TRY(whose(call, at.place, wanted.user));
    db::Composition query(select_times.text);
    query << " WHERE NOT t.deleted AND t.issue_id = " << bound(at.issue.id);
    if (account != 0) query << " AND t.account_id = " << bound(account);
    add_bounds(query, wanted);
    return call.db().page<StoredTime>(wanted, query);
}

Result<Page<StoredTime>> list_times(const Call& call, const RepositoryContext& place, const ListTimes& wanted)
{
    const auto account = TRY(whose(call, place, wanted.user));
    db::Composition query(select_times.text);
    query << " WHERE NOT t.deleted AND i.repository_id = " << bound(place.repository.id);
    if (account != 0) query << " AND t.account_id = " << bound(account);
    if (!reads_pulls(place)) query << " AND NOT i.is_pull";
    add_bounds(query, wanted);
    return call.db().page<StoredTime>(wanted, query);
}

Page<StoredTime> list_times(const Call& call, const Account& account, const ListOwnTimes& wanted)
{
    db::Composition query(select_times.text);
    query << " WHERE NOT t.deleted AND t.account_id = " << bound(account.id);
    add_bounds(query, wanted);
    return call.db().page<StoredTime>(wanted, query);
}

Result<std::vector<StoredTime>> list_times_of(const Call& call, const RepositoryContext& place, const std::string& user)
{
    const auto account = accounts::find_account(call.db(), user);
    if (!account) return not_found("the account");
    if (account->id != call.caller.id && !place.access.administers())
        return fail(Errc::forbidden, "only who administers the repository sees the times of others");
    db::Composition query(select_times.text);
    query << " WHERE NOT t.deleted AND i.repository_id = " << bound(place.repository.id)
          << " AND t.account_id = " << bound(account->id) << " ORDER BY t.created_at, t.id";
    return call.db().all<StoredTime>(query);
}

std::int64_t time_spent(const Call& call, const IssueContext& at)
{
    const auto account = whose(call, at.place, "").value_or(call.caller.id);
    return call.db().scalar<std::int64_t>("SELECT COALESCE(sum(seconds), 0) AS value FROM tracked_time"
                                          " WHERE issue_id = $1 AND NOT deleted AND ($2 = 0 OR account_id = $2)",
                                          at.issue.id, account);
}

Result<StoredTime> track_time(const Call& call, const IssueContext& at, const AddTimeOption& option)
{
    if (option.time == 0) return fail(Errc::unprocessable, "[time]: is required");
    if (option.time > longest || option.time < -longest)
        return fail(Errc::unprocessable, "[time]: is longer than a hundred years");
    TRY(check_may_track(call, at));
    const auto account = TRY(worker(call, at.place, option.user_name));
    return call.db().write([&](db::Transaction& tx) {
        return add_time(tx, at.issue, {.account_id = account, .seconds = option.time}, EventKind::add_time_manual);
    });
}

Result<> delete_time(const Call& call, const IssueContext& at, std::int64_t id)
{
    static constexpr auto of_issue = select_times + " WHERE t.id = $1 AND t.issue_id = $2 AND NOT t.deleted";
    TRY(check_may_track(call, at));
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        const auto time = tx.first<StoredTime>(of_issue.text, id, at.issue.id);
        if (!time) return not_found("the entry");
        if (time->account_id != call.caller.id && !call.caller.admin) return refuse_quietly();
        tx.run("UPDATE tracked_time SET deleted = TRUE WHERE id = $1", time->id);
        tell_deleted(tx, call, at, time->seconds);
        return {};
    });
}

Result<> reset_time(const Call& call, const IssueContext& at)
{
    TRY(check_may_track(call, at));
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        std::int64_t seconds = 0;
        const auto gone = tx.all<std::int64_t>("UPDATE tracked_time SET deleted = TRUE WHERE issue_id = $1"
                                               " AND account_id = $2 AND NOT deleted RETURNING seconds",
                                               at.issue.id, call.caller.id);
        if (gone.empty()) return not_found("time of yours on this issue");
        for (const auto each : gone) seconds += each;
        tell_deleted(tx, call, at, seconds);
        return {};
    });
}

} // namespace cairn::issues
