#include "markup/link_context.hpp"

#include <gtest/gtest.h>

namespace cairn::markup {
namespace {

constexpr std::string_view site = "http://host/sub/";
const LinkContext repository = read_link_context(site, "/ada/engine");
const LinkContext branch = read_link_context(site, "/ada/engine/src/branch/main");

TEST(LinkContext, IsReadFromWhatClientsSend)
{
    EXPECT_EQ(branch.repository, "ada/engine");
    EXPECT_EQ(branch.ref, "branch/main");
    EXPECT_EQ(read_link_context(site, "http://host/sub/ada/engine/").repository, "ada/engine");
    EXPECT_EQ(read_link_context(site, "").repository, "");
    EXPECT_EQ(read_link_context(site, "/ada").repository, "");
    EXPECT_EQ(read_link_context(site, "/../../etc/passwd").repository, "etc/passwd");
}

TEST(LinkContext, TellsTheFolderOfAFileFromItsRef)
{
    const auto place = read_link_context(site, "/ada/engine/src/branch/fix/doc/doc/a", "doc/a/b.md");
    EXPECT_EQ(place.ref, "branch/fix/doc");
    EXPECT_EQ(place.folder, "doc/a");
    EXPECT_EQ(resolve_link(place, Mode::file, "c.md"), "http://host/sub/ada/engine/src/branch/fix/doc/doc/a/c.md");
    EXPECT_EQ(resolve_link(place, Mode::file, "/c.md"), "http://host/sub/ada/engine/src/branch/fix/doc/c.md");
    EXPECT_EQ(resolve_link(place, Mode::file, "../../../c.md"), "http://host/sub/ada/engine/src/branch/fix/doc/c.md");
}

TEST(LinkContext, HasAFolderBehindARefWithoutSlashes)
{
    for (const std::string ref : {"commit/0123456789012345678901234567890123456789", "branch/main", "tag/v1"}) {
        const auto place = read_link_context(site, "/ada/engine/src/" + ref + "/d/e");
        const auto root = "http://host/sub/ada/engine/src/" + ref;
        EXPECT_EQ(place.ref, ref);
        EXPECT_EQ(resolve_link(place, Mode::file, "/f.md"), root + "/f.md");
        EXPECT_EQ(resolve_link(place, Mode::file, "../g.md"), root + "/d/g.md");
        EXPECT_EQ(resolve_link(place, Mode::file, "h.md"), root + "/d/e/h.md");
    }
}

TEST(Links, CountFromWhereTheTextStands)
{
    EXPECT_EQ(resolve_link(branch, Mode::file, "a/b.md?x=1#y"),
              "http://host/sub/ada/engine/src/branch/main/a/b.md?x=1#y");
    EXPECT_EQ(resolve_picture(branch, Mode::file, "c.png"), "http://host/sub/ada/engine/media/branch/main/c.png");
    EXPECT_EQ(resolve_link(repository, Mode::file, "b.md"), "http://host/sub/ada/engine/src/b.md");
    EXPECT_EQ(resolve_link(branch, Mode::comment, "b.md"), "http://host/sub/ada/engine/b.md");
    EXPECT_EQ(resolve_picture(branch, Mode::comment, "/c.png"), "http://host/sub/ada/engine/c.png");
    EXPECT_EQ(resolve_link(branch, Mode::wiki, "Page"), "http://host/sub/ada/engine/wiki/Page");
    EXPECT_EQ(resolve_picture(branch, Mode::wiki, "c.png"), "http://host/sub/ada/engine/wiki/raw/c.png");
    EXPECT_EQ(resolve_link(LinkContext{.site = std::string(site)}, Mode::comment, "a"), "http://host/sub/a");
}

TEST(Links, StayWhatTheyAreWhenTheyAreWhole)
{
    for (const char* address : {"https://a.example/x", "mailto:a@b", "//a.example", ""})
        EXPECT_EQ(resolve_link(branch, Mode::file, address), address);
    EXPECT_EQ(resolve_link(branch, Mode::plain, "b.md"), "b.md");
}

TEST(Links, ToAFragmentLeadIntoTheText)
{
    EXPECT_EQ(resolve_link(branch, Mode::file, "#a"), "#user-content-a");
    EXPECT_EQ(resolve_link(branch, Mode::comment, "#user-content-a"), "#user-content-a");
    EXPECT_EQ(resolve_link(branch, Mode::plain, "#a"), "#a");
}

} // namespace
} // namespace cairn::markup
