// Git's framing: four hexadecimal digits of length, then that many bytes, the digits included. See
// gitprotocol-common(5).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "git/receive/stream.hpp"

namespace cairn::git {

inline constexpr std::size_t largest_packet = 65520; // the digits included

struct Packet {
    enum class Type : std::uint8_t { data, flush, delimiter, response_end };
    Type type;
    std::string_view data; // until the input is read again
};

// bad_request for what is no packet, and for an end in the middle of one, or in place of one.
Result<Packet> read_packet(Input&);

void append_packet(std::string& out, std::string_view data); // throws std::length_error for more than fits
inline constexpr std::string_view flush_packet = "0000";

// The answer's band for a program and the one for people, in one stream (side-band-64k). Without the capability there
// is only the first, as it is.
class SideBand {
public:
    SideBand(Sink& sink, bool multiplexed) : sink_(sink), multiplexed_(multiplexed) { }

    void data(std::string_view);
    // Shown to whoever pushes, each line after "remote: ".
    void tell(std::string_view);
    // Nothing, so that nobody on the way takes the connection for dead.
    void keep_alive();
    void end();

private:
    void send(char band, std::string_view);

    Sink& sink_;
    bool multiplexed_;
};

} // namespace cairn::git
