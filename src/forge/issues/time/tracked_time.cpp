#include "issues/time/tracked_time.hpp"

#include "db/composition.hpp"
#include "issues/readable.hpp"
#include "issues/timeline/timeline.hpp"

namespace cairn::issues {

using api::View;
using db::bound;

namespace {

void add_words(std::string& out, std::int64_t count, std::string_view unit)
{
    if (count == 0) return;
    if (!out.empty() && out != "-") out += ' ';
    out += std::to_string(count) + " " + std::string(unit) + (count == 1 ? "" : "s");
}

} // namespace

std::vector<TrackedTime> show_times(const View& view, std::span<const StoredTime> times)
{
    std::vector<std::int64_t> ids;
    for (const auto& time : times) ids.push_back(time.issue_id);
    std::map<std::int64_t, Issue> issues;
    for (auto& issue : readable_issues(view, ids)) issues.emplace(issue.id, std::move(issue));
    std::vector<TrackedTime> shown;
    for (const auto& time : times)
        if (const auto issue = issues.find(time.issue_id); issue != issues.end())
            shown.push_back({.id = time.id,
                             .created = time.created_at,
                             .time = time.seconds,
                             .user_id = time.account_id,
                             .user_name = time.account_id != 0 ? time.account_name : "Ghost",
                             .issue_id = time.issue_id,
                             .issue = issue->second});
    return shown;
}

std::map<std::int64_t, TrackedTime> tracked_times_by_id(const View& view, const std::vector<std::int64_t>& ids)
{
    std::map<std::int64_t, TrackedTime> found;
    if (ids.empty()) return found;
    db::Composition query(select_times.text);
    query << " WHERE t.id IN " << bound(ids);
    for (auto& time : show_times(view, view.db().all<StoredTime>(query))) found.emplace(time.id, std::move(time));
    return found;
}

StoredTime add_time(db::Transaction& tx, const StoredIssue& issue, const NewTime& spent, EventKind how)
{
    static constexpr auto by_id = select_times + " WHERE t.id = $1";
    const auto id = tx.scalar<std::int64_t>("INSERT INTO tracked_time (issue_id, account_id, seconds, created_at)"
                                            " VALUES ($1, $2, $3, $4) RETURNING id",
                                            issue.id, spent.account_id, spent.seconds, Time::now());
    add_event(tx,
              {.issue_id = issue.id,
               .repository_id = issue.repository_id,
               .kind = how,
               .poster_id = spent.account_id,
               .body = duration_words(spent.seconds),
               .tracked_time_id = id});
    return tx.one<StoredTime>(by_id.text, id);
}

std::string duration_words(std::int64_t seconds)
{
    const auto amount = seconds < 0 ? -static_cast<std::uint64_t>(seconds) : static_cast<std::uint64_t>(seconds);
    const auto count = [&](std::uint64_t part) { return static_cast<std::int64_t>(part); };
    std::string words = seconds < 0 ? "-" : "";
    add_words(words, count(amount / 3600), "hour");
    add_words(words, count(amount / 60 % 60), "minute");
    if (amount < 60 && amount > 0) add_words(words, count(amount), "second");
    return amount == 0 ? "0 seconds" : words;
}

} // namespace cairn::issues
