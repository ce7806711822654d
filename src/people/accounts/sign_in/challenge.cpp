#include "accounts/sign_in/challenge.hpp"

#include <bit>

#include "base/encoding.hpp"
#include "base/text.hpp"
#include "base/time.hpp"
#include "config/settings.hpp"
#include "crypto/digest.hpp"
#include "crypto/random.hpp"
#include "crypto/sealed_text.hpp"
#include "db/database.hpp"
#include "pictures/picture.hpp"

namespace cairn::accounts {

namespace {

constexpr std::size_t digit_count = 6;
constexpr std::int64_t seconds_to_answer = 1800;
constexpr std::size_t longest_challenge = 500;
constexpr std::size_t longest_proof = 100;

struct OpenChallenge {
    std::string digits;
    std::string id;
    std::int64_t expires_at = 0;
};

crypto::Sealer sealer(const config::Settings& settings)
{
    return crypto::Sealer(settings.security.secret_key, "challenges of the page that makes accounts");
}

std::string random_digits()
{
    std::string digits;
    while (digits.size() < digit_count)
        for (const char byte : crypto::random_bytes(digit_count))
            // 250 is the last multiple of ten in a byte: so each digit comes as often as the others.
            if (const auto value = static_cast<unsigned char>(byte); value < 250 && digits.size() < digit_count)
                digits += static_cast<char>('0' + value % 10);
    return digits;
}

std::optional<OpenChallenge> open(const config::Settings& settings, std::string_view challenge)
{
    if (challenge.size() > longest_challenge) return {};
    const auto sealed = base64url_decode(challenge);
    if (!sealed) return {};
    const auto plain = sealer(settings).open(*sealed, "");
    if (!plain) return {};
    const auto parts = text::split(*plain, ' ');
    OpenChallenge found{.digits = std::string(parts.at(0)), .id = std::string(parts.at(1))};
    found.expires_at = text::parse_integer(parts.at(2)).value_or(0);
    if (found.expires_at <= Time::now().seconds) return {};
    return found;
}

bool proves_work(const ChallengeAnswer& answer)
{
    if (answer.proof.empty() || answer.proof.size() > longest_proof) return false;
    const auto digest = crypto::sha256(answer.challenge + ":" + answer.proof);
    unsigned zeros = 0;
    for (const auto byte : digest) {
        zeros += static_cast<unsigned>(std::countl_zero(static_cast<unsigned char>(byte)));
        if (byte != 0) break;
    }
    return zeros >= proof_bits;
}

} // namespace

std::string make_challenge(const config::Settings& settings)
{
    constexpr std::size_t id_bytes = 16;
    const auto expires_at = Time::now().seconds + seconds_to_answer;
    return base64url_encode(sealer(settings).seal(
        random_digits() + " " + crypto::random_hex(id_bytes) + " " + std::to_string(expires_at), ""));
}

std::optional<std::string> digits_of(const config::Settings& settings, std::string_view challenge)
{
    auto found = open(settings, challenge);
    if (!found) return {};
    return std::move(found->digits);
}

std::optional<std::string> picture_of(const config::Settings& settings, std::string_view challenge, unsigned width)
{
    const auto digits = digits_of(settings, challenge);
    if (!digits) return {};
    return pictures::to_png(pictures::digits(*digits), width);
}

Result<> meet_challenge(db::Database& db, const config::Settings& settings, const ChallengeAnswer& answer)
{
    const auto asked = open(settings, answer.challenge);
    if (!asked) return fail(Errc::unprocessable, "[digits]: the picture was too old: here is another one");
    const bool fresh = db.write([&](db::Transaction& tx) {
        return tx.run("INSERT INTO spent_challenge (id, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING", asked->id,
                      asked->expires_at)
            > 0;
    });
    if (!fresh) return fail(Errc::unprocessable, "[digits]: the picture was used already: here is another one");
    const bool by_work = settings.service.captcha_type == config::CaptchaType::work;
    if (by_work && proves_work(answer)) return {};
    if (crypto::equal_in_constant_time(text::trim(answer.digits), asked->digits)) return {};
    return fail(Errc::unprocessable, "[digits]: the picture had other digits: here is another one");
}

} // namespace cairn::accounts
