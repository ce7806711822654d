#include <gtest/gtest.h>

#include "contents/editorconfig.hpp"
#include "contents/media_type.hpp"
#include "contents/pointer.hpp"
#include "contents/revision.hpp"

namespace cairn::contents {

namespace {

TEST(Paths, AreFoldedAndNeverLeaveTheRoot)
{
    EXPECT_EQ(clean_path(""), "");
    EXPECT_EQ(clean_path("/./a//b/"), "a/b");
    EXPECT_EQ(clean_path("a/../../b"), "b");
    EXPECT_EQ(clean_path(".."), "");
    EXPECT_EQ(clean_path("a/.GiT/x"), std::nullopt);
    EXPECT_EQ(clean_path(".github/x"), ".github/x");
    EXPECT_EQ(escape_path("a b/%/c#"), "a%20b/%25/c%23");
}

TEST(Pointers, AreReadStrictly)
{
    const std::string oid(64, 'a');
    const auto text = "version https://git-lfs.github.com/spec/v1\noid sha256:" + oid + "\nsize 12345\n";
    const auto pointer = read_pointer(text);
    ASSERT_TRUE(pointer);
    EXPECT_EQ(pointer->oid, oid);
    EXPECT_EQ(pointer->size, 12345);
    EXPECT_FALSE(read_pointer("x" + text));
    EXPECT_FALSE(read_pointer("version https://git-lfs.github.com/spec/v1\noid sha256:abc\nsize 1\n"));
    EXPECT_FALSE(read_pointer("version https://git-lfs.github.com/spec/v1\noid md5:" + oid + "\nsize 1\n"));
    EXPECT_FALSE(read_pointer("version https://git-lfs.github.com/spec/v1\noid sha256:" + oid + "\nsize -1\n"));
    EXPECT_FALSE(read_pointer(text + std::string(1024, '\n')));
}

TEST(MediaTypes, AreToldWhereABrowserCanShowTheFile)
{
    EXPECT_EQ(shown_type("%PDF-1.7"), "application/pdf");
    EXPECT_EQ(shown_type("<svg>"), "image/svg+xml");
    EXPECT_EQ(shown_type("PK\x03\x04"), "application/octet-stream");
}

TEST(Dispositions, AreSafeForAnyName)
{
    EXPECT_EQ(inline_disposition("p.svg"), "inline; filename=p.svg");
    EXPECT_EQ(inline_disposition("a\"b\r\n.txt"), "inline; filename=\"a_b__.txt\"; filename*=UTF-8''a%22b%0D%0A.txt");
}

TEST(EditorConfig, JoinsTheSectionsThatFit)
{
    const auto* text = "root = true\n[*]\nindent_style = space ; a comment\n[*.{js,ts}]\nindent_size = 2\n"
                       "[src/**.c]\nindent_size = 8\n[file{1..3}]\ncharset = UTF-8\n[[ab]?.x]\nend_of_line = crlf\n";
    using Properties = std::map<std::string, std::string>;
    EXPECT_EQ(editorconfig_for(text, "deep/a.ts"), (Properties{{"indent_style", "space"}, {"indent_size", "2"}}));
    EXPECT_EQ(editorconfig_for(text, "src/a/b.c"), (Properties{{"indent_style", "space"}, {"indent_size", "8"}}));
    EXPECT_EQ(editorconfig_for(text, "lib/b.c"), (Properties{{"indent_style", "space"}}));
    EXPECT_EQ(editorconfig_for(text, "file2"), (Properties{{"indent_style", "space"}, {"charset", "utf-8"}}));
    EXPECT_EQ(editorconfig_for(text, "file4"), (Properties{{"indent_style", "space"}}));
    EXPECT_EQ(editorconfig_for(text, "a1.x"), (Properties{{"indent_style", "space"}, {"end_of_line", "crlf"}}));
}

TEST(EditorConfig, GivesUpOnPatternsThatNeverEnd)
{
    const auto text = "[" + std::string(500, '*') + "{a,b}" + std::string(500, '*') + "c]\nx = 1\n";
    EXPECT_TRUE(editorconfig_for(text, std::string(200, 'a')).empty());
}

} // namespace

} // namespace cairn::contents
