#include "crypto/hmac_sha1.hpp"

#include <algorithm>

namespace cairn::crypto {

// RFC 2104, section 2.
Digest<20> hmac_sha1(std::string_view key, std::string_view data)
{
    constexpr std::size_t block_size = 64;
    const auto padded = [&](char pad) {
        std::string block(block_size, '\0');
        if (key.size() > block_size) std::ranges::copy(sha1(key), block.begin());
        else std::ranges::copy(key, block.begin());
        for (char& byte : block) byte = static_cast<char>(byte ^ pad);
        return block;
    };
    const auto inner = sha1(padded(0x36).append(data));
    return sha1(padded(0x5c).append(inner.begin(), inner.end()));
}

} // namespace cairn::crypto
