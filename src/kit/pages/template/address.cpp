#include "pages/template/address.hpp"

#include "base/byte_scan.hpp"
#include "base/sign_set.hpp"
#include "base/text.hpp"

namespace cairn::pages {

namespace {

constexpr auto plain_in_path = text::letters_digits_and("-._~/@:$&+=,;!*()'");
constexpr auto plain_in_value = text::letters_digits_and("-._~/:@");

std::string encoded(std::string_view text, const text::SignSet& plain)
{
    std::string out;
    out.reserve(text.size());
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (text::has(plain, c)) {
            out += c;
            continue;
        }
        out += '%';
        out += "0123456789ABCDEF"[byte >> 4];
        out += "0123456789ABCDEF"[byte & 15];
    }
    return out;
}

// Browsers drop blanks and control characters in front of a scheme and inside of it.
bool has_dropped(std::string_view address)
{
    return text::find_sign(address, 0, [](auto c) { return (c <= ' ') | (c == '\\'); }) < address.size();
}

} // namespace

bool is_own_path(std::string_view address)
{
    return address.starts_with('/') && !address.starts_with("//") && !has_dropped(address);
}

std::string safe_address(std::string_view address, std::string_view root, std::string_view root_url, bool foreign)
{
    const auto path = [&](std::string_view below) { return std::string(root) + "/" + std::string(below); };
    if (has_dropped(address)) return "#";
    if (address.starts_with("//")) return "#";
    if (address.starts_with('/')) return path(address.substr(1));
    if (!root_url.empty() && address.starts_with(root_url)) return path(address.substr(root_url.size()));
    const auto colon = address.find(':');
    if (colon == address.npos || address.find_first_of("/?#") < colon) return std::string(address);
    const auto is_of = [&](std::string_view scheme) { return text::iequals(address.substr(0, colon), scheme); };
    for (const std::string_view scheme : {"javascript", "data", "vbscript", "blob", "filesystem", "view-source"})
        if (is_of(scheme)) return "#";
    for (const std::string_view scheme : {"http", "https", "mailto", "ssh", "git"})
        if (is_of(scheme)) return std::string(address);
    return foreign ? std::string(address) : "#";
}

std::string encoded_path(std::string_view text)
{
    auto out = encoded(text, plain_in_path);
    // Behind a '/' of the template, another one would begin an address of another site.
    if (out.starts_with('/')) out.replace(0, 1, "%2F");
    return out;
}

std::string encoded_value(std::string_view text) { return encoded(text, plain_in_value); }

} // namespace cairn::pages
