// Parts and manifests in a folder: what is stored once, and what is noticed when it is not what it was.
#include "backup/parts.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>

#include "config/settings.hpp"

namespace cairn::backup {
namespace {

namespace fs = std::filesystem;

class PartsTest : public testing::Test {
protected:
    PartsTest()
    {
        char folder[] = "/tmp/cairn-parts.XXXXXX";
        path = ::mkdtemp(folder);
        place = open_to_write(path + "/kept", settings).value();
    }
    ~PartsTest() override { fs::remove_all(path); }

    fs::path file_of(const Part& part) const { return path + "/kept/" + name_of(part); }
    static void overwrite(const fs::path& file, const std::string& bytes) { std::ofstream(file) << bytes; }

    PartReader reader() const
    {
        PartReader made;
        made.add(*place->readable());
        return made;
    }

    // A manifest with these lines, under this name.
    void write(const std::vector<Line>& lines)
    {
        ManifestDraft draft({.cairn_backup = format, .program = "1", .address = "http://here/", .schema = {{1, "a"}}});
        for (const auto& line : lines) draft.add(line);
        const auto source = draft.finish();
        place->put(name_of_manifest("one"), static_cast<std::uint64_t>(draft.size()), source);
    }
    Result<std::vector<std::string>> names() const
    {
        std::vector<std::string> found;
        TRY(read_manifest(*place->readable(), name_of_manifest("one"),
                          {.header = {}, .line = [&](const Line& line) -> Result<> {
                               found.push_back(line.name);
                               return {};
                           }}));
        return found;
    }

    config::Settings settings;
    std::string path;
    std::unique_ptr<Writing> place;
};

TEST_F(PartsTest, TheSameBytesAreStoredOnce)
{
    PartWriter parts(*place);
    const auto one = parts.keep("hello");
    EXPECT_EQ(parts.keep("hello").sha256, one.sha256);
    EXPECT_EQ(parts.totals().parts, 2);
    EXPECT_EQ(parts.totals().new_parts, 1);
    EXPECT_EQ(reader().read(one), "hello");
}

TEST_F(PartsTest, WhatIsLargeIsWhole)
{
    std::string large(9'000'001, 'x');
    for (std::size_t i = 0; i < large.size(); i += 7) large[i] = static_cast<char>(i);
    PartWriter parts(*place);
    const auto part = parts.keep(large);
    EXPECT_EQ(part.size, 9'000'001);
    EXPECT_EQ(reader().read(part), large);
}

TEST_F(PartsTest, WhatChangesWhileItIsReadIsNoPart)
{
    int opened = 0;
    const auto changing = [&] {
        return [left = 6U << 20, byte = static_cast<char>('a' + opened++)](std::span<char> into) mutable {
            const auto count = std::min<std::size_t>(into.size(), left);
            std::ranges::fill(into.first(count), byte);
            left -= static_cast<unsigned>(count);
            return count;
        };
    };
    EXPECT_THROW(PartWriter(*place).keep(changing), std::runtime_error);
}

TEST_F(PartsTest, WhatAnOlderBackupHasIsLeftOut)
{
    const Part there = PartWriter(*place).keep("hello");
    const auto other = open_to_write(path + "/other", settings).value();
    PartWriter parts(*other);
    parts.leave_out(there);
    parts.keep("hello");
    EXPECT_EQ(parts.totals().new_parts, 0);
    EXPECT_FALSE(other->has(there));
}

TEST_F(PartsTest, DamageIsNoticedBeforeTheLastByte)
{
    const auto part = PartWriter(*place).keep("hello");
    overwrite(file_of(part), "hullo");
    EXPECT_THROW(reader().check(part), Damaged);
    overwrite(file_of(part), "hell");
    EXPECT_THROW(reader().check(part), Damaged);
    fs::remove(file_of(part));
    EXPECT_THROW(reader().check(part), Damaged);
}

TEST_F(PartsTest, AManifestIsReadAsItWasWritten)
{
    const auto part = PartWriter(*place).keep("hello");
    write({{.kind = LineKind::stored, .name = "a", .sha256 = part.sha256, .size = 5},
           {.kind = LineKind::missing, .name = "b"}});
    EXPECT_EQ(names().value(), (std::vector<std::string>{"a", "b"}));
}

TEST_F(PartsTest, AManifestThatIsNotWholeIsNone)
{
    write({{.kind = LineKind::missing, .name = "one"}, {.kind = LineKind::missing, .name = "two"}});
    const auto file = path + "/kept/" + name_of_manifest("one");
    std::ifstream in(file);
    const std::string whole(std::istreambuf_iterator<char>(in), {});
    for (std::size_t length = 0; length < whole.size(); ++length) {
        overwrite(file, whole.substr(0, length));
        EXPECT_FALSE(names()) << length;
    }
    auto changed = whole;
    changed[whole.find("two")] = 'T';
    overwrite(file, changed);
    EXPECT_FALSE(names());
    overwrite(file, whole);
    EXPECT_TRUE(names());
}

TEST_F(PartsTest, ADigestIsNoPath)
{
    write({{.kind = LineKind::stored, .name = "a", .sha256 = "../../../etc/passwd", .size = 5}});
    EXPECT_FALSE(names());
}

} // namespace
} // namespace cairn::backup
