#include "crypto/openpgp_packet.hpp"

#include "base/encoding.hpp"
#include "base/text.hpp"

namespace cairn::crypto::openpgp {

namespace {

// Lengths of one, two or five bytes, as packets of the newer form and subpackets share them; nothing for a length that
// is told piece by piece, which only data may have. `two_byte_end`: the first value that is no longer one of two bytes.
std::optional<std::size_t> take_length(ByteReader& reader, std::uint8_t two_byte_end)
{
    const auto first = reader.byte();
    if (first < 192) return first;
    if (first < two_byte_end) return ((first - 192U) << 8U) + reader.byte() + 192U;
    if (first == 255) return reader.uint32();
    return {};
}

} // namespace

std::optional<std::string> read_armor(std::string_view text, std::string_view label)
{
    const auto begin = "-----BEGIN PGP " + std::string(label) + "-----";
    const auto end = "-----END PGP " + std::string(label) + "-----";
    const auto from = text.find(begin);
    if (from == text.npos) return {};
    const auto to = text.find(end, from);
    if (to == text.npos) return {};

    auto inside = text.substr(from + begin.size(), to - from - begin.size());
    const auto label_end = inside.find('\n');
    if (label_end == inside.npos || !text::trim(inside.substr(0, label_end)).empty()) return {};
    inside.remove_prefix(label_end + 1);

    std::string base64;
    bool in_headers = true;
    for (const auto untrimmed : text::split(inside, '\n')) {
        const auto line = text::trim(untrimmed);
        if (line.empty()) in_headers = false;
        else if (in_headers && line.find(':') == line.npos) return {};
        else if (!in_headers && line.front() == '=') break; // the checksum
        else if (!in_headers) base64 += line;
    }
    return base64_decode(base64);
}

std::string write_armor(std::string_view bytes, std::string_view label, std::string_view comment)
{
    constexpr std::size_t width = 64;
    std::uint32_t crc = 0xb704ce; // RFC 4880, 6.1
    for (const char c : bytes) {
        crc ^= static_cast<std::uint32_t>(static_cast<unsigned char>(c)) << 16U;
        for (int bit = 0; bit < 8; ++bit) crc = (crc << 1U) ^ ((crc & 0x800000U) != 0 ? 0x1864cfbU : 0);
    }
    const char sum[]{static_cast<char>(crc >> 16U), static_cast<char>(crc >> 8U), static_cast<char>(crc)};
    auto text = "-----BEGIN PGP " + std::string(label) + "-----\n";
    if (!comment.empty()) text.append("Comment: ").append(comment).append("\n");
    text += '\n';
    const auto base64 = base64_encode(bytes);
    for (std::size_t at = 0; at < base64.size(); at += width) text += base64.substr(at, width) + "\n";
    text += "=" + base64_encode({sum, sizeof sum}) + "\n";
    return text + "-----END PGP " + std::string(label) + "-----\n";
}

std::optional<std::vector<Packet>> read_packets(std::string_view bytes, std::size_t most)
{
    std::vector<Packet> packets;
    ByteReader reader(bytes);
    while (!reader.at_end()) {
        const auto head = reader.byte();
        if (reader.bad() || (head & 0x80) == 0 || packets.size() == most) return {};
        std::optional<std::size_t> length;
        if ((head & 0x40) != 0) length = take_length(reader, 224);
        else if ((head & 3) < 3) length = reader.number(std::size_t{1} << (head & 3));
        if (!length) return {};
        const auto tag = (head & 0x40) != 0 ? head & 0x3f : head >> 2 & 0x0f;
        packets.push_back({static_cast<Tag>(tag), reader.take(*length)});
        if (reader.bad()) return {};
    }
    return packets;
}

std::string write_packet(Tag tag, std::string_view body)
{
    std::string packet(1, static_cast<char>(0xc0 | static_cast<unsigned>(tag)));
    const auto size = body.size();
    if (size < 192) {
        packet += static_cast<char>(size);
    } else if (size < 8384) {
        packet += static_cast<char>(((size - 192) >> 8) + 192);
        packet += static_cast<char>((size - 192) & 0xff);
    } else {
        packet += '\xff';
        for (int shift = 24; shift >= 0; shift -= 8) packet += static_cast<char>(size >> shift & 0xff);
    }
    return packet.append(body);
}

std::string_view take_mpi(ByteReader& reader)
{
    const std::size_t bits = reader.uint16();
    return reader.take((bits + 7) / 8);
}

std::optional<std::vector<Subpacket>> read_subpackets(std::string_view area)
{
    std::vector<Subpacket> found;
    ByteReader reader(area);
    while (!reader.at_end()) {
        const auto length = take_length(reader, 255);
        if (!length || *length == 0) return {};
        const auto type = reader.byte();
        const auto body = reader.take(*length - 1);
        if (reader.bad()) return {};
        found.push_back({static_cast<std::uint8_t>(type & 0x7f), (type & 0x80) != 0, body});
    }
    return found;
}

} // namespace cairn::crypto::openpgp
