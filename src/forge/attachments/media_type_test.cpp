#include "attachments/media_type.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace cairn::attachments {
namespace {

TEST(AttachedFiles, AreNeverOfATypeThatABrowserWouldRun)
{
    EXPECT_EQ(safe_type("<svg onload='alert(1)'/>"), "text/plain; charset=utf-8");
    EXPECT_EQ(safe_type("<html><script>alert(1)</script>"), "text/plain; charset=utf-8");
    EXPECT_EQ(safe_type("\x89PNG\r\n\x1a\n"), "image/png");
    EXPECT_EQ(safe_type("\x1f\x8b\x08"), "application/x-gzip");
}

TEST(AttachedFiles, AreWantedByTheirNamesAndTheirTypes)
{
    const std::vector<std::string> wanted{".ZIP", "text/plain", "image/*"};
    EXPECT_TRUE(is_allowed(wanted, "a.zip", "application/octet-stream"));
    EXPECT_TRUE(is_allowed(wanted, "a", "text/plain; charset=utf-8"));
    EXPECT_TRUE(is_allowed(wanted, "a", "image/png"));
    EXPECT_FALSE(is_allowed(wanted, "a.txt.gz", "application/x-gzip"));
    EXPECT_TRUE(is_allowed({}, "a.gz", "application/x-gzip"));
}

} // namespace
} // namespace cairn::attachments
