#include "base/utf8.hpp"

#include <gtest/gtest.h>

#include <string>

namespace cairn {
namespace {

TEST(Utf8, AcceptsTheFirstAndLastCharacterOfEachLength)
{
    for (std::string_view text : {"\x01", "\x7F", "\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xED\x9F\xBF",
                                  "\xEE\x80\x80", "\xEF\xBF\xBF", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"}) {
        EXPECT_EQ(utf8_sequence(text), text.size());
        EXPECT_TRUE(is_utf8(text));
        EXPECT_EQ(utf8_length(text), 1U);
    }
}

TEST(Utf8, RefusesWhatIsJustOutside)
{
    for (std::string_view text :
         {"\x80", "\xBF", "\xC0\x80", "\xC1\xBF", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xED\xBF\xBF", "\xF0\x8F\xBF\xBF",
          "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFE", "\xFF"}) {
        EXPECT_EQ(utf8_sequence(text), 0U);
        EXPECT_FALSE(is_utf8("fine until here " + std::string(text)));
    }
}

TEST(Utf8, RefusesACharacterCutShort)
{
    for (std::string_view whole : {"\xC2\x80", "\xE2\x82\xAC", "\xF0\x9F\x98\x80"})
        for (std::size_t bytes = 1; bytes < whole.size(); ++bytes) {
            EXPECT_EQ(utf8_sequence(whole.substr(0, bytes)), 0U);
            EXPECT_EQ(utf8_sequence(std::string(whole.substr(0, bytes)) + "xxxx"), 0U);
        }
}

TEST(Utf8, CountsCodePointsNotBytes)
{
    EXPECT_EQ(utf8_length(""), 0U);
    EXPECT_EQ(utf8_length("na\xC3\xAFve \xE2\x82\xAC \xF0\x9F\x98\x80"), 9U);
}

TEST(Text, IsUtf8WithoutNul)
{
    EXPECT_TRUE(is_text(""));
    EXPECT_TRUE(is_text("gr\xc3\xbc\xc3\x9f"));
    EXPECT_FALSE(is_text(std::string_view("a\0b", 3)));
    EXPECT_FALSE(is_text("\xff"));
}

TEST(Text, IsMadeOfAnyBytes)
{
    EXPECT_EQ(to_text("gr\xc3\xbc\xc3\x9f"), "gr\xc3\xbc\xc3\x9f");
    EXPECT_EQ(to_text(std::string_view("a\0\xff"
                                       "b\xc3",
                                       5)),
              "a\xEF\xBF\xBD\xEF\xBF\xBD"
              "b\xEF\xBF\xBD");
}

} // namespace
} // namespace cairn
