#include "accounts/sign_in/login_limits.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "base/household.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "crypto/digest.hpp"
#include "crypto/random.hpp"

namespace cairn::accounts {

LoginLimits::LoginLimits(const config::Security& settings, Clock::time_point (*now)())
    : per_pair_(static_cast<double>(settings.login_max_failures)),
      per_address_(static_cast<double>(settings.login_max_failures_per_address)),
      per_account_(static_cast<double>(settings.login_slow_down_after)),
      window_(Seconds(settings.login_failure_window)), now_(now), key_(crypto::random_bytes(32)), buckets_(bucket_count)
{
}

// Names and addresses come from strangers: without the key nobody can choose two that share a place.
std::uint64_t LoginLimits::mark_of(Kind kind, std::string_view one, std::string_view other) const
{
    const char letter = static_cast<char>(kind);
    const std::array<std::string_view, 4> pieces{std::string_view(&letter, 1), one, std::string_view("\0", 1), other};
    const auto digest = crypto::hmac_sha256(key_, pieces);
    std::uint64_t mark = 0;
    std::memcpy(&mark, digest.data(), sizeof mark);
    return mark | 1; // never that of an empty place
}

double LoginLimits::level_now(const Entry& entry) const
{
    const std::chrono::duration<double> passed = now_() - entry.at;
    return std::max(0.0, entry.level - entry.limit * (passed / window_));
}

LoginLimits::Seconds LoginLimits::time_until_below(std::uint64_t mark, double limit) const
{
    if (limit == 0) return Seconds(0);
    const std::lock_guard lock(mutex_);
    const auto& bucket = buckets_[mark % bucket_count];
    if (!bucket) return Seconds(0);
    for (const Entry& entry : *bucket)
        if (entry.mark == mark) {
            const double excess = level_now(entry) + 1 - limit;
            return excess <= 0 ? Seconds(0) : std::chrono::ceil<Seconds>(window_ * (excess / limit));
        }
    return Seconds(0);
}

void LoginLimits::add(std::uint64_t mark, double limit)
{
    if (limit == 0) return;
    const std::lock_guard lock(mutex_);
    auto& made = buckets_[mark % bucket_count];
    if (!made) made = std::make_unique<Bucket>();
    Bucket& bucket = *made;
    auto entry = std::ranges::find(bucket, mark, &Entry::mark);
    if (entry == bucket.end()) {
        // Whose failures are nearly forgotten is forgotten first.
        entry = std::ranges::min_element(bucket, {}, [&](const Entry& e) { return level_now(e) / e.limit; });
        *entry = {.mark = mark, .level = 0, .limit = limit, .at = now_()};
    }
    entry->level = level_now(*entry) + 1;
    entry->at = now_();
}

LoginLimits::Seconds LoginLimits::wait(std::string_view address, std::string_view name) const
{
    const Household household(address);
    const auto from = household.key();
    const auto lower = text::to_lower(text::trim(name));
    const auto pair = time_until_below(mark_of(Kind::pair, from, lower), per_pair_);
    if (pair > Seconds(0)) return pair;
    const auto all = time_until_below(mark_of(Kind::address, from), per_address_);
    if (all > Seconds(0) && time_until_below(mark_of(Kind::success, from, lower), 1) > Seconds(0)) return Seconds(0);
    return all;
}

void LoginLimits::count_failure(std::string_view address, std::string_view name)
{
    const Household household(address);
    const auto from = household.key();
    const auto lower = text::to_lower(text::trim(name));
    add(mark_of(Kind::pair, from, lower), per_pair_);
    add(mark_of(Kind::address, from), per_address_);
    add(mark_of(Kind::name, lower), per_account_);
}

void LoginLimits::count_success(std::string_view address, std::string_view name)
{
    add(mark_of(Kind::success, Household(address).key(), text::to_lower(text::trim(name))), 1);
}

bool LoginLimits::slow(std::string_view name) const
{
    return time_until_below(mark_of(Kind::name, text::to_lower(text::trim(name))), per_account_) > Seconds(0);
}

Guest LoginLimits::guest(std::string_view address, std::string_view name) const
{
    return {mark_of(Kind::address, Household(address).key()), mark_of(Kind::name, text::to_lower(text::trim(name)))};
}

LoginLimits::Seconds LoginLimits::wait_for_token(std::string_view address) const
{
    const Household from(address);
    if (from.is_loopback()) return Seconds(0);
    return time_until_below(mark_of(Kind::token, from.key()), per_address_);
}

void LoginLimits::count_wrong_token(std::string_view address)
{
    const Household from(address);
    if (!from.is_loopback()) add(mark_of(Kind::token, from.key()), per_address_);
}

LoginLimits::Seconds LoginLimits::wait_for_code(std::int64_t account_id) const
{
    return time_until_below(mark_of(Kind::code, std::to_string(account_id)), per_account_);
}

void LoginLimits::count_wrong_code(std::int64_t account_id)
{
    add(mark_of(Kind::code, std::to_string(account_id)), per_account_);
}

} // namespace cairn::accounts
