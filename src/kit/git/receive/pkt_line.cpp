#include "git/receive/pkt_line.hpp"

#include <optional>
#include <stdexcept>

namespace cairn::git {

namespace {

constexpr std::size_t digits = 4;

std::optional<std::size_t> parse_length(std::string_view text)
{
    std::size_t length = 0;
    for (const auto c : text) {
        length <<= 4U;
        if (c >= '0' && c <= '9') length |= static_cast<std::size_t>(c - '0');
        else if (c >= 'a' && c <= 'f') length |= static_cast<std::size_t>(c - 'a' + 10);
        else if (c >= 'A' && c <= 'F') length |= static_cast<std::size_t>(c - 'A' + 10);
        else return std::nullopt;
    }
    return length;
}

std::unexpected<Error> broken() { return fail(Errc::bad_request, "the request does not follow git's protocol"); }

} // namespace

Result<Packet> read_packet(Input& input)
{
    if (!input.fill_to(digits)) return broken();
    const auto length = parse_length(input.view().substr(0, digits));
    if (!length || *length > largest_packet || *length == 3) return broken();
    if (*length < digits) {
        constexpr Packet::Type special[] = {Packet::Type::flush, Packet::Type::delimiter, Packet::Type::response_end};
        input.consume(digits);
        return Packet{.type = special[*length], .data = {}};
    }
    if (!input.fill_to(*length)) return broken();
    const auto data = input.view().substr(digits, *length - digits);
    input.consume(*length);
    return Packet{.type = Packet::Type::data, .data = data};
}

void append_packet(std::string& out, std::string_view data)
{
    const auto length = data.size() + digits;
    if (length > largest_packet) throw std::length_error("a packet that is too long");
    constexpr auto hex = "0123456789abcdef";
    for (const auto shift : {12U, 8U, 4U, 0U}) out.push_back(hex[(length >> shift) & 15U]);
    out.append(data);
}

void SideBand::send(char band, std::string_view bytes)
{
    constexpr std::size_t most = largest_packet - digits - 1;
    do {
        const auto piece = bytes.substr(0, most);
        bytes.remove_prefix(piece.size());
        std::string packet;
        packet.reserve(piece.size() + digits + 1);
        append_packet(packet, std::string(1, band).append(piece));
        sink_.write(packet);
    } while (!bytes.empty());
}

void SideBand::data(std::string_view bytes)
{
    if (multiplexed_) send('\1', bytes);
    else sink_.write(bytes);
}

void SideBand::tell(std::string_view words)
{
    if (multiplexed_ && !words.empty()) send('\2', words);
}

void SideBand::keep_alive()
{
    if (multiplexed_) send('\1', {});
}

void SideBand::end()
{
    if (multiplexed_) sink_.write(flush_packet);
}

} // namespace cairn::git
