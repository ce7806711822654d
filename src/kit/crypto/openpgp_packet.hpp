// OpenPGP's outer layers (RFC 4880, 4 and 6): ASCII armor, and the packets inside of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "crypto/byte_reader.hpp"

namespace cairn::crypto::openpgp {

enum class Tag : std::uint8_t {
    signature = 2,
    public_key = 6,
    user_id = 13,
    public_subkey = 14,
};

struct Packet {
    Tag tag;
    std::string_view body; // points into the bytes that were read
};

// The bytes in the first armor of that label ("PUBLIC KEY BLOCK"). Its checksum is not looked at, as RFC 9580 has it:
// what counts is signed.
std::optional<std::string> read_armor(std::string_view text, std::string_view label);

// The other way round. `comment` is for people, and empty for none.
std::string write_armor(std::string_view bytes, std::string_view label, std::string_view comment = {});

// Every packet, in both forms that a header may have. Nothing if one is cut off, has no length of its own, or if there
// are more than `most`.
std::optional<std::vector<Packet>> read_packets(std::string_view bytes, std::size_t most);

// A packet in the newer form.
std::string write_packet(Tag, std::string_view body);

// A number with the count of its bits in front.
std::string_view take_mpi(ByteReader&);

struct Subpacket {
    std::uint8_t type = 0;
    bool critical = false;
    std::string_view body;
};

std::optional<std::vector<Subpacket>> read_subpackets(std::string_view area);

} // namespace cairn::crypto::openpgp
