#include "runners/zip.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <gtest/gtest.h>

#include <map>
#include <stdexcept>

namespace cairn::runners {
namespace {

constexpr Time morning{1'700'000'000};

struct Unpacked {
    std::map<std::string, std::string> files;
    std::string complaint;
};

Unpacked unpack(std::string_view bytes)
{
    Unpacked unpacked;
    const std::unique_ptr<archive, decltype(&archive_read_free)> zip(archive_read_new(), &archive_read_free);
    archive_read_support_format_zip(zip.get());
    archive_read_open_memory(zip.get(), bytes.data(), bytes.size());
    archive_entry* entry = nullptr;
    int code = ARCHIVE_OK;
    while ((code = archive_read_next_header(zip.get(), &entry)) >= ARCHIVE_WARN && code != ARCHIVE_EOF) {
        const char* name = archive_entry_pathname(entry);
        auto& content = unpacked.files[name != nullptr ? name : "?"];
        EXPECT_EQ(archive_entry_mtime(entry), morning.seconds);
        char buffer[4096];
        la_ssize_t got = 0;
        while ((got = archive_read_data(zip.get(), buffer, sizeof buffer)) > 0)
            content.append(buffer, static_cast<std::size_t>(got));
        EXPECT_EQ(got, 0) << archive_error_string(zip.get());
    }
    if (code != ARCHIVE_EOF) unpacked.complaint = archive_error_string(zip.get());
    return unpacked;
}

TEST(ZipWriter, WhatWasWrittenIsRead)
{
    std::string bytes;
    ZipWriter zip([&](std::string_view part) { bytes += part; });
    zip.begin("a/b.txt", morning);
    zip.write("one ");
    zip.write("");
    zip.write("two");
    zip.end();
    zip.begin("empty", morning);
    zip.end();
    std::string large;
    for (int i = 0; i < 100'000; ++i) large += std::to_string(i * 7919);
    zip.begin("large", morning);
    zip.write(large);
    zip.end();
    zip.finish();
    const auto read = unpack(bytes);
    EXPECT_EQ(read.complaint, "");
    EXPECT_EQ(read.files,
              (std::map<std::string, std::string>{{"a/b.txt", "one two"}, {"empty", ""}, {"large", large}}));
    EXPECT_LT(bytes.size(), large.size() * 3 / 4);
}

TEST(ZipWriter, NamesAreMarkedAsUtf8)
{
    std::string bytes;
    ZipWriter zip([&](std::string_view part) { bytes += part; });
    zip.begin("gr\xc3\xbc\xc3\x9f.txt", morning);
    zip.end();
    zip.finish();
    ASSERT_GT(bytes.size(), 30U);
    EXPECT_EQ(bytes.substr(0, 4), "PK\x03\x04");
    EXPECT_EQ(static_cast<unsigned char>(bytes[7]) & 1U << 3, 1U << 3) << "bit 11 of the flags";
    EXPECT_NE(bytes.find("gr\xc3\xbc\xc3\x9f.txt"), bytes.npos);
}

TEST(ZipWriter, NothingIsOfTheFormThatNotEverybodyKnows)
{
    std::string bytes;
    ZipWriter zip([&](std::string_view part) { bytes += part; });
    zip.begin("a", morning);
    zip.write("content");
    zip.end();
    zip.finish();
    EXPECT_EQ(bytes[4], 20) << "the version that is needed to extract it";
}

TEST(ZipWriter, SendsWhileItIsMade)
{
    std::size_t sent = 0;
    ZipWriter zip([&](std::string_view part) { sent += part.size(); });
    zip.begin("a", morning);
    std::string noise(1 << 20, '\0');
    std::uint32_t state = 1;
    for (auto& c : noise) c = static_cast<char>((state = state * 1664525 + 1013904223) >> 24);
    zip.write(noise);
    EXPECT_GT(sent, noise.size() / 2);
}

TEST(ZipWriter, WhatTheReceiverThrowsComesOutAndNothingFollowsIt)
{
    struct Gone { };
    bool gone = false;
    int after = 0;
    {
        ZipWriter zip([&](std::string_view) {
            if (gone) ++after;
            gone = true;
            throw Gone();
        });
        EXPECT_THROW(
            {
                zip.begin("a", morning);
                zip.write(std::string(1 << 20, 'x'));
                zip.end();
                zip.finish();
            },
            Gone);
    }
    EXPECT_EQ(after, 0);
}

TEST(ZipWriter, AnUnfinishedArchiveIsNotWhole)
{
    std::string bytes;
    {
        ZipWriter zip([&](std::string_view part) { bytes += part; });
        zip.begin("a", morning);
        zip.write("content");
        zip.end();
    }
    EXPECT_EQ(bytes.find("PK\x05\x06"), bytes.npos);
}

} // namespace
} // namespace cairn::runners
