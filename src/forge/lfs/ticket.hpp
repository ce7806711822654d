// What a client gets over SSH, where it has shown a key, to use LFS over HTTP for a while: a sealed note of who that
// was, for one repository and one purpose. What it opens is asked anew at every use.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/time.hpp"

namespace cairn::config {
struct Settings;
} // namespace cairn::config

namespace cairn::lfs {

struct Ticket {
    std::int64_t repository_id = 0;
    std::int64_t account_id = 0;    // 0: of a deploy key
    std::int64_t deploy_key_id = 0; // its id in public_key; 0: of an account
    bool writes = false;
    Time expires_at{};
};

// As the value of an Authorization header. Its scheme is one that nothing else on the site listens to.
std::string write_ticket(const config::Settings&, const Ticket&);

// Nothing for what is no ticket of this site, or one that has expired.
std::optional<Ticket> read_ticket(const config::Settings&, std::string_view authorization, Time now);

} // namespace cairn::lfs
