// The encoding that all of SSH shares (RFC 4251, 5): numbers of fixed size, and strings with their length in front.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cairn::crypto {

// Takes values off the front of bytes that somebody sent. Once something is missing it stays bad and gives only empty
// values, so a caller may read a whole record and ask once.
class SshReader {
public:
    explicit SshReader(std::string_view bytes) : rest_(bytes) { }

    std::string_view take(std::size_t size);
    std::uint64_t number(std::size_t bytes);
    std::uint8_t byte() { return static_cast<std::uint8_t>(number(1)); }
    std::uint32_t uint32() { return static_cast<std::uint32_t>(number(4)); }
    std::uint64_t uint64() { return number(8); }
    std::string_view string() { return take(uint32()); }
    // A positive number in the one encoding that it has; anything else is bad.
    std::string_view mpint();

    std::string_view rest() const { return rest_; }
    bool bad() const { return bad_; }
    bool at_end() const { return !bad_ && rest_.empty(); } // everything was there, and nothing more

private:
    std::string_view rest_;
    bool bad_ = false;
};

void append_ssh_string(std::string& out, std::string_view);
void append_ssh_mpint(std::string& out, std::string_view number); // positive, the most significant byte first

} // namespace cairn::crypto
