#include "http/url.hpp"

namespace cairn::http {

namespace {

constexpr int hex_value(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

std::optional<std::string> decode(std::string_view text, bool plus_is_blank)
{
    if (!text.contains('%') && !(plus_is_blank && text.contains('+'))) return std::string(text);
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '+' && plus_is_blank) {
            out += ' ';
        } else if (text[i] != '%') {
            out += text[i];
        } else {
            if (text.size() - i < 3) return std::nullopt;
            const int high = hex_value(text[i + 1]);
            const int low = hex_value(text[i + 2]);
            if (high < 0 || low < 0) return std::nullopt;
            out += static_cast<char>(high << 4 | low);
            i += 2;
        }
    }
    return out;
}

constexpr bool is_unreserved(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
        || std::string_view("-_.~").find(c) != std::string_view::npos;
}

std::string encode(std::string_view text, std::string_view also_plain, bool blank_is_plus)
{
    static constexpr std::string_view digits = "0123456789ABCDEF";
    std::string out;
    out.reserve(text.size() + text.size() / 8);
    for (const char c : text) {
        if (is_unreserved(c) || also_plain.find(c) != also_plain.npos) {
            out += c;
        } else if (c == ' ' && blank_is_plus) {
            out += '+';
        } else {
            const auto byte = static_cast<unsigned char>(c);
            out += {'%', digits[byte >> 4], digits[byte & 15]};
        }
    }
    return out;
}

} // namespace

std::optional<std::string> decode_path_segment(std::string_view text) { return decode(text, false); }

std::optional<std::string> decode_query(std::string_view text) { return decode(text, true); }

std::string encode_path_segment(std::string_view text) { return encode(text, "$&+=:@", false); }

std::string encode_query(std::string_view text) { return encode(text, "", true); }

QueryPairs parse_query(std::string_view query, std::size_t most)
{
    QueryPairs pairs;
    while (!query.empty() && pairs.size() < most) {
        const auto end = query.find('&');
        const auto pair = query.substr(0, end);
        query = end == query.npos ? std::string_view() : query.substr(end + 1);
        if (pair.empty() || pair.find(';') != pair.npos) continue;
        const auto equals = pair.find('=');
        auto name = decode_query(pair.substr(0, equals));
        auto value = decode_query(equals == pair.npos ? std::string_view() : pair.substr(equals + 1));
        if (name && value) pairs.emplace_back(std::move(*name), std::move(*value));
    }
    return pairs;
}

} // namespace cairn::http
