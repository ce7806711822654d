#include "mail/address.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace cairn::mail {

namespace {

bool is_address(std::string_view text)
{
    const auto at = text.find('@');
    return text.size() <= 254 && at != text.npos && at > 0 && at + 1 < text.size() && text.rfind('@') == at
        && !text.starts_with('-') && std::ranges::all_of(text, [](char c) {
               return c > ' ' && c < 0x7f && std::string_view("<>(),;:\\\"[]").find(c) == std::string_view::npos;
           });
}

} // namespace

std::optional<Address> parse_address(std::string_view written)
{
    const auto text = text::trim(written);
    if (!text.ends_with('>')) return is_address(text) ? std::optional(Address{{}, std::string(text)}) : std::nullopt;
    const auto bracket = text.find('<');
    if (bracket == text.npos) return {};
    const auto email = text.substr(bracket + 1, text.size() - bracket - 2);
    auto name = text::trim(text.substr(0, bracket));
    if (name.size() >= 2 && name.starts_with('"') && name.ends_with('"')) name = name.substr(1, name.size() - 2);
    if (!is_address(email)) return {};
    return Address{std::string(name), std::string(email)};
}

} // namespace cairn::mail
