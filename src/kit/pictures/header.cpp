// The beginnings of PNG, JPEG, GIF and WebP files, as far as they tell the size.
#include <algorithm>

#include "pictures/picture.hpp"

namespace cairn::pictures {

namespace {

std::uint8_t byte(std::string_view bytes, std::size_t at) { return static_cast<std::uint8_t>(bytes[at]); }

// `count` bytes, the most significant one first.
std::uint32_t big_endian(std::string_view bytes, std::size_t at, std::size_t count)
{
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < count; ++i) value = value << 8 | byte(bytes, at + i);
    return value;
}

std::uint32_t little_endian(std::string_view bytes, std::size_t at, std::size_t count)
{
    std::uint32_t value = 0;
    for (std::size_t i = count; i-- > 0;) value = value << 8 | byte(bytes, at + i);
    return value;
}

std::optional<Header> read_png(std::string_view bytes)
{
    if (bytes.size() < 33 || bytes.substr(12, 4) != "IHDR") return {};
    return Header{Format::png, big_endian(bytes, 16, 4), big_endian(bytes, 20, 4)};
}

// Goes from segment to segment until the one that begins a frame.
std::optional<Header> read_jpeg(std::string_view bytes)
{
    std::size_t at = 2;
    while (at + 9 < bytes.size()) {
        if (byte(bytes, at) != 0xFF) return {};
        const std::uint8_t marker = byte(bytes, at + 1);
        if (marker == 0xFF) { // a fill byte
            ++at;
            continue;
        }
        const bool is_frame = marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
        if (is_frame) return Header{Format::jpeg, big_endian(bytes, at + 7, 2), big_endian(bytes, at + 5, 2)};
        if (marker == 0xD9 || marker == 0xDA) return {}; // the picture's end or data, before any frame
        at += 2 + big_endian(bytes, at + 2, 2);
    }
    return {};
}

// The screen's size, or the first frame's where that is larger: decoders take memory for the frame.
std::optional<Header> read_gif(std::string_view bytes)
{
    if (bytes.size() < 13) return {};
    Header header{Format::gif, little_endian(bytes, 6, 2), little_endian(bytes, 8, 2)};
    const auto table_size = [](std::uint8_t flags) { return (flags & 0x80) != 0 ? 3U << ((flags & 7) + 1) : 0U; };
    std::size_t at = 13 + table_size(byte(bytes, 10));
    while (at + 10 <= bytes.size()) {
        const std::uint8_t kind = byte(bytes, at);
        if (kind == 0x2C) {
            header.width = std::max(header.width, little_endian(bytes, at + 5, 2));
            header.height = std::max(header.height, little_endian(bytes, at + 7, 2));
            return header;
        }
        if (kind != 0x21) return {};
        at += 2; // an extension: blocks, each with its length before it, until an empty one
        while (at < bytes.size() && byte(bytes, at) != 0) at += 1 + byte(bytes, at);
        ++at;
    }
    return {};
}

std::optional<Header> read_webp(std::string_view bytes)
{
    if (bytes.size() < 30) return {};
    const auto chunk = bytes.substr(12, 4);
    if (chunk == "VP8X") return Header{Format::webp, little_endian(bytes, 24, 3) + 1, little_endian(bytes, 27, 3) + 1};
    if (chunk == "VP8L" && byte(bytes, 20) == 0x2F) {
        const std::uint32_t sizes = little_endian(bytes, 21, 4);
        return Header{Format::webp, (sizes & 0x3FFF) + 1, (sizes >> 14 & 0x3FFF) + 1};
    }
    if (chunk == "VP8 " && bytes.substr(23, 3) == "\x9D\x01\x2A")
        return Header{Format::webp, little_endian(bytes, 26, 2) & 0x3FFF, little_endian(bytes, 28, 2) & 0x3FFF};
    return {};
}

} // namespace

std::string_view media_type(Format format)
{
    switch (format) {
    case Format::png: return "image/png";
    case Format::jpeg: return "image/jpeg";
    case Format::gif: return "image/gif";
    case Format::webp: return "image/webp";
    }
    return "application/octet-stream";
}

std::optional<Header> read_header(std::string_view bytes)
{
    std::optional<Header> header;
    if (bytes.starts_with("\x89PNG\r\n\x1a\n")) header = read_png(bytes);
    else if (bytes.starts_with("\xFF\xD8\xFF")) header = read_jpeg(bytes);
    else if (bytes.starts_with("GIF87a") || bytes.starts_with("GIF89a")) header = read_gif(bytes);
    else if (bytes.starts_with("RIFF") && bytes.size() >= 12 && bytes.substr(8, 4) == "WEBP") header = read_webp(bytes);
    if (header && (header->width == 0 || header->height == 0)) return {};
    return header;
}

} // namespace cairn::pictures
