#include "lfs/pointer_text.hpp"

#include <gtest/gtest.h>

namespace cairn::lfs {
namespace {

const std::string oid(64, 'a');

TEST(PointerText, ItsNameInGitIsThatOfTheTextThatClientsWrite)
{
    // printf 'version ...\noid sha256:aaaa...\nsize 12\n' | git hash-object --stdin
    EXPECT_EQ(name_in_git({.oid = oid, .size = 12}).hex(), "e09b346a5b792d22ae106a9237cca91be89a8f5d");
}

TEST(PointerText, WhatItPointsToIsFoundHoweverItWasWritten)
{
    const std::string version = "version https://git-lfs.github.com/spec/v1";
    const auto oid_in = [](const std::string& text) { return pointer_in(text).value_or(Pointer{}).oid; };
    const auto usual = pointer_text({.oid = oid, .size = 12});
    EXPECT_EQ(oid_in(usual), oid);
    EXPECT_EQ(pointer_in(usual)->size, 12);
    EXPECT_EQ(oid_in(version + "\next-0-x sha256:" + std::string(64, 'b') + "\noid sha256:" + oid + "\nsize 1\n"), oid);
    EXPECT_EQ(oid_in(version + "\r\noid sha256:" + oid + "\r\nsize 1\r\n"), oid);
    EXPECT_EQ(oid_in("oid sha256:" + oid + "\nsize 1\n"), "");
    EXPECT_EQ(oid_in(version + "\noid sha256:short\nsize 1\n"), "");
    EXPECT_EQ(oid_in(version + "\noid sha256:" + oid + "\nsize -1\n"), "");
    EXPECT_EQ(oid_in(usual + std::string(longest_pointer, ' ')), "");
}

} // namespace
} // namespace cairn::lfs
