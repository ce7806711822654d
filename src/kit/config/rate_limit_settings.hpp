// The section about how much one client may ask for.
#pragma once

#include "base/reflect.hpp"

namespace cairn::config {

struct RateLimit {
    bool enabled = true;
    std::int64_t window = 60;
    std::int64_t per_account = 12'000;
    std::int64_t per_token = 12'000;
    std::int64_t per_address = 6'000;
};
BOOST_DESCRIBE_STRUCT(RateLimit, (), (enabled, window, per_account, per_token, per_address))
constexpr auto notes(const RateLimit*)
{
    constexpr std::int64_t most = 1'000'000'000;
    return std::array{
        Note{"",
             "How many requests are answered; more are told to wait, with 429 and Retry-After. Clients on the machine "
             "itself are not counted. Behind a proxy, [security] REVERSE_PROXY_TRUSTED_PROXIES says whose word is "
             "taken for the client's address. Wrong passwords have limits of their own in [security]."},
        Note{"enabled", "Counts requests at all."},
        Note{.member = "window",
             .doc =
                 "The time that the numbers below are for. A client may use its share at once; what it has used comes "
                 "back evenly over this time.",
             .format = "duration",
             .minimum = 1,
             .maximum = 86400},
        Note{.member = "per_account",
             .doc = "Requests of an account, however it signs in; 0 is no limit.",
             .minimum = 0,
             .maximum = most},
        Note{.member = "per_token", .doc = "Requests with one token; 0 is no limit.", .minimum = 0, .maximum = most},
        Note{.member = "per_address",
             .doc =
                 "Requests of a client address that is not signed in, or whose credentials are wrong; addresses of one "
                 "/64 of IPv6 count as one. 0 is no limit.",
             .minimum = 0,
             .maximum = most},
    };
}

} // namespace cairn::config
