// Whose a client's address is, for those who count what it does: a household or a server has a whole /64 of IPv6, and
// an IPv4 client is one however it came.
#pragma once

#include <array>
#include <string_view>

namespace cairn {

class Household {
public:
    explicit Household(std::string_view address);

    // The same for all addresses that count as one. Of what is no address, the text itself, which must live as long.
    std::string_view key() const { return size_ > 0 ? std::string_view(bytes_.data(), size_) : text_; }
    bool is_loopback() const { return loopback_; } // it is this machine

private:
    std::string_view text_;
    std::array<char, 16> bytes_{};
    std::size_t size_ = 0;
    bool loopback_ = false;
};

} // namespace cairn
