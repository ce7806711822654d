#include "accounts/sign_in/verified_passwords.hpp"

#include <algorithm>
#include <cstring>

#include "crypto/random.hpp"

namespace cairn::accounts {

VerifiedPasswords::VerifiedPasswords(std::size_t capacity, Clock::duration lifetime, Clock::time_point (*now)())
    : key_(crypto::random_bytes(32)), lifetime_(lifetime), now_(now)
{
    constexpr std::size_t step = std::tuple_size_v<decltype(shards_)> * places_together;
    buckets_in_a_shard_ = (capacity + step - 1) / step;
}

bool VerifiedPasswords::contains(std::int64_t account_id, std::string_view stored, std::string_view password) const
{
    if (buckets_in_a_shard_ == 0) return false;
    // Marks are compared the fast way: nobody outside can make one, so nobody learns from how far two agree.
    const Mark mark = mark_of(account_id, stored, password);
    const Position place = place_of(mark);
    const Clock::time_point now = now_();
    const Shard& shard = shards_[place.shard];
    const std::lock_guard lock(shard.mutex);
    if (shard.buckets.empty()) return false;
    return std::ranges::any_of(shard.buckets[place.bucket],
                               [&](const Entry& entry) { return entry.mark == mark && entry.expires > now; });
}

void VerifiedPasswords::add(std::int64_t account_id, std::string_view stored, std::string_view password)
{
    if (buckets_in_a_shard_ == 0) return;
    const Mark mark = mark_of(account_id, stored, password);
    const Position place = place_of(mark);
    const Clock::time_point expires = now_() + lifetime_;
    Shard& shard = shards_[place.shard];
    const std::lock_guard lock(shard.mutex);
    shard.buckets.resize(buckets_in_a_shard_);
    Bucket& bucket = shard.buckets[place.bucket];
    // All live equally long, so the first to expire is the oldest, and what is empty or expired comes before it.
    auto target = std::ranges::find(bucket, mark, &Entry::mark);
    if (target == bucket.end()) target = std::ranges::min_element(bucket, {}, &Entry::expires);
    *target = {mark, expires};
}

void VerifiedPasswords::clear()
{
    for (Shard& shard : shards_) {
        const std::lock_guard lock(shard.mutex);
        std::ranges::fill(shard.buckets, Bucket{});
    }
}

VerifiedPasswords::Mark VerifiedPasswords::mark_of(std::int64_t account_id, std::string_view stored,
                                                   std::string_view password) const
{
    // With their lengths in front, no two different triples are the same bytes.
    const std::array<std::uint64_t, 3> header{static_cast<std::uint64_t>(account_id), stored.size(), password.size()};
    const std::array<std::string_view, 3> pieces{
        std::string_view(reinterpret_cast<const char*>(header.data()), sizeof header), stored, password};
    return crypto::hmac_sha256(key_, pieces);
}

VerifiedPasswords::Position VerifiedPasswords::place_of(const Mark& mark) const
{
    std::array<std::uint64_t, 2> parts; // any part of a digest is as good a hash as any other
    std::memcpy(parts.data(), mark.data(), sizeof parts);
    return {parts[0] % shards_.size(), parts[1] % buckets_in_a_shard_};
}

} // namespace cairn::accounts
