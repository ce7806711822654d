// How often one may guess. Failures are counted in memory, by who tries (an address) and what is tried (a name, an
// account), and drain away with time: who has tried too often waits until a failure is forgotten. Nobody can lock
// somebody else out: the limits are on the address and on the pair of address and name; an account that many addresses
// try to enter only gets slower. The nodes of a site tell each other what they count, as numbers that say nothing to
// anybody else.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "accounts/sign_in/semaphore.hpp"
#include "base/per_second.hpp"

namespace cairn::config {
struct Security;
} // namespace cairn::config

namespace cairn::accounts {

// Safe from any thread. Its memory is fixed: a new entry displaces the one of a few that matters least.
class LoginLimits {
public:
    using Clock = std::chrono::steady_clock;
    using Seconds = std::chrono::seconds;

    // With the site's secret key it knows names and addresses by the numbers by which other nodes know them.
    explicit LoginLimits(const config::Security&, Clock::time_point (*now)() = &Clock::now);

    // For a site of several nodes, before the first sign-in: `tell` is called with what others are to hear, a line of
    // text of less than 80 bytes, each another one. It must not wait. Whoever guesses passwords and codes is as slow as
    // they are to check; of wrong tokens, which cost nothing to send, only so many are told in a second.
    void share(std::function<void(std::string_view line)> tell) { tell_ = std::move(tell); }
    // What another node has told.
    void hear(std::string_view line);

    // How long this address has to wait before it may try this name; zero: it may. What is asked while waiting does not
    // count. The name is as typed, so that the answer is the same whether there is such an account.
    Seconds wait(std::string_view address, std::string_view name) const;

    // After a wrong password.
    void count_failure(std::string_view address, std::string_view name);
    // After a right one. It forgets no failure, or a right password would buy more guesses at the code that comes next.
    void count_success(std::string_view address, std::string_view name);
    // Whether so many have tried this name, from wherever, that checks for it should take longer.
    bool slow(std::string_view name) const;

    // The address and the name as numbers, for taking turns.
    Guest guest(std::string_view address, std::string_view name) const;

    // Tokens are nobody's before they are known: here the limit is on the address alone, and none for this machine.
    Seconds wait_for_token(std::string_view address) const;
    void count_wrong_token(std::string_view address);

    // Codes are guessed by who has the password already, and are short: here the limit is on the account.
    Seconds wait_for_code(std::int64_t account_id) const;
    void count_wrong_code(std::int64_t account_id);

private:
    enum class Kind : char { pair = 'p', address = 'a', name = 'n', code = 'c', success = 's', token = 't' };

    struct Entry {
        std::uint64_t mark = 0;
        double level = 0; // failures not yet forgotten at `at`
        double limit = 1; // so many are forgotten within the window
        Clock::time_point at{};
    };
    static constexpr std::size_t places_together = 8, bucket_count = 8192;
    using Bucket = std::array<Entry, places_together>;

    struct Counted {
        Kind kind{};
        std::uint64_t mark = 0;
    };

    Counted counted(Kind kind, std::string_view one, std::string_view other = "") const
    {
        return {kind, mark_of(kind, one, other)};
    }
    std::uint64_t mark_of(Kind, std::string_view one, std::string_view other = "") const;
    double limit_of(Kind) const;
    double level_now(const Entry&) const;
    Seconds time_until_below(std::uint64_t mark, double limit) const;
    void count(std::initializer_list<Counted>);
    void tell(std::initializer_list<Counted>);
    void add(const Counted&);

    const double per_pair_, per_address_, per_account_;
    const std::chrono::duration<double> window_;
    Clock::time_point (*now_)();
    std::string key_;
    std::function<void(std::string_view)> tell_{};
    std::atomic<std::uint64_t> told_ = 0;
    PerSecond wrong_tokens_told_{100};
    mutable std::mutex mutex_;
    std::vector<std::unique_ptr<Bucket>> buckets_; // each made when something is put into it
};

} // namespace cairn::accounts
