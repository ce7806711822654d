// What a stranger has to do before the site makes an account for them, where [service] ENABLE_CAPTCHA asks for it:
// their browser finds a number that takes some seconds to find, or they read digits in a picture. Nobody else is asked
// about them, and nothing is kept of a challenge until somebody answers it: it carries its solution, sealed.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/reflect.hpp"
#include "base/result.hpp"

namespace cairn::config {
struct Settings;
} // namespace cairn::config
namespace cairn::db {
class Database;
} // namespace cairn::db

namespace cairn::accounts {

struct ChallengeAnswer {
    std::string challenge{};
    std::string digits{}; // as somebody has read them
    std::string proof{};  // with which sha256(challenge + ":" + proof) begins with proof_bits zeros
};
BOOST_DESCRIBE_STRUCT(ChallengeAnswer, (), (challenge, digits, proof))

// A browser finds one in a second or three, and whoever wants a thousand accounts pays for each.
inline constexpr unsigned proof_bits = 16;

// In letters that may stand in an address. It is taken for half an hour.
std::string make_challenge(const config::Settings&);

// What the picture has to show, and the picture, as PNG of this many pixels in width: another one of the same digits
// each time. Nothing for what is no challenge of ours, or is too old.
std::optional<std::string> digits_of(const config::Settings&, std::string_view challenge);
std::optional<std::string> picture_of(const config::Settings&, std::string_view challenge, unsigned width);

// Errc::unprocessable, about the member "digits" and in words for a person, for a wrong answer, one that comes too
// late, and a challenge that was answered before: it is spent either way.
Result<> meet_challenge(db::Database&, const config::Settings&, const ChallengeAnswer&);

} // namespace cairn::accounts
