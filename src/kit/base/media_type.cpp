#include "base/media_type.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "base/utf8.hpp"

namespace cairn {

using namespace std::string_view_literals;

namespace {

struct Mark {
    std::string_view bytes;
    std::string_view type;
    std::size_t at = 0;
};

constexpr Mark marks[] = {
    {"\x89PNG\r\n\x1a\n"sv, "image/png"},
    {"\xff\xd8\xff"sv, "image/jpeg"},
    {"GIF87a"sv, "image/gif"},
    {"GIF89a"sv, "image/gif"},
    {"WEBPVP"sv, "image/webp", 8},
    {"\0\0\1\0"sv, "image/x-icon"},
    {"ftypavif"sv, "image/avif", 4},
    {"%PDF-"sv, "application/pdf"},
    {"ID3"sv, "audio/mpeg"},
    {"\xff\xfb"sv, "audio/mpeg"},
    {"fLaC"sv, "audio/flac"},
    {"OggS\0"sv, "application/ogg"},
    {"WAVE"sv, "audio/wave", 8},
    {"AVI "sv, "video/avi", 8},
    {"ftyp"sv, "video/mp4", 4},
    {"\x1a\x45\xdf\xa3"sv, "video/webm"},
    {"PK\x03\x04"sv, "application/zip"},
    {"\x1f\x8b\x08"sv, "application/x-gzip"},
    {"Rar!\x1a\x07"sv, "application/x-rar-compressed"},
};

// The last character of a file's beginning may have been cut, somewhere in its up to four bytes.
bool is_utf8_beginning(std::string_view text)
{
    if (is_utf8(text) || text.size() < enough_to_tell) return is_utf8(text);
    for (int cut = 1; cut < 4; ++cut)
        if (is_utf8(text.substr(0, text.size() - cut))) return true;
    return false;
}

bool has_bytes_of_no_text(std::string_view text)
{
    return std::ranges::any_of(text, [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != '\x1b';
    });
}

bool is_svg(std::string_view text)
{
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
    const auto skip_to = [&](std::string_view end) {
        const auto at = text.find(end);
        text.remove_prefix(at == text.npos ? text.size() : at + end.size());
    };
    while (true) {
        text = text::trim(text);
        if (text.starts_with("<?")) skip_to("?>");
        else if (text.starts_with("<!--")) skip_to("-->");
        else if (text.starts_with("<!")) skip_to(">");
        else break;
    }
    return text::istarts_with(text, "<svg")
        && (text.size() == 4 || text::is_space(text[4]) || text[4] == '>' || text[4] == '/');
}

} // namespace

std::string_view media_type_of(std::string_view beginning)
{
    beginning = beginning.substr(0, enough_to_tell);
    if (beginning.starts_with("\xff\xfe")) return "text/plain; charset=utf-16le";
    if (beginning.starts_with("\xfe\xff")) return "text/plain; charset=utf-16be";
    for (const auto& mark : marks)
        if (beginning.size() > mark.at && beginning.substr(mark.at).starts_with(mark.bytes)) return mark.type;
    if (has_bytes_of_no_text(beginning)) return "application/octet-stream";
    if (is_svg(beginning)) return "image/svg+xml";
    return is_utf8_beginning(beginning) ? "text/plain; charset=utf-8" : "text/plain; charset=windows-1252";
}

} // namespace cairn
