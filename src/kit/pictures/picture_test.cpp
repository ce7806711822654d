#include "pictures/picture.hpp"

#include <gtest/gtest.h>

#include <set>

namespace cairn::pictures {
namespace {

using namespace std::string_literals;

std::string checkered_png(unsigned side) { return to_png(identicon("test"), side); }

TEST(Header, OfADrawingIsReadWithoutDecodingIt)
{
    const auto header = read_header(checkered_png(128));
    ASSERT_TRUE(header);
    EXPECT_EQ(header->format, Format::png);
    EXPECT_EQ(header->width, 128U);
    EXPECT_EQ(header->height, 128U);
    EXPECT_EQ(media_type(header->format), "image/png");
}

TEST(Header, OfAJpegIsFoundBehindOtherSegments)
{
    const auto bytes = "\xFF\xD8\xFF\xE0\x00\x04xx\xFF\xFF\xC2\x00\x11\x08\x01\x02\x03\x04\x03......"s;
    const auto header = read_header(bytes);
    ASSERT_TRUE(header);
    EXPECT_EQ(header->format, Format::jpeg);
    EXPECT_EQ(header->width, 0x304U);
    EXPECT_EQ(header->height, 0x102U);
}

TEST(Header, OfAGifHasTheSizeOfItsFrameWhereThatIsLarger)
{
    const auto bytes = "GIF89a\x02\x00\x03\x00\x00\x00\x00!\xF9\x02??\x00,\x00\x00\x00\x00\x00\xFF\x00\xFF\x00..."s;
    const auto header = read_header(bytes);
    ASSERT_TRUE(header);
    EXPECT_EQ(header->format, Format::gif);
    EXPECT_EQ(header->width, 0xFF00U);
    EXPECT_EQ(header->height, 0xFF00U);
}

TEST(Header, OfEveryWebpIsRead)
{
    const auto lossy = "RIFF....WEBPVP8 ....\x30\x01\x00\x9D\x01\x2A\x40\x01\xF0\x00"s;
    const auto lossless = "RIFF....WEBPVP8L....\x2F\x3F\xC1\x3B\x00......"s;
    const auto extended = "RIFF....WEBPVP8X....\x10\x00\x00\x00\x3F\x01\x00\xEF\x00\x00"s;
    for (const auto& bytes : {lossy, lossless, extended}) {
        const auto header = read_header(bytes);
        ASSERT_TRUE(header) << bytes.substr(8, 8);
        EXPECT_EQ(header->width, 320U);
        EXPECT_EQ(header->height, 240U);
    }
}

TEST(Header, OfAnythingElseIsNothing)
{
    const std::string png = checkered_png(64);
    for (std::size_t length = 0; length < 33; ++length) EXPECT_FALSE(read_header(png.substr(0, length)));
    EXPECT_FALSE(read_header("<svg xmlns='http://www.w3.org/2000/svg'/>"));
    EXPECT_FALSE(read_header("GIF89a"));
    EXPECT_FALSE(read_header("RIFF....WEBP"));
    EXPECT_FALSE(read_header("\xFF\xD8\xFF\xD9"s));
    std::string flat = png;
    flat.replace(16, 4, 4, '\0');
    EXPECT_FALSE(read_header(flat));
}

TEST(Decodable, IsWhatHasMoreThanAHeader)
{
    const std::string png = checkered_png(64);
    const auto header = read_header(png).value();
    EXPECT_TRUE(is_decodable(png, header));
    EXPECT_FALSE(is_decodable(png.substr(0, 33), header));
    EXPECT_FALSE(is_decodable(png.substr(0, png.size() / 2), header));
    for (const Format format : {Format::jpeg, Format::gif, Format::webp})
        EXPECT_FALSE(is_decodable(png, {format, 64, 64}));
}

TEST(ScaledSquare, IsNeverLargerThanAskedForOrThanThePicture)
{
    const std::string png = checkered_png(300);
    const auto header = read_header(png).value();
    EXPECT_EQ(read_header(scaled_square(png, header, 64).value())->width, 64U);
    EXPECT_EQ(read_header(scaled_square(png, header, 500).value())->height, 300U);
}

TEST(ScaledSquare, OfWhatCannotBeDecodedIsNothing)
{
    const std::string png = checkered_png(64);
    const auto header = read_header(png).value();
    EXPECT_FALSE(scaled_square(png.substr(0, 40), header, 64));
    for (const Format format : {Format::jpeg, Format::gif, Format::webp})
        EXPECT_FALSE(scaled_square("nothing of the kind", {format, 10, 10}, 64));
}

TEST(Identicon, IsTheSameForTheSameTextAndAnotherForAnother)
{
    EXPECT_EQ(checkered_png(90), checkered_png(90));
    std::set<std::string> drawn;
    for (int i = 0; i < 200; ++i) drawn.insert(to_png(identicon(std::to_string(i)), 45));
    EXPECT_EQ(drawn.size(), 200U);
}

TEST(Drawing, HasTheSizeThatWasAskedFor)
{
    for (const unsigned side : {16U, 64U, 100U, 512U})
        EXPECT_EQ(read_header(to_png(silhouette(), side))->width, side) << side;
}

} // namespace
} // namespace cairn::pictures
