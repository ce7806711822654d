#include "api/rate_limits.hpp"

#include <arpa/inet.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "config/rate_limit_settings.hpp"
#include "crypto/random.hpp"

namespace cairn::api {

namespace {

constexpr std::uint64_t second = 1'000'000'000;

std::uint64_t random_seed()
{
    const auto bytes = crypto::random_bytes(sizeof(std::uint64_t));
    std::uint64_t seed = 0;
    std::memcpy(&seed, bytes.data(), sizeof seed);
    return seed;
}

// The bytes that stand for a client's address. A household or a server has a whole /64 of IPv6.
struct Household {
    std::array<char, 16> bytes{};
    std::size_t size = 0;
    bool loopback = false;

    explicit Household(std::string_view address)
    {
        std::array<char, INET6_ADDRSTRLEN> text{};
        if (address.size() >= text.size()) return;
        address.copy(text.data(), address.size());
        if (inet_pton(AF_INET, text.data(), bytes.data()) == 1) {
            size = 4;
            loopback = bytes[0] == 127;
        } else if (inet_pton(AF_INET6, text.data(), bytes.data()) == 1) {
            static constexpr std::array<char, 12> mapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '\xff', '\xff'};
            static constexpr std::array<char, 16> itself{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
            const bool is_v4 = std::equal(mapped.begin(), mapped.end(), bytes.begin());
            if (is_v4) std::copy(bytes.begin() + 12, bytes.end(), bytes.begin());
            size = is_v4 ? 4 : 8;
            loopback = is_v4 ? bytes[0] == 127 : bytes == itself;
        }
    }
    std::string_view view() const { return {bytes.data(), size}; }
};

std::string_view bytes_of(const std::int64_t& id)
{
    return {reinterpret_cast<const char*>(&id), sizeof id}; // NOLINT(*-reinterpret-cast)
}

} // namespace

RateLimits::RateLimits(const config::RateLimit& settings, Clock::time_point (*now)())
    : enabled_(settings.enabled), window_(settings.window),
      window_nanoseconds_(static_cast<std::uint64_t>(settings.window) * second),
      account_(policy("account", settings.per_account)), token_(policy("token", settings.per_token)),
      address_(policy("address", settings.per_address)), now_(now), seed_(random_seed()),
      places_(enabled_ ? std::make_unique<Place[]>(places_together * groups) : nullptr)
{
}

RateLimits::Policy RateLimits::policy(std::string_view name, std::int64_t limit) const
{
    return {name, limit, limit > 0 ? window_nanoseconds_ / static_cast<std::uint64_t>(limit) : 0};
}

// Addresses come from strangers: without the seed nobody can choose two that share a place.
std::uint64_t RateLimits::mark_of(char kind, std::string_view who) const
{
    return XXH3_64bits_withSeed(who.data(), who.size(), seed_ + static_cast<unsigned char>(kind)) | 1;
}

RateLimits::Place& RateLimits::place_of(std::uint64_t mark, std::uint64_t now)
{
    Place* const group = &places_[(mark >> 1) % groups * places_together];
    Place* least = group;
    for (Place* place = group; place != group + places_together; ++place) {
        if (place->mark.load(std::memory_order_relaxed) == mark) return *place;
        if (place->used_until.load(std::memory_order_relaxed) < least->used_until.load(std::memory_order_relaxed))
            least = place;
    }
    // Two who come here at once may share a place for a moment; that costs them a few requests at most.
    least->mark.store(mark, std::memory_order_relaxed);
    least->used_until.store(now, std::memory_order_relaxed);
    return *least;
}

std::optional<Error> RateLimits::check(const Policy& policy, std::uint64_t mark, Take take)
{
    if (policy.limit == 0) return {};
    const auto now = static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(now_().time_since_epoch()).count());
    auto& used_until = place_of(mark, now).used_until;
    auto before = used_until.load(std::memory_order_relaxed);
    std::uint64_t after = 0;
    do {
        after = std::max(before, now) + policy.interval;
        if (after - now > window_nanoseconds_) {
            const auto wait = (after - now - window_nanoseconds_ + second - 1) / second;
            Error error{Errc::too_many_requests, "too many requests: wait a while and try again"};
            error.retry_after = static_cast<int>(std::max<std::uint64_t>(wait, 1));
            const auto quoted = '"' + std::string(policy.name) + '"';
            error.headers.emplace_back("RateLimit-Policy",
                                       quoted + ";q=" + std::to_string(policy.limit) + ";w=" + std::to_string(window_));
            error.headers.emplace_back("RateLimit", quoted + ";r=0;t=" + std::to_string(error.retry_after));
            return error;
        }
        if (take == Take::nothing) return {};
    } while (!used_until.compare_exchange_weak(before, after, std::memory_order_relaxed));
    return {};
}

std::optional<Error> RateLimits::check(std::string_view address, const Caller* caller, Take take)
{
    // Where nearly all of a busy day's requests come from: the proxy that stands before the site, or a test.
    if (!enabled_ || address == "127.0.0.1" || address == "::1") return {};
    const Household from(address);
    if (from.loopback) return {};
    if (caller == nullptr || caller->anonymous())
        return check(address_, mark_of('a', from.size > 0 ? from.view() : address), take);
    if (caller->token_id != 0)
        if (auto refused = check(token_, mark_of('t', bytes_of(caller->token_id)), take)) return refused;
    return check(account_, mark_of('u', bytes_of(caller->id)), take);
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
    const auto bytes = from.size > 0 ? from.view() : address;
    return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed) | 1;
}

} // namespace cairn::api
