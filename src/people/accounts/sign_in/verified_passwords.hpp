// Which passwords were found right a little while ago, so that a client that sends its password with every request
// (git does, with three of them for each fetch) pays for the slow hash only once.
//
// What is kept is a keyed digest of account, stored hash and password: nothing from which a password could be guessed
// without this process's random key, and nothing that is of use once the stored hash has changed.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "crypto/digest.hpp"

namespace cairn::accounts {

// Safe from any thread. Its memory is bounded: a new entry displaces the oldest of the few that share its place.
class VerifiedPasswords {
public:
    using Clock = std::chrono::steady_clock;
    using Mark = crypto::Digest<32>;

    // Remembers about `capacity` of them (0: none).
    VerifiedPasswords(std::size_t capacity, Clock::duration lifetime, Clock::time_point (*now)());

    // Asking does not prolong: after its lifetime an entry is gone, however often it was found.
    bool contains(std::int64_t account_id, std::string_view stored, std::string_view password) const;
    void add(std::int64_t account_id, std::string_view stored, std::string_view password);
    void clear();

    // The keyed digest.
    Mark mark_of(std::int64_t account_id, std::string_view stored, std::string_view password) const;

private:
    struct Entry {
        Mark mark{};
        Clock::time_point expires = Clock::time_point::min();
    };

    static constexpr std::size_t places_together = 8;
    using Bucket = std::array<Entry, places_together>;

    struct alignas(64) Shard {
        mutable std::mutex mutex;
        std::vector<Bucket> buckets; // made for the first that is added
    };

    struct Position {
        std::size_t shard, bucket;
    };

    Position place_of(const Mark&) const;

    std::string key_;
    Clock::duration lifetime_;
    Clock::time_point (*now_)();
    std::size_t buckets_in_a_shard_;
    std::array<Shard, 16> shards_;
};

} // namespace cairn::accounts
