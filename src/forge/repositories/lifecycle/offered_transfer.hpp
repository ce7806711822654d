// A repository that waits for a new owner's word, as its readers see it.
#pragma once

#include "repositories/guards.hpp"

namespace cairn::repositories {

struct OfferedTransfer {
    accounts::Account recipient;
    bool may_accept = false; // the caller: transfer.hpp says who
    bool may_reject = false;
};
std::optional<OfferedTransfer> offered_transfer(const api::Call&, const RepositoryContext&);

} // namespace cairn::repositories
