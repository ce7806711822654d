// Takes values off the front of bytes that somebody sent.
#pragma once

#include <cstdint>
#include <string_view>

namespace cairn::crypto {

// Once something is missing it stays bad and gives only empty values, so a caller may read a whole record and ask once.
// Numbers have their most significant byte first.
class ByteReader {
public:
    explicit ByteReader(std::string_view bytes) : rest_(bytes) { }

    std::string_view take(std::size_t size)
    {
        if (bad_ || size > rest_.size()) {
            spoil();
            return {};
        }
        const auto taken = rest_.substr(0, size);
        rest_.remove_prefix(size);
        return taken;
    }
    std::uint64_t number(std::size_t bytes)
    {
        std::uint64_t number = 0;
        for (char c : take(bytes)) number = number << 8 | static_cast<unsigned char>(c);
        return number;
    }
    std::uint8_t byte() { return static_cast<std::uint8_t>(number(1)); }
    std::uint16_t uint16() { return static_cast<std::uint16_t>(number(2)); }
    std::uint32_t uint32() { return static_cast<std::uint32_t>(number(4)); }
    std::uint64_t uint64() { return number(8); }

    std::string_view rest() const { return rest_; }
    bool bad() const { return bad_; }
    bool at_end() const { return !bad_ && rest_.empty(); } // everything was there, and nothing more

    // What was read makes no sense.
    void spoil()
    {
        bad_ = true;
        rest_ = {};
    }

private:
    std::string_view rest_;
    bool bad_ = false;
};

} // namespace cairn::crypto
