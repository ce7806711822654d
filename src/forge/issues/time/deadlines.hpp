// When an issue should be done.
#pragma once

#include "issues/issue_guards.hpp"

namespace cairn::issues {

enum class Zone : std::uint8_t { written, utc };

// The last second of the day that was written, in the zone that was written with it or in UTC. Errc::unprocessable for
// what is no time.
Result<Time> end_of_day(std::string_view written, Zone);

struct EditDeadlineOption {
    std::optional<std::string> due_date;
};
BOOST_DESCRIBE_STRUCT(EditDeadlineOption, (), (due_date))
constexpr auto notes(const EditDeadlineOption*)
{
    return std::array{
        Note{.member = "due_date", .doc = "the day by whose end it should be done; null: none", .format = "date-time"}};
}

// When it should be done from now on; nothing for no time. Errc::unprocessable for what is no time, Errc::not_found if
// the issue is gone.
Result<std::optional<Time>> edit_deadline(const api::Call&, const IssueContext&, const EditDeadlineOption&);

} // namespace cairn::issues
