// The encoding that all of SSH shares (RFC 4251, 5): numbers of fixed size, and strings with their length in front.
#pragma once

#include <string>
#include <string_view>

#include "crypto/byte_reader.hpp"

namespace cairn::crypto {

class SshReader : public ByteReader {
public:
    using ByteReader::ByteReader;

    std::string_view string() { return take(uint32()); }
    // A positive number in the one encoding that it has; anything else is bad.
    std::string_view mpint();
};

void append_ssh_string(std::string& out, std::string_view);
void append_ssh_mpint(std::string& out, std::string_view number); // positive, the most significant byte first

} // namespace cairn::crypto
