#include "attachments/media_type.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.hpp"
#include "base/utf8.hpp"

namespace cairn::attachments {

namespace {

using namespace std::string_view_literals;

constexpr std::array<std::pair<std::string_view, std::string_view>, 11> beginnings{{
    {"\x89PNG\r\n\x1a\n"sv, "image/png"},
    {"\xff\xd8\xff"sv, "image/jpeg"},
    {"GIF87a"sv, "image/gif"},
    {"GIF89a"sv, "image/gif"},
    {"%PDF-"sv, "application/pdf"},
    {"PK\x03\x04"sv, "application/zip"},
    {"\x1f\x8b\x08"sv, "application/x-gzip"},
    {"OggS\0"sv, "application/ogg"},
    {"\x1a\x45\xdf\xa3"sv, "video/webm"},
    {"ID3"sv, "audio/mpeg"},
    {"Rar!\x1a\x07"sv, "application/x-rar-compressed"},
}};

bool is_plain_text(std::string_view bytes)
{
    // The last character may have been cut.
    for (std::size_t cut = 0; cut < 4 && cut <= bytes.size(); ++cut)
        if (is_text(bytes.substr(0, bytes.size() - cut)))
            return std::ranges::none_of(bytes, [](char c) {
                return static_cast<unsigned char>(c) < 0x20 && !text::is_space(c) && c != '\x1b';
            });
    return false;
}

} // namespace

std::string_view media_type(std::string_view first_bytes)
{
    for (const auto& [beginning, type] : beginnings)
        if (first_bytes.starts_with(beginning)) return type;
    if (first_bytes.starts_with("RIFF") && first_bytes.size() >= 12 && first_bytes.substr(8, 4) == "WEBP")
        return "image/webp";
    if (first_bytes.size() >= 12 && first_bytes.substr(4, 4) == "ftyp") return "video/mp4";
    return is_plain_text(first_bytes) ? "text/plain; charset=utf-8" : "application/octet-stream";
}

bool is_allowed(std::span<const std::string> types, std::string_view name, std::string_view media_type)
{
    const auto plain = media_type.substr(0, media_type.find(';'));
    const auto lower = text::to_lower(name);
    return types.empty() || std::ranges::any_of(types, [&](const std::string& entry) {
               const auto type = text::to_lower(text::trim(entry));
               if (type == "*/*") return true;
               if (type.starts_with('.')) return lower.ends_with(type);
               if (type.ends_with("/*")) return plain.starts_with(std::string_view(type).substr(0, type.size() - 1));
               return type == plain;
           });
}

} // namespace cairn::attachments
