#include "config/header_list.hpp"

#include <algorithm>

#include "base/encoding.hpp"
#include "base/text.hpp"

namespace cairn::config {

namespace {

// RFC 9110: a token.
bool is_name(std::string_view name)
{
    constexpr std::string_view signs = "!#$%&'*+-.^_`|~";
    return !name.empty() && std::ranges::all_of(name, [&](char c) {
        return text::is_alpha(c) || text::is_digit(c) || signs.find(c) != signs.npos;
    });
}

std::optional<std::string> decoded(std::string_view value)
{
    std::string plain;
    for (std::size_t i = 0; i < value.size(); ++i) {
        if (value[i] != '%') {
            plain += value[i];
            continue;
        }
        const auto byte = hex_decode(value.substr(i + 1, 2));
        if (!byte || byte->size() != 1) return {};
        plain += *byte;
        i += 2;
    }
    return plain;
}

bool can_be_sent(std::string_view value)
{
    return std::ranges::none_of(value, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7F; });
}

} // namespace

std::optional<HeaderList> parse_header_list(std::string_view text)
{
    HeaderList headers;
    for (const auto part : text::split_list(text)) {
        const auto equals = part.find('=');
        if (equals == part.npos) return {};
        const auto name = text::trim(part.substr(0, equals));
        auto value = decoded(text::trim(part.substr(equals + 1)));
        if (!is_name(name) || !value || !can_be_sent(*value)) return {};
        headers.emplace_back(name, std::move(*value));
    }
    return headers;
}

} // namespace cairn::config
