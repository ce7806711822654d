#include "base/case_folding.hpp"

#include <gtest/gtest.h>

#include "base/utf8.hpp"

namespace cairn {
namespace {

TEST(FoldCase, KnowsEveryScriptThatHasCapitals)
{
    EXPECT_EQ(fold_case("Ada LOVELACE 09_-"), "ada lovelace 09_-");
    EXPECT_EQ(fold_case("ÄÖÜ ÉÀ ÇŞĞ ŁŻ"), "äöü éà çşğ łż");
    EXPECT_EQ(fold_case("ЖУКОВ Ёлка"), "жуков ёлка");
    EXPECT_EQ(fold_case("ΟΔΥΣΣΕΥΣ Οδυσσεύς"), "οδυσσευσ οδυσσεύσ");
    EXPECT_EQ(fold_case("ՀԱՅ"), "հայ");
    EXPECT_EQ(fold_case("ẞ Ⅷ Ａ"), "ß ⅷ ａ");
    EXPECT_EQ(fold_case("𐐀"), "𐐨");
    EXPECT_EQ(fold_case("İ"), "i\xCC\x87");
    EXPECT_EQ(fold_case("山田 日本"), "山田 日本");
}

TEST(FoldCase, FoldsWhatIsFoldedNoFurtherAndKeepsBytesThatAreNoText)
{
    for (char32_t letter = 0x80; letter < 0x1F000; ++letter) {
        if (letter >= 0xD800 && letter < 0xE000) continue;
        std::string text;
        if (letter < 0x800) text = {static_cast<char>(0xC0 | letter >> 6), static_cast<char>(0x80 | (letter & 0x3F))};
        else if (letter < 0x10000)
            text = {static_cast<char>(0xE0 | letter >> 12), static_cast<char>(0x80 | (letter >> 6 & 0x3F)),
                    static_cast<char>(0x80 | (letter & 0x3F))};
        else
            text = {static_cast<char>(0xF0 | letter >> 18), static_cast<char>(0x80 | (letter >> 12 & 0x3F)),
                    static_cast<char>(0x80 | (letter >> 6 & 0x3F)), static_cast<char>(0x80 | (letter & 0x3F))};
        const auto folded = fold_case(text);
        ASSERT_TRUE(is_utf8(folded)) << static_cast<unsigned>(letter);
        ASSERT_EQ(fold_case(folded), folded) << static_cast<unsigned>(letter);
    }
    EXPECT_EQ(fold_case("A\xFF\xC3"), "a\xFF\xC3");
}

} // namespace
} // namespace cairn
