// Which repository a git client is about, and whether it may fetch from it or push to it: the order of the questions is
// what keeps strangers from learning what there is.
#pragma once

#include "api/call.hpp"
#include "repositories/guards.hpp"
#include "repositories/references/git_name.hpp"
#include "transport/visitor.hpp"

namespace cairn::transport {

enum class Service : std::uint8_t { fetch, push };

struct GitContext {
    repositories::StoredRepository repository; // its id is 0 if the push shall make it
    accounts::Account owner;
    access::Access access;
    bool wiki = false;
    bool moved = false;  // it had another place, which the client has asked for
    std::string storage; // the key of the folder; empty: there is none yet

    bool is_to_be_made() const { return repository.id == 0; }
};

// Errc::unauthorized asks git for credentials, also where there is nothing.
Result<GitContext> find_git_place(const api::Site&, const Visitor&, const accounts::Account& owner,
                                  const repositories::GitName&, Service);

// The place in the address of a request. Errc::moved leads to another address.
Result<GitContext> find_git_place(api::Call&, Service);

} // namespace cairn::transport
