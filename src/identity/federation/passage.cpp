#include "identity/federation/passage.hpp"

#include "api/codec.hpp"
#include "config/settings.hpp"
#include "crypto/digest.hpp"
#include "crypto/random.hpp"
#include "crypto/sealed_text.hpp"
#include "http/cookie.hpp"

namespace cairn::identity {

namespace {

constexpr std::string_view passage_cookie = "cairn_passage", arrival_cookie = "cairn_arrival";
constexpr std::size_t secret_bytes = 32;
constexpr std::size_t longest_redirect = 2000; // a cookie has 4 KiB

crypto::Sealer sealer(const api::Call& call, std::string_view cookie)
{
    return {call.settings().security.secret_key, "people on their way: " + std::string(cookie)};
}

void set_cookie(api::Call& call, std::string_view name, std::string_view value)
{
    call.reply_headers.emplace_back(
        "Set-Cookie",
        http::to_set_cookie({.name = name,
                             .value = value,
                             .max_age = std::chrono::seconds(value.empty() ? 0 : passage_seconds),
                             .secure = call.settings().session.cookie_secure}));
}

template <class T> void put(api::Call& call, std::string_view cookie, const T& value)
{
    set_cookie(call, cookie, sealer(call, cookie).seal(api::to_json(type_of<T>(), &value), ""));
}

template <class T> std::optional<T> take(const api::Call& call, std::string_view cookie)
{
    const auto value = http::find_cookie(call.request.header("Cookie"), cookie);
    const auto text = value ? sealer(call, cookie).open(*value, "") : std::nullopt;
    T read;
    if (!text || !api::decode_json(type_of<T>(), *text, &read)) return {};
    if (read.begun_at.seconds + passage_seconds < Time::now().seconds) return {};
    return read;
}

} // namespace

Passage begin_passage(std::int64_t source_id, std::string redirect_to)
{
    return {.source_id = source_id,
            .state = crypto::random_base64url(secret_bytes),
            .nonce = crypto::random_base64url(secret_bytes),
            .verifier = crypto::random_base64url(secret_bytes),
            .redirect_to = redirect_to.size() > longest_redirect ? "/" : std::move(redirect_to),
            .begun_at = Time::now()};
}

void leave(api::Call& call, const Passage& passage) { put(call, passage_cookie, passage); }

std::optional<Passage> end_passage(api::Call& call, std::int64_t source_id, std::string_view state)
{
    auto passage = take<Passage>(call, passage_cookie);
    set_cookie(call, passage_cookie, "");
    if (!passage || passage->source_id != source_id || !crypto::equal_in_constant_time(passage->state, state))
        return {};
    return passage;
}

void leave(api::Call& call, const Arrival& arrival) { put(call, arrival_cookie, arrival); }

std::optional<Arrival> find_arrival(const api::Call& call) { return take<Arrival>(call, arrival_cookie); }

void end_arrival(api::Call& call) { set_cookie(call, arrival_cookie, ""); }

} // namespace cairn::identity
