// How often an address may come and show no key: a handshake costs us more than it costs them. Whoever shows a key gets
// back what the visit has cost.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <unordered_map>

namespace cairn::ssh {

// Not safe from several threads.
class ConnectionLimiter {
public:
    using Clock = std::chrono::steady_clock;

    struct Limits {
        double burst = 100;     // visits at once
        double each_second = 5; // and this many more as time goes by
        std::size_t most_addresses = 10'000;
    };

    explicit ConnectionLimiter(Limits limits) : limits_(limits) { }

    // False: not now.
    bool admit(std::string_view address, Clock::time_point now);
    void became_known(std::string_view address);

    // Whoever has an IPv6 address has 2^64 of them: they count as one.
    static std::string network_of(std::string_view address);

private:
    struct Account {
        double left;
        Clock::time_point since;
    };
    double left_at(const Account&, Clock::time_point now) const;

    const Limits limits_;
    std::unordered_map<std::string, Account> accounts_;
};

} // namespace cairn::ssh
