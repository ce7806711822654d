// The one place where passwords are hashed and checked. A check is slow and takes 19 MiB on purpose, so this holds how
// many run at once, and remembers for a few minutes which passwords were right.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <future>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "accounts/sign_in/semaphore.hpp"
#include "accounts/sign_in/verified_passwords.hpp"
#include "crypto/password_hash.hpp"

namespace cairn::config {
struct Settings;
} // namespace cairn::config

namespace cairn::accounts {

// What [security] PASSWORD_HASH_ALGO says; the usual cost where it cannot be read.
crypto::PasswordHashOptions password_cost(const config::Settings&);

struct PasswordsOptions {
    crypto::PasswordHashOptions hash;
    std::chrono::steady_clock::duration remembered_for = std::chrono::minutes(5);
    std::size_t remembered_at_most = 8192;
    unsigned hashes_at_once = std::max(1U, std::thread::hardware_concurrency() / 2); // the rest is for other work
    unsigned max_waiting = 16; // checks that wait for their turn, each on a worker; more are told to come back
    std::chrono::steady_clock::time_point (*now)() = &std::chrono::steady_clock::now;
};

struct Verdict {
    bool right = false;
    bool busy = false;  // nothing was checked: too many others wait already
    std::string rehash; // where not empty: a better hash of the same password, to be stored
};

// Safe from any thread; there is one for the whole site.
class Passwords {
public:
    // In bytes. A longer one is wrong without being looked at; whoever lets people choose one has a lower limit.
    static constexpr std::size_t max_length = 4096;

    explicit Passwords(const PasswordsOptions& options = {});

    // A new text to store. Slow. Throws std::length_error beyond max_length.
    std::string hash(std::string_view password);

    // Whether verify() has found exactly this to be right within the last minutes. Takes less than a microsecond.
    bool known(std::int64_t account_id, std::string_view stored, std::string_view password) const;

    // The same for one that was found right elsewhere, under whatever text stands in for `stored`.
    void remember(std::int64_t account_id, std::string_view stored, std::string_view password);

    // Takes its turn by who wants to know. Slow, also where `stored` is empty or no hash at all: how long it takes does
    // not tell which accounts have one.
    Verdict verify(std::int64_t account_id, std::string_view stored, std::string_view password, Guest who = {});

    // What verify() would have cost, for a name that no account has. False where verify() would have been busy: then
    // the answer has to be the same as well.
    bool spend_time(std::string_view password, Guest who = {});

    // All remembered ones; the next check of each is a slow one again.
    void forget();

private:
    using Mark = VerifiedPasswords::Mark;

    // A client's requests often come together. Who asks what somebody is finding out already waits for that answer, and
    // not for a turn of his own.
    template <class Check> Verdict find_out_once(const Mark&, const Check&);

    const crypto::PasswordHashOptions hash_options_;
    const std::string unmatchable_;
    VerifiedPasswords verified_;
    Semaphore slots_;
    std::mutex mutex_;
    std::map<Mark, std::shared_future<Verdict>> running_;
};

} // namespace cairn::accounts
