// Applications that are registered by a call (RFC 7591) instead of on a page: what is kept of them, how many there may
// be, and when they go.
#pragma once

#include <stop_token>

#include "api/call.hpp"
#include "identity/application.hpp"

namespace cairn::identity {

struct NewClient {
    WithSecret made;
    std::string registration_token; // told once, here
};
// Without an owner it is a stranger's. Errc::too_many_requests where there is no place for more.
Result<NewClient> register_client(db::Transaction&, std::optional<std::int64_t> owner_id, const ApplicationDraft&);

// Nothing where there is no such application, or the token is not the one that it is managed by.
std::optional<Application> find_managed(db::Queries&, std::string_view client_id, std::string_view token);

// How many have registered themselves without anybody's approval, and are used by nobody.
std::int64_t count_unused_strangers(db::Queries&);

// Whether this address may register one more now, if it is counted.
bool may_register_now(std::string_view address, Time now);

// For the scheduler: deletes those that nobody has used for as long as [oauth2] UNUSED_CLIENT_EXPIRATION_TIME says.
void forget_unused_clients(const api::Site&, const std::stop_token&);

} // namespace cairn::identity
