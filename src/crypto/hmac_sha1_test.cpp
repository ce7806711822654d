#include "crypto/hmac_sha1.hpp"

#include <gtest/gtest.h>

#include "base/encoding.hpp"

namespace cairn::crypto {
namespace {

std::string code(std::string_view key, std::string_view data)
{
    const auto digest = hmac_sha1(key, data);
    return hex_encode({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

TEST(HmacSha1, HasTheCodesOfRfc2202)
{
    EXPECT_EQ(code(std::string(20, '\x0b'), "Hi There"), "b617318655057264e28bc0b6fb378c8ef146be00");
    EXPECT_EQ(code("Jefe", "what do ya want for nothing?"), "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79");
    EXPECT_EQ(code(std::string(80, '\xaa'), "Test Using Larger Than Block-Size Key - Hash Key First"),
              "aa4ae5e15272d00e95705637ce8a3b55ed402112");
}

} // namespace
} // namespace cairn::crypto
