#include "packages/names.hpp"

#include <gtest/gtest.h>

namespace cairn::packages {
namespace {

TEST(PackageNames, APackageIsCalledByLettersDigitsAndSomeSigns)
{
    for (const auto* name : {"tool", "x", "7", "ok_name-1.x+y", "UPPER", "...", "-x", "--"})
        EXPECT_TRUE(check_generic_name(name)) << name;
    for (const auto* name : {"", ".", "..", "-", "_", "+", "bad name", "a/b", "a|b", "na\u00efve"})
        EXPECT_FALSE(check_generic_name(name)) << name;
    EXPECT_TRUE(check_generic_name(std::string(255, 'a')));
    EXPECT_FALSE(check_generic_name(std::string(256, 'a')));
}

TEST(PackageNames, AVersionIsAnyTextWithoutBlanksAtItsEnds)
{
    for (const auto* version : {"1", "1.0.0-rc.1+build", "any version ~ text", "\u7248\u672c", "a/b"})
        EXPECT_TRUE(check_version(version)) << version;
    for (const auto* version : {"", " ", " 1", "1 ", "1\n"}) EXPECT_FALSE(check_version(version)) << version;
    EXPECT_FALSE(check_version(std::string(256, '1')));
}

TEST(PackageNames, AFileIsCalledBySignsThatEveryFileSystemTakes)
{
    for (const auto* name : {"data.bin", "good (1) [x].txt", "a=b;c:d{e}~!@#$%^&", ".hidden", "..."})
        EXPECT_TRUE(check_file_name(name)) << name;
    for (const auto* name : {"", ".", "..", " a", "a ", "bad|file", "a/b", "a\\b", "a*b", "a\tb", "\u00e9"})
        EXPECT_FALSE(check_file_name(name)) << name;
}

} // namespace
} // namespace cairn::packages
