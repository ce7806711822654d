#include "crypto/totp.hpp"

#include <liboath/oath.h>

#include <array>
#include <stdexcept>

#include "crypto/digest.hpp"

namespace cairn::crypto {

namespace {

constexpr unsigned digits = 6;

void prepare_library()
{
    static const int ready = oath_init();
    if (ready != OATH_OK) throw std::runtime_error(std::string("liboath: ") + oath_strerror(ready));
}

} // namespace

std::string totp_code(std::string_view secret, Time at)
{
    prepare_library();
    std::array<char, digits + 1> code{};
    const int done = oath_totp_generate(secret.data(), secret.size(), at.seconds, totp_period, 0, digits, code.data());
    if (done != OATH_OK) throw std::runtime_error(std::string("liboath: ") + oath_strerror(done));
    return {code.data(), digits};
}

std::optional<std::int64_t> totp_step(std::string_view secret, std::string_view code, Time now)
{
    if (code.size() != digits || secret.empty()) return {};
    std::optional<std::int64_t> found;
    // All three, whichever fits: how long it takes tells nothing about the clock of the person's phone.
    for (const std::int64_t skew : {-1, 1, 0}) {
        const Time at{now.seconds + skew * totp_period};
        if (at.seconds < 0) continue;
        if (equal_in_constant_time(totp_code(secret, at), code)) found = at.seconds / totp_period;
    }
    return found;
}

} // namespace cairn::crypto
