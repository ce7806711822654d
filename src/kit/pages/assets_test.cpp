#include "pages/assets.hpp"

#include <gtest/gtest.h>

#include "http/compression.hpp"

namespace cairn::pages {
namespace {

TEST(Asset, IsFoundByBothOfItsNames)
{
    const Asset* style = find_asset("site.css");
    ASSERT_NE(style, nullptr);
    EXPECT_EQ(asset_address("site.css"), "/assets/" + std::string(style->marked));
    EXPECT_EQ(find_asset(style->marked)->bytes, style->bytes);
    EXPECT_EQ(find_asset("site.000000000000.css"), nullptr);
    EXPECT_EQ(find_asset("manifest.txt"), nullptr);
    EXPECT_EQ(find_asset(std::string(style->marked) + ".gz"), nullptr);
    EXPECT_THROW(asset_address("nothing.css"), std::logic_error);
}

TEST(Asset, IsThereWholeOrAtLeastPacked)
{
    for (const EmbeddedFile& file : embedded_files()) {
        if (!file.name.ends_with(".gz")) continue;
        const Asset* asset = find_asset(file.name.substr(0, file.name.size() - 3));
        ASSERT_NE(asset, nullptr) << file.name;
        const auto whole = http::gunzip(asset->packed);
        EXPECT_FALSE(whole.empty()) << file.name;
        EXPECT_TRUE(asset->bytes.empty() || asset->bytes == whole) << file.name;
    }
}

TEST(Asset, ThatNamesAnotherNamesItByItsMark)
{
    const auto page = std::string(find_asset("swagger.html")->bytes);
    EXPECT_NE(page.find(find_asset("swagger.js")->marked), std::string::npos);
    EXPECT_EQ(page.find("swagger.js\""), std::string::npos);
}

} // namespace
} // namespace cairn::pages
