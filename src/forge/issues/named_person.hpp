// Somebody whom a filter of issues names.
#pragma once

#include "api/view.hpp"

namespace cairn::issues {

struct NamedPerson {
    std::int64_t id = 0; // 0: none was named
    bool hidden = false; // from the caller, for whom they are nobody unless what was found shows them
};

// Errc::not_found for a name that nobody has.
Result<NamedPerson> find_named_person(const api::View&, const std::string& name);

// Errc::not_found, as for a name that nobody has, where nothing was found of somebody who is hidden: whether there is
// such an account must not be told by the status.
Result<void> check_is_shown(const NamedPerson&, std::int64_t found);

} // namespace cairn::issues
