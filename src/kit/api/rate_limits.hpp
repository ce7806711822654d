// How many requests one client may make: by account, by token, and by address for those who have neither. What was used
// comes back evenly; who has used all of it is told when to come again.
//
// Of a site of several nodes, each counts by itself, and now and then adds what the others say that a client has used
// there. They only speak of those who have used much: a thirty-second of a limit, in less time than that takes to come
// back. Who has used too much because not all knew of it waits for that, too.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/caller.hpp"
#include "base/result.hpp"
#include "http/message.hpp"

namespace cairn::config {
struct RateLimit;
} // namespace cairn::config

namespace cairn::api {

// Any thread may call anything; none waits for another. Its memory is bounded (1.5 MiB): a new client takes the place
// of one of a few that has the most left, and at worst that one begins anew.
class RateLimits {
public:
    using Clock = std::chrono::steady_clock;

    // Clients are known by numbers that nobody can foresee who does not have the `secret`: those of one site have the
    // same. Empty: any.
    explicit RateLimits(const config::RateLimit&, std::string_view secret = {},
                        Clock::time_point (*now)() = &Clock::now);
    ~RateLimits();
    RateLimits(const RateLimits&) = delete;
    RateLimits& operator=(const RateLimits&) = delete;

    enum class Take : std::uint8_t { nothing, one };

    // How often a client has asked.
    struct Use {
        std::uint64_t client = 0;
        std::uint32_t count = 0;

        bool operator==(const Use&) const = default;
    };
    // For a site of several nodes, before the first check. `due` is called when there is something to tell the others,
    // and not again before take_due().
    void share(std::function<void()> due);
    // What is to be told, and is told by that: at most so many clients, the rest is due again.
    std::vector<Use> take_due(std::size_t most);
    // What another node has told.
    void add(const Use&);

private:
    // The last bits of a client's number, so that whoever hears of it knows which limit it is about.
    enum class Kind : std::uint8_t { address = 1, token = 2, account = 3 };

    struct Policy {
        Kind kind{};
        std::string name; // in quotes
        std::int64_t limit = 0;
        std::uint64_t interval = 0; // nanoseconds until one more may be asked
        std::string words;          // the value of RateLimit-Policy
        std::uint32_t much = 1;     // so many requests are told to other nodes
    };

public:
    // What a client has left, of the limit that it is nearest to. False: none applies.
    class Share {
    public:
        explicit operator bool() const { return policy_ != nullptr; }
        // RateLimit and RateLimit-Policy of the answer, unless it has them: what refused it has said why.
        void tell(http::Response&) const;

    private:
        friend class RateLimits;
        const Policy* policy_ = nullptr;
        std::int64_t left_ = 0;
        std::int64_t seconds_ = 0; // until all of it has come back
    };

    // Why this one has to wait: too_many_requests with its time and the headers that say so. Null instead of a caller:
    // the credentials were wrong. Of clients on this machine nothing is counted. `share` is set where a limit applies
    // and the client is within it; it must not outlive this.
    std::optional<Error> check(std::string_view address, const Caller*, Take, Share* share = nullptr);

private:
    struct Place {
        std::atomic<std::uint64_t> mark = 0;
        std::atomic<std::uint64_t> used_until = 0; // nanoseconds: when all that was used will have come back
        std::atomic<std::uint32_t> untold = 0;     // how much of it was used here, and other nodes do not know
    };
    // Most sites see few clients: the places of many groups are made when somebody comes who belongs to one of them.
    static constexpr std::size_t places_together = 4, groups_of_a_block = 64, block_count = 256;
    static constexpr std::size_t places_of_a_block = places_together * groups_of_a_block;
    using Block = std::array<Place, places_of_a_block>;

    Policy policy(Kind, std::string_view name, std::int64_t limit) const;
    const Policy& policy_of(std::uint64_t mark) const;
    std::uint64_t moment() const;
    std::uint64_t mark_of(Kind, std::string_view who) const;
    Block& block_at(std::size_t number);
    Place& place_of(std::uint64_t mark, std::uint64_t now);
    std::optional<Error> check(const Policy&, std::uint64_t mark, Take, Share*);
    void note_untold(const Policy&, Place&, bool had_all_back);

    const bool enabled_;
    const std::int64_t window_; // seconds
    const std::uint64_t window_nanoseconds_;
    const Policy account_, token_, address_;
    Clock::time_point (*now_)();
    const std::uint64_t seed_;
    std::array<std::atomic<Block*>, block_count> blocks_{};
    std::function<void()> due_{};
    std::atomic<bool> is_due_ = false;
    std::size_t next_place_ = 0; // where take_due() goes on
};

// What RateLimit-Policy and RateLimit say to one who has to wait so many seconds. The name of the limit has no quotes.
void tell_of_limit(Error&, std::string_view name, std::int64_t limit, std::int64_t window);

// A number for an account, or for a client's address (one for a whole /64 of IPv6): the same until the program ends,
// and never 0.
std::uint64_t client_number(std::int64_t account);
std::uint64_t client_number(std::string_view address);

} // namespace cairn::api
