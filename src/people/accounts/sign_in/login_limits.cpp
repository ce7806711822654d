#include "accounts/sign_in/login_limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>

#include "base/household.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "crypto/digest.hpp"
#include "crypto/random.hpp"

namespace cairn::accounts {

namespace {

std::string key_of(std::string_view secret)
{
    if (secret.empty()) return crypto::random_bytes(32);
    const auto digest = crypto::hmac_sha256(secret, "login limits");
    return {reinterpret_cast<const char*>(digest.data()), digest.size()}; // NOLINT(*-reinterpret-cast)
}

} // namespace

LoginLimits::LoginLimits(const config::Security& settings, Clock::time_point (*now)())
    : per_pair_(static_cast<double>(settings.login_max_failures)),
      per_address_(static_cast<double>(settings.login_max_failures_per_address)),
      per_account_(static_cast<double>(settings.login_slow_down_after)),
      window_(Seconds(settings.login_failure_window)), now_(now), key_(key_of(settings.secret_key)),
      buckets_(bucket_count)
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

double LoginLimits::limit_of(Kind kind) const
{
    switch (kind) {
    case Kind::pair: return per_pair_;
    case Kind::address:
    case Kind::token: return per_address_;
    case Kind::name:
    case Kind::code: return per_account_;
    case Kind::success: return 1;
    }
    return 0; // another node's version knows more kinds
}

void LoginLimits::count(std::initializer_list<Counted> all)
{
    for (const auto& one : all) add(one);
    tell(all);
}

// The line: a number, so that the same failure again is another line, and of each what it is and its mark.
void LoginLimits::tell(std::initializer_list<Counted> all)
{
    if (!tell_) return;
    auto line = fmt::format("{:x}", ++told_);
    for (const auto& [kind, mark] : all) line += fmt::format(" {}{:x}", static_cast<char>(kind), mark);
    tell_(line);
}

void LoginLimits::hear(std::string_view line)
{
    for (const auto word : text::split(line.substr(std::min(line.find(' '), line.size())), ' ')) {
        if (word.empty()) continue;
        Counted one{.kind = static_cast<Kind>(word.front())};
        const auto read = std::from_chars(word.data() + 1, word.data() + word.size(), one.mark, 16);
        if (read.ec == std::errc() && one.mark != 0) add(one);
    }
}

void LoginLimits::add(const Counted& counted)
{
    const auto mark = counted.mark;
    const double limit = limit_of(counted.kind);
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
    count({counted(Kind::pair, from, lower), counted(Kind::address, from), counted(Kind::name, lower)});
}

void LoginLimits::count_success(std::string_view address, std::string_view name)
{
    count({counted(Kind::success, Household(address).key(), text::to_lower(text::trim(name)))});
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
    if (from.is_loopback()) return;
    const auto token = counted(Kind::token, from.key());
    add(token);
    if (wrong_tokens_told_.take(now_())) tell({token});
}

LoginLimits::Seconds LoginLimits::wait_for_code(std::int64_t account_id) const
{
    return time_until_below(mark_of(Kind::code, std::to_string(account_id)), per_account_);
}

void LoginLimits::count_wrong_code(std::int64_t account_id)
{
    count({counted(Kind::code, std::to_string(account_id))});
}

} // namespace cairn::accounts
