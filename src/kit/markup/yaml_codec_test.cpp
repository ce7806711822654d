#include "markup/yaml_codec.hpp"

#include <gtest/gtest.h>

#include "sandbox/packing.hpp"

namespace cairn::markup {

namespace {

TEST(PackedYaml, IsUnpackedAsTheSameValues)
{
    const auto value = read_yaml("a: [1, '2', {b: c, e: []}]\nd: |\n  text\n  more\nn: ~\n").value();
    const auto packed = pack_yaml(value);
    const auto again = unpack_yaml(packed).value();
    EXPECT_EQ(pack_yaml(again), packed);
    EXPECT_EQ(again.member("a")->items.size(), 3U);
    EXPECT_TRUE(again.member("a")->items[1].quoted);
    EXPECT_EQ(again.member("d")->text, "text\nmore\n");
}

// A codec process that somebody has taken over sends what it likes.
TEST(PackedYaml, ThatNobodyPackedIsRefused)
{
    const auto packed = pack_yaml(read_yaml("a: [1, '2', {b: c}]\nd: e\n").value());
    for (std::size_t length = 0; length < packed.size(); ++length)
        EXPECT_FALSE(unpack_yaml(std::string_view(packed).substr(0, length))) << length;
    EXPECT_FALSE(unpack_yaml(packed + "x"));
    EXPECT_FALSE(unpack_yaml("\x03"));

    sandbox::Packer many; // of which there are none
    many.small(static_cast<std::uint8_t>(Yaml::Kind::list));
    many.number(~0ULL);
    EXPECT_FALSE(unpack_yaml(many.bytes()));

    sandbox::Packer deep;
    for (int i = 0; i < 1'000'000; ++i) {
        deep.small(static_cast<std::uint8_t>(Yaml::Kind::list));
        deep.number(1);
    }
    EXPECT_FALSE(unpack_yaml(deep.bytes()));
}

} // namespace

} // namespace cairn::markup
