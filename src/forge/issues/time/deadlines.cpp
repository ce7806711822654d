#include "issues/time/deadlines.hpp"

#include "db/database.hpp"
#include "issues/changes.hpp"
#include "issues/issue_guards.hpp"
#include "issues/tables.hpp"

namespace cairn::issues {

using namespace api;
using enum Method;

namespace {

struct EditDeadlineOption {
    std::optional<std::string> due_date;
};
BOOST_DESCRIBE_STRUCT(EditDeadlineOption, (), (due_date))
constexpr auto notes(const EditDeadlineOption*)
{
    return std::array{
        Note{.member = "due_date", .doc = "the day by whose end it should be done; null: none", .format = "date-time"}};
}

struct IssueDeadline {
    Time due_date;
};
BOOST_DESCRIBE_STRUCT(IssueDeadline, (), (due_date))
constexpr auto notes(const IssueDeadline*)
{
    return std::array{Note{"", "When an issue should be done"}, Note{"due_date", "the beginning of 1970 for never"}};
}

Result<IssueDeadline> edit(Call& call, const IssueContext& at, Body<EditDeadlineOption> body)
{
    std::optional<Time> deadline;
    if (body->due_date) deadline = TRY(end_of_day(*body->due_date, Zone::utc));
    return call.db().write([&](db::Transaction& tx) -> Result<IssueDeadline> {
        auto issue = find_issue(tx, at.issue.id);
        if (!issue) return not_found("the issue");
        set_deadline({tx, call.site.events, call.caller.id, *issue}, deadline);
        return IssueDeadline{deadline.value_or(Time{})};
    });
}

// clang-format off
constexpr Operation operations[] = {
    {POST, "/repos/{owner}/{repo}/issues/{index}/deadline", scope::issue, writes_issue, handle<edit>, 201, "issueEditIssueDeadline", "Say when an issue should be done", {422}},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

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

const Table deadline_table{"issue", operations};

} // namespace cairn::issues
