#include "crypto/ssh_wire.hpp"

#include "crypto/verifying_key.hpp"

namespace cairn::crypto {

std::string_view SshReader::mpint()
{
    const auto number = string();
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(number[i]); };
    const bool positive = !number.empty() && byte(0) < 0x80;
    const bool shortest = positive && (byte(0) != 0 || (number.size() > 1 && byte(1) >= 0x80));
    if (!shortest) {
        spoil();
        return {};
    }
    return without_leading_zeros(number);
}

void append_ssh_string(std::string& out, std::string_view text)
{
    const auto size = static_cast<std::uint32_t>(text.size());
    for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(size >> shift & 0xff);
    out += text;
}

void append_ssh_mpint(std::string& out, std::string_view number)
{
    number = without_leading_zeros(number);
    if (number.empty() || static_cast<unsigned char>(number.front()) < 0x80) return append_ssh_string(out, number);
    append_ssh_string(out, std::string(1, '\0').append(number));
}

} // namespace cairn::crypto
