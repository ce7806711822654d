// Repositories that a push makes, where [repository] lets it.
#pragma once

#include "api/call.hpp"
#include "repositories/repository.hpp"
#include "transport/visitor.hpp"

namespace cairn::transport {

// Whether a push by the visitor may make a repository of that name. Errc::forbidden otherwise, in the same words for
// every reason that has to do with others.
Result<void> check_push_creates(const api::Site&, const Visitor&, const accounts::Account& owner,
                                std::string_view name);

Result<repositories::StoredRepository> create_for_push(const api::Site&, const accounts::Account& owner,
                                                       const accounts::Account& pusher, const std::string& name);

} // namespace cairn::transport
