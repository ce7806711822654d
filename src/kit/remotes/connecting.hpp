// A name may have several addresses, of which a server need not listen on all.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "base/result.hpp"

namespace cairn::remotes {

// The first of the addresses, tried in their order, where a server takes connections. Errc::unavailable for none,
// Errc::conflict once `goes_on`, which is asked about once a second, says no.
Result<std::string> first_that_answers(std::span<const std::string> ips, std::uint16_t port,
                                       const std::function<bool()>& goes_on);

} // namespace cairn::remotes
