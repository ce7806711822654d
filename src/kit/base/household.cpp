#include "base/household.hpp"

#include <arpa/inet.h>

#include <algorithm>

namespace cairn {

Household::Household(std::string_view address) : text_(address)
{
    std::array<char, INET6_ADDRSTRLEN> text{};
    if (address.size() >= text.size()) return;
    address.copy(text.data(), address.size());
    if (inet_pton(AF_INET, text.data(), bytes_.data()) == 1) {
        size_ = 4;
        loopback_ = bytes_[0] == 127;
    } else if (inet_pton(AF_INET6, text.data(), bytes_.data()) == 1) {
        static constexpr std::array<char, 12> mapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '\xff', '\xff'};
        static constexpr std::array<char, 16> itself{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
        const bool is_v4 = std::equal(mapped.begin(), mapped.end(), bytes_.begin());
        if (is_v4) std::copy(bytes_.begin() + 12, bytes_.end(), bytes_.begin());
        size_ = is_v4 ? 4 : 8;
        loopback_ = is_v4 ? bytes_[0] == 127 : bytes_ == itself;
    }
}

} // namespace cairn
