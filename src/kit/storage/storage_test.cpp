#include "storage/storage.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>

namespace cairn::storage {
namespace {

namespace fs = std::filesystem;

class FolderTest : public testing::Test {
protected:
    FolderTest()
    {
        char path[] = "/tmp/cairn-storage.XXXXXX";
        root = ::mkdtemp(path);
        storage = open_folder(root / "kept");
    }
    ~FolderTest() override { fs::remove_all(root); }

    std::size_t drafts() const
    {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(root / "kept/.incoming"), fs::directory_iterator()));
    }

    fs::path root;
    std::unique_ptr<Storage> storage;
};

TEST_F(FolderTest, GivesBackWhatWasPut)
{
    storage->put("a/b/c", "hello");
    EXPECT_EQ(storage->size("a/b/c"), 5U);
    EXPECT_TRUE(storage->exists("a/b/c"));
    EXPECT_EQ(storage->read("a/b/c"), "hello");
    storage->put("a/b/c", "");
    EXPECT_EQ(storage->read("a/b/c"), "");
    EXPECT_EQ(drafts(), 0U);
}

TEST_F(FolderTest, ReadsAPart)
{
    storage->put("x", "0123456789");
    EXPECT_EQ(storage->read("x", {.offset = 2, .length = 3}), "234");
    EXPECT_EQ(storage->read("x", {.offset = 8}), "89");
    EXPECT_EQ(storage->read("x", {.offset = 20, .length = 5}), "");
    const auto body = storage->open("x", {.offset = 4, .length = 2}).value();
    const auto& range = std::get<http::FileRange>(body);
    char bytes[2];
    EXPECT_EQ(::pread(range.file->number(), bytes, range.length, static_cast<off_t>(range.offset)), 2);
    EXPECT_EQ(std::string_view(bytes, 2), "45");
}

TEST_F(FolderTest, WhatIsNotThereIsNothing)
{
    EXPECT_FALSE(storage->exists("nothing"));
    EXPECT_FALSE(storage->read("no/thing"));
    EXPECT_FALSE(storage->open("nothing"));
    EXPECT_FALSE(storage->remove("nothing"));
    storage->put("file", "x");
    EXPECT_FALSE(storage->exists("file/below"));
    EXPECT_FALSE(storage->read("file/below"));
    EXPECT_TRUE(storage->remove("file"));
    EXPECT_FALSE(storage->exists("file"));
}

TEST_F(FolderTest, TakesMoreThanABufferFull)
{
    std::size_t left = 300'000;
    const auto written = storage->put("large", [&](std::span<char> into) {
        const std::size_t part = std::min({into.size(), left, std::size_t{7777}});
        std::memset(into.data(), 'x', part);
        left -= part;
        return part;
    });
    EXPECT_EQ(written, 300'000U);
    EXPECT_EQ(storage->read("large").value(), std::string(300'000, 'x'));
}

TEST_F(FolderTest, AFailureLeavesWhatWasThere)
{
    storage->put("name", "old");
    bool begun = false;
    EXPECT_THROW(storage->put("name",
                              [&](std::span<char> into) -> std::size_t {
                                  if (begun) throw http::Disconnected();
                                  begun = true;
                                  into[0] = 'n';
                                  return 1;
                              }),
                 http::Disconnected);
    EXPECT_EQ(storage->read("name"), "old");
    EXPECT_EQ(drafts(), 0U);
}

TEST_F(FolderTest, WhatACrashLeftIsSweptAway)
{
    const fs::path old = root / "kept/.incoming/old";
    const fs::path fresh = root / "kept/.incoming/fresh";
    for (const fs::path& path : {old, fresh}) fs::copy_file("/etc/hostname", path);
    fs::last_write_time(old, fs::file_time_type::clock::now() - std::chrono::hours(48));
    storage = open_folder(root / "kept");
    EXPECT_FALSE(fs::exists(old));
    EXPECT_TRUE(fs::exists(fresh));
}

TEST_F(FolderTest, NoNameLeadsOut)
{
    for (const char* name : {"", "/etc/passwd", "..", "../x", "a/../b", "a//b", "a/", ".hidden", "a/.incoming", "a b",
                             "a\\b", "a\nb", "\xc3\xbc"})
        EXPECT_THROW(storage->exists(name), std::logic_error) << name;
}

} // namespace
} // namespace cairn::storage
