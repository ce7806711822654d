// Tracking time on issues: who may, what was spent, and booking it.
#pragma once

#include "issues/time/tracked_time.hpp"

namespace cairn::issues {

// The site and the repository have it.
bool tracks_time(const api::Call&, const RepositoryContext&);

// Where it is not for everybody: whoever may write to the issue, has opened it, or is assigned.
bool may_track_time(const api::Call&, const IssueContext&);

// Whoever reads the repository's issues, signed in. Errc::bad_request where time is not tracked.
Result<void> check_reads_times(const api::Call&, const RepositoryContext&);
inline constexpr api::Guard reads_times =
    repositories::repository_guard<check_reads_times>("reads the repository's times", {400, 401, 404});

struct ListOwnTimes : Paging {
    std::optional<Time> since;
    std::optional<Time> before;
};
BOOST_DESCRIBE_STRUCT(ListOwnTimes, (Paging), (since, before))
constexpr auto notes(const ListOwnTimes*)
{
    return std::array{Note{"since", "only what was added then or later"},
                      Note{"before", "only what was added then or earlier"}};
}

struct ListTimes : ListOwnTimes {
    std::string user;
};
BOOST_DESCRIBE_STRUCT(ListTimes, (ListOwnTimes), (user))
constexpr auto notes(const ListTimes*) { return std::array{Note{"user", "only what this person has spent"}}; }

// One page of what was spent on an issue or in a repository, the oldest first, and how many entries there are. Whoever
// may not write to issues sees nobody's but the own: Errc::forbidden where somebody else's are asked for;
// Errc::not_found for somebody who is nobody, and for an issue where time is not tracked.
Result<Page<StoredTime>> list_times(const api::Call&, const IssueContext&, const ListTimes&);
Result<Page<StoredTime>> list_times(const api::Call&, const RepositoryContext&, const ListTimes&);
// By somebody, everywhere. The total counts also what is in repositories that are closed to the caller by now, as
// clients know it.
Page<StoredTime> list_times(const api::Call&, const accounts::Account&, const ListOwnTimes&);
// All that somebody has spent in a repository. Errc::forbidden for the times of others, unless the caller administers
// it; Errc::not_found for nobody.
Result<std::vector<StoredTime>> list_times_of(const api::Call&, const RepositoryContext&, const std::string& user);

// In seconds, of all that the caller sees of it.
std::int64_t time_spent(const api::Call&, const IssueContext&);

struct AddTimeOption {
    std::int64_t time = 0;
    std::optional<Time> created;
    std::string user_name;
};
BOOST_DESCRIBE_STRUCT(AddTimeOption, (), (time, created, user_name))
constexpr auto notes(const AddTimeOption*)
{
    return std::array{
        Note{.member = "time", .doc = "in seconds; a negative one takes back", .required = true},
        Note{"created", "told in the answer; what counts is when it was added"},
        Note{"user_name", "who has spent it, if not you; for administrators"},
    };
}

// Books it. Errc::unprocessable for no time or more than a hundred years, Errc::bad_request where time is not tracked,
// Errc::forbidden for who may not, Errc::not_found for somebody who is nobody.
Result<StoredTime> track_time(const api::Call&, const IssueContext&, const AddTimeOption&);

// One entry, of the caller's own unless the caller is an administrator; and all of the caller's own on an issue. Errors
// as above, Errc::not_found where there is none.
Result<> delete_time(const api::Call&, const IssueContext&, std::int64_t id);
Result<> reset_time(const api::Call&, const IssueContext&);

} // namespace cairn::issues
