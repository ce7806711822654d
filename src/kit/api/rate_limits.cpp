#include "api/rate_limits.hpp"

#include <xxhash.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "base/figures.hpp"
#include "base/household.hpp"
#include "config/rate_limit_settings.hpp"
#include "crypto/digest.hpp"
#include "crypto/random.hpp"

namespace cairn::api {

namespace {

Counter limited("cairn_http_limited_total", "", "Requests refused because of a rate limit.");

constexpr std::uint64_t second = 1'000'000'000;

// Who has used too much at several nodes at once waits for all of it, but not for ever.
constexpr std::uint64_t most_windows = 16;

constexpr std::uint64_t kind_bits = 3;

std::uint64_t random_seed()
{
    const auto bytes = crypto::random_bytes(sizeof(std::uint64_t));
    std::uint64_t seed = 0;
    std::memcpy(&seed, bytes.data(), sizeof seed);
    return seed;
}

std::uint64_t seed_of(std::string_view secret)
{
    if (secret.empty()) return random_seed();
    const auto digest = crypto::hmac_sha256(secret, "rate limits");
    std::uint64_t seed = 0;
    std::memcpy(&seed, digest.data(), sizeof seed);
    return seed;
}

std::string_view bytes_of(const std::int64_t& id)
{
    return {reinterpret_cast<const char*>(&id), sizeof id}; // NOLINT(*-reinterpret-cast)
}

std::string words_of(std::string_view quoted, std::int64_t limit, std::int64_t window)
{
    std::string words(quoted);
    words += ";q=" + std::to_string(limit);
    words += ";w=" + std::to_string(window);
    return words;
}

constexpr std::string_view policy_header = "RateLimit-Policy";
constexpr std::string_view state_header = "RateLimit";

} // namespace

void tell_of_limit(Error& error, std::string_view name, std::int64_t limit, std::int64_t window)
{
    const auto quoted = '"' + std::string(name) + '"';
    error.headers.emplace_back(policy_header, words_of(quoted, limit, window));
    error.headers.emplace_back(state_header, quoted + ";r=0;t=" + std::to_string(error.retry_after));
}

void RateLimits::Share::tell(http::Response& response) const
{
    if (policy_ == nullptr || response.find(state_header) != nullptr) return;
    std::string words = policy_->name;
    words += ";r=" + std::to_string(left_);
    words += ";t=" + std::to_string(seconds_);
    response.set(policy_header, policy_->words);
    response.set(state_header, std::move(words));
}

RateLimits::RateLimits(const config::RateLimit& settings, std::string_view secret, Clock::time_point (*now)())
    : enabled_(settings.enabled), window_(settings.window),
      window_nanoseconds_(static_cast<std::uint64_t>(settings.window) * second),
      account_(policy(Kind::account, "account", settings.per_account)),
      token_(policy(Kind::token, "token", settings.per_token)),
      address_(policy(Kind::address, "address", settings.per_address)), now_(now), seed_(seed_of(secret))
{
}

RateLimits::~RateLimits()
{
    for (auto& block : blocks_) delete block.load();
}

RateLimits::Policy RateLimits::policy(Kind kind, std::string_view name, std::int64_t limit) const
{
    constexpr std::int64_t parts_told = 32;
    auto quoted = '"' + std::string(name) + '"';
    auto words = words_of(quoted, limit, window_);
    return {.kind = kind,
            .name = std::move(quoted),
            .limit = limit,
            .interval = limit > 0 ? window_nanoseconds_ / static_cast<std::uint64_t>(limit) : 0,
            .words = std::move(words),
            .much = static_cast<std::uint32_t>(std::max<std::int64_t>(limit / parts_told, 1))};
}

const RateLimits::Policy& RateLimits::policy_of(std::uint64_t mark) const
{
    const auto kind = static_cast<Kind>(mark & kind_bits);
    return kind == Kind::address ? address_ : kind == Kind::token ? token_ : account_;
}

std::uint64_t RateLimits::moment() const
{
    return static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(now_().time_since_epoch()).count());
}

// Addresses come from strangers: without the seed nobody can choose two that share a place.
std::uint64_t RateLimits::mark_of(Kind kind, std::string_view who) const
{
    const auto bits = static_cast<std::uint64_t>(kind);
    return (XXH3_64bits_withSeed(who.data(), who.size(), seed_ + bits) & ~kind_bits) | bits;
}

RateLimits::Block& RateLimits::block_at(std::size_t number)
{
    auto& there = blocks_[number];
    if (Block* const known = there.load(std::memory_order_acquire)) return *known;
    auto made = std::make_unique<Block>();
    Block* first = nullptr;
    if (!there.compare_exchange_strong(first, made.get(), std::memory_order_acq_rel)) return *first;
    return *made.release();
}

RateLimits::Place& RateLimits::place_of(std::uint64_t mark, std::uint64_t now)
{
    const auto number = (mark >> 2) % (block_count * groups_of_a_block);
    Place* const group = &block_at(number / groups_of_a_block)[number % groups_of_a_block * places_together];
    Place* least = group;
    for (Place* place = group; place != group + places_together; ++place) {
        if (place->mark.load(std::memory_order_relaxed) == mark) return *place;
        if (place->used_until.load(std::memory_order_relaxed) < least->used_until.load(std::memory_order_relaxed))
            least = place;
    }
    // Two who come here at once may share a place for a moment; that costs them a few requests at most.
    least->mark.store(mark, std::memory_order_relaxed);
    least->used_until.store(now, std::memory_order_relaxed);
    least->untold.store(0, std::memory_order_relaxed);
    return *least;
}

std::optional<Error> RateLimits::check(const Policy& policy, std::uint64_t mark, Take take, Share* share)
{
    if (policy.limit == 0) return {};
    const auto now = moment();
    auto& place = place_of(mark, now);
    auto& used_until = place.used_until;
    auto before = used_until.load(std::memory_order_relaxed);
    std::uint64_t after = 0;
    do {
        after = std::max(before, now) + policy.interval;
        if (after - now > window_nanoseconds_) {
            const auto wait = (after - now - window_nanoseconds_ + second - 1) / second;
            limited.add();
            Error error{Errc::too_many_requests, "too many requests: wait a while and try again"};
            error.retry_after = static_cast<int>(std::max<std::uint64_t>(wait, 1));
            error.headers.emplace_back(policy_header, policy.words);
            error.headers.emplace_back(state_header, policy.name + ";r=0;t=" + std::to_string(error.retry_after));
            return error;
        }
        if (take == Take::nothing) break;
    } while (!used_until.compare_exchange_weak(before, after, std::memory_order_relaxed));
    if (due_ && take == Take::one) note_untold(policy, place, before <= now);
    if (share != nullptr) {
        const auto used = take == Take::one ? after - now : std::max(before, now) - now;
        const auto left =
            static_cast<std::int64_t>((window_nanoseconds_ - used) / std::max<std::uint64_t>(policy.interval, 1));
        if (share->policy_ == nullptr || left < share->left_) {
            share->policy_ = &policy;
            share->left_ = std::min(left, policy.limit);
            share->seconds_ = static_cast<std::int64_t>((used + second - 1) / second);
        }
    }
    return {};
}

// What has come back by itself need not be told: who never has much is never spoken of.
void RateLimits::note_untold(const Policy& policy, Place& place, bool had_all_back)
{
    std::uint32_t untold = 1;
    if (had_all_back) place.untold.store(untold, std::memory_order_relaxed);
    else untold = place.untold.fetch_add(1, std::memory_order_relaxed) + 1;
    if (untold >= policy.much && !is_due_.load(std::memory_order_relaxed) && !is_due_.exchange(true)) due_();
}

void RateLimits::share(std::function<void()> due)
{
    if (enabled_) due_ = std::move(due);
}

std::vector<RateLimits::Use> RateLimits::take_due(std::size_t most)
{
    std::vector<Use> uses;
    is_due_ = false;
    constexpr auto all = block_count * places_of_a_block;
    for (std::size_t looked_at = 0; looked_at < all; ++looked_at, next_place_ = (next_place_ + 1) % all) {
        auto* const block = blocks_[next_place_ / places_of_a_block].load(std::memory_order_acquire);
        if (block == nullptr) continue;
        auto& place = (*block)[next_place_ % places_of_a_block];
        const auto mark = place.mark.load(std::memory_order_relaxed);
        if (mark == 0 || place.untold.load(std::memory_order_relaxed) < policy_of(mark).much) continue;
        if (uses.size() == most) {
            if (!is_due_.exchange(true)) due_();
            break;
        }
        uses.push_back({.client = mark, .count = place.untold.exchange(0, std::memory_order_relaxed)});
    }
    return uses;
}

void RateLimits::add(const Use& use)
{
    const auto& policy = policy_of(use.client);
    if (!enabled_ || policy.limit == 0 || (use.client & kind_bits) == 0) return;
    const auto now = moment();
    auto& used_until = place_of(use.client, now).used_until;
    auto before = used_until.load(std::memory_order_relaxed);
    const auto most = now + most_windows * window_nanoseconds_;
    const auto count = std::min(std::uint64_t{use.count}, static_cast<std::uint64_t>(policy.limit) * most_windows);
    std::uint64_t after = 0;
    do {
        after = std::max(before, std::min(std::max(before, now) + count * policy.interval, most));
    } while (!used_until.compare_exchange_weak(before, after, std::memory_order_relaxed));
}

std::optional<Error> RateLimits::check(std::string_view address, const Caller* caller, Take take, Share* share)
{
    // Where nearly all of a busy day's requests come from: the proxy that stands before the site, or a test.
    if (!enabled_ || address == "127.0.0.1" || address == "::1") return {};
    const Household from(address);
    if (from.is_loopback()) return {};
    if (caller == nullptr || caller->anonymous())
        return check(address_, mark_of(Kind::address, from.key()), take, share);
    if (caller->token_id != 0)
        if (auto refused = check(token_, mark_of(Kind::token, bytes_of(caller->token_id)), take, share)) return refused;
    return check(account_, mark_of(Kind::account, bytes_of(caller->id)), take, share);
}

std::uint64_t client_number(std::int64_t account)
{
    static const std::uint64_t seed = random_seed();
    const auto bytes = bytes_of(account);
    return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed) | 1;
}

std::uint64_t client_number(std::string_view address)
{
    static const std::uint64_t seed = random_seed();
    const Household from(address);
    const auto bytes = from.key();
    return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed) | 1;
}

} // namespace cairn::api
