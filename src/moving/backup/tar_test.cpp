#include "backup/tar.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <map>

namespace cairn::backup {
namespace {

using Files = std::map<std::string, std::string>;

std::string tar_of(const Files& files)
{
    std::string tar;
    for (const auto& [name, bytes] : files) tar += tar_head(name, bytes.size()) + bytes + tar_padding(bytes.size());
    return tar + tar_end();
}

Result<Files> files_of(const std::string& tar)
{
    Files files;
    const auto read = [&](std::uint64_t offset, std::uint64_t count) {
        return offset < tar.size() ? tar.substr(offset, count) : std::string();
    };
    TRY(each_entry(read, [&](const TarEntry& entry) -> Result<> {
        files[entry.name] = tar.substr(entry.offset, entry.size);
        return {};
    }));
    return files;
}

TEST(TarTest, WhatWasWrittenIsRead)
{
    const Files files{{"HEAD", "ref: refs/heads/main\n"},
                      {"empty", ""},
                      {"refs/heads/" + std::string(99, 'x'), "1"},
                      {"refs/heads/" + std::string(300, 'y'), std::string(1024, 'z')},
                      {std::string(100, 'n'), "just as long as its field"}};
    EXPECT_EQ(files_of(tar_of(files)).value(), files);
}

TEST(TarTest, ASizeMayBeLargerThanOctalDigitsCanSay)
{
    const auto size = std::uint64_t{20} << 30;
    const auto head = tar_head("large", size);
    std::uint64_t found = 0;
    const auto read = [&](std::uint64_t offset, std::uint64_t) { return offset == 0 ? head : std::string(); };
    ASSERT_TRUE(each_entry(read, [&](const TarEntry& entry) -> Result<> {
        found = entry.size;
        return {};
    }));
    EXPECT_EQ(found, size);
}

TEST(TarTest, ADamagedHeadIsNoticed)
{
    auto tar = tar_of({{"a", "1"}});
    tar[1] = 'b';
    EXPECT_FALSE(files_of(tar));
    EXPECT_FALSE(files_of(std::string(2000, 'x')));
}

TEST(TarTest, OtherProgramsReadIt)
{
    const auto tar = tar_of({{"d/" + std::string(200, 'n'), "long"}, {"short", "s"}});
    char path[] = "/tmp/cairn-tar.XXXXXX";
    const int file = ::mkstemp(path);
    ASSERT_EQ(::write(file, tar.data(), tar.size()), static_cast<ssize_t>(tar.size()));
    ::close(file);
    const auto command =
        std::string("test \"$(tar -tf ") + path + " | wc -l)\" = 2 && test \"$(tar -xOf " + path + " short)\" = s";
    EXPECT_EQ(std::system(command.c_str()), 0); // NOLINT(cert-env33-c)
    ::unlink(path);
}

} // namespace
} // namespace cairn::backup
