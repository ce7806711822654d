// Which mirrors elsewhere a repository has: added, found, removed, and asked to be brought up to date.
#pragma once

#include "api/call.hpp"
#include "repositories/guards.hpp"

namespace cairn::mirrors {

struct StoredPushMirror {
    std::int64_t id = 0;
    std::int64_t repository_id = 0;
    std::string remote_name;
    std::string remote_address;
    std::string credentials; // sealed
    std::int64_t interval_seconds = 0;
    bool sync_on_commit = false;
    Time created_at;
    Time updated_at; // when it was last tried
    Time next_at;
    std::string last_error;
    Time large_files_at; // all that came before were sent
};
BOOST_DESCRIBE_STRUCT(StoredPushMirror, (),
                      (id, repository_id, remote_name, remote_address, credentials, interval_seconds, sync_on_commit,
                       created_at, updated_at, next_at, last_error, large_files_at))

struct CreatePushMirrorOption {
    std::string remote_address;
    std::string remote_username;
    std::string remote_password;
    std::string interval;
    bool sync_on_commit = false;
};
BOOST_DESCRIBE_STRUCT(CreatePushMirrorOption, (),
                      (remote_address, remote_username, remote_password, interval, sync_on_commit))
constexpr auto notes(const CreatePushMirrorOption*)
{
    return std::array{Note{"", "A repository elsewhere that shall follow this one"},
                      Note{"remote_address", "where it is: https, http or git"},
                      Note{"interval", "how often it is brought up to date, such as 8h0m0s; 0: not by itself"},
                      Note{"sync_on_commit", "bring it up to date after every push"}};
}

// The page of a repository's mirrors elsewhere, in the order in which they came.
Page<StoredPushMirror> list_push_mirrors(db::Queries&, std::int64_t repository_id, const Paging&);
// Errc::not_found when the repository has none of that name.
Result<StoredPushMirror> find_push_mirror(db::Queries&, std::int64_t repository_id, std::string_view remote_name);

// Errc::bad_request for an address or an interval that makes no sense, for the one too many, and where the site keeps
// no mirrors; Errc::unauthorized for a server that the site does not connect to; Errc::forbidden where it makes no new
// ones.
Result<StoredPushMirror> add_push_mirror(const api::Call&, const repositories::RepositoryContext&,
                                         const CreatePushMirrorOption&);
// One that is not there is gone already.
void remove_push_mirror(const api::Call&, const repositories::RepositoryContext&, std::string_view remote_name);

// All of them, as soon as somebody has time. Errc::bad_request where the site keeps no mirrors.
Result<void> sync_push_mirrors(const api::Call&, const repositories::RepositoryContext&);

} // namespace cairn::mirrors
