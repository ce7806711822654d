// Which repository git over HTTP is about, and whether the caller may fetch from it or push to it: the order of the
// questions is what keeps strangers from learning what there is.
#pragma once

#include "api/call.hpp"
#include "repositories/guards.hpp"

namespace cairn::transport {

enum class Service : std::uint8_t { fetch, push };

struct GitPlace {
    repositories::StoredRepository repository; // its id is 0 if the push shall make it
    accounts::Account owner;
    access::Access access;
    bool wiki = false;
    std::string storage; // the key of the folder; empty: there is none yet

    bool is_to_be_made() const { return repository.id == 0; }
};

// The name in the address without .git and .wiki, in any case.
struct GitName {
    std::string name;
    bool wiki = false;
};
GitName git_name(std::string_view segment);

// Errc::unauthorized asks git for credentials, also where there is nothing; Errc::moved leads to another address.
Result<GitPlace> find_git_place(api::Call&, Service);

} // namespace cairn::transport
