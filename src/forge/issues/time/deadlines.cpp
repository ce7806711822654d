#include "issues/time/deadlines.hpp"

#include "db/database.hpp"
#include "issues/changes.hpp"

namespace cairn::issues {

Result<Time> end_of_day(std::string_view written, Zone zone)
{
    constexpr std::size_t day_length = 10;   // 2026-11-15
    constexpr std::size_t clock_length = 19; // 2026-11-15T02:40:00
    if (!parse_rfc3339(written)) return fail(Errc::unprocessable, "[due_date]: a time is expected");
    auto offset = written.find_first_of("Zz+-", clock_length);
    const std::string suffix(zone == Zone::utc || offset == written.npos ? "Z" : written.substr(offset));
    const auto end = parse_rfc3339(std::string(written.substr(0, day_length)) + "T23:59:59" + suffix);
    if (!end) return fail(Errc::unprocessable, "[due_date]: a time is expected");
    return *end;
}

Result<std::optional<Time>> edit_deadline(const api::Call& call, const IssueContext& at,
                                          const EditDeadlineOption& option)
{
    std::optional<Time> deadline;
    if (option.due_date) deadline = TRY(end_of_day(*option.due_date, Zone::utc));
    return call.db().write([&](db::Transaction& tx) -> Result<std::optional<Time>> {
        auto issue = find_issue(tx, at.issue.id);
        if (!issue) return not_found("the issue");
        set_deadline({tx, call.site.events, call.caller.id, *issue}, deadline);
        return deadline;
    });
}

} // namespace cairn::issues
