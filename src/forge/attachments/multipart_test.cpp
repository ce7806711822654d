#include "attachments/multipart.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

namespace cairn::attachments {
namespace {

// Gives a text in pieces of any size, so that every delimiter is cut somewhere.
class Pieces final : public http::BodyReader {
public:
    Pieces(std::string text, std::size_t piece) : text_(std::move(text)), piece_(piece) { }
    std::size_t read(std::span<char> into) override
    {
        const auto taken = std::min({piece_, into.size(), text_.size() - at_});
        std::memcpy(into.data(), text_.data() + at_, taken);
        at_ += taken;
        return taken;
    }

private:
    std::string text_;
    std::size_t piece_;
    std::size_t at_ = 0;
};

std::string all_of(Multipart& parts)
{
    std::string all;
    std::array<char, 7> some;
    while (const auto got = parts.read(some)) all.append(some.data(), got);
    return all;
}

const std::string body =
    "preamble\r\n--b\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\nhello\r\n"
    "--b\r\nContent-Type: text/plain\r\ncontent-disposition: form-data; filename=\"a \\\"b\\\".txt\"; "
    "name=attachment\r\n\r\none\r\n--\r\n-b\r\n\r\n--b--\r\n";

TEST(Multipart, GivesPartsHoweverTheyAreCut)
{
    for (std::size_t piece = 1; piece < body.size(); ++piece) {
        Pieces pieces(body, piece);
        Multipart parts(pieces, "b");
        auto part = parts.next();
        ASSERT_TRUE(part);
        EXPECT_EQ(part->name, "note");
        EXPECT_EQ(part->file_name, "");
        EXPECT_EQ(all_of(parts), "hello");
        part = parts.next();
        ASSERT_TRUE(part);
        EXPECT_EQ(part->name, "attachment");
        EXPECT_EQ(part->file_name, "a \"b\".txt");
        EXPECT_EQ(all_of(parts), "one\r\n--\r\n-b\r\n");
        EXPECT_FALSE(parts.next());
    }
}

TEST(Multipart, PassesOverWhatNobodyReads)
{
    Pieces pieces(body, 5);
    Multipart parts(pieces, "b");
    EXPECT_TRUE(parts.next());
    EXPECT_TRUE(parts.next());
    EXPECT_FALSE(parts.next());
}

TEST(Multipart, EmptyFilesAreFiles)
{
    Pieces pieces("--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"e\"\r\n\r\n\r\n--b--", 64);
    Multipart parts(pieces, "b");
    ASSERT_TRUE(parts.next());
    EXPECT_EQ(all_of(parts), "");
    EXPECT_FALSE(parts.next());
}

TEST(Multipart, ACutBodyIsBroken)
{
    for (std::size_t size = 0; size < body.size() - 4; ++size) {
        Pieces pieces(body.substr(0, size), 11);
        Multipart parts(pieces, "b");
        EXPECT_THROW(
            {
                while (parts.next()) all_of(parts);
            },
            BrokenMultipart)
            << size;
    }
}

TEST(Multipart, AHeadWithoutEndIsBroken)
{
    Pieces pieces("--b\r\nX: " + std::string(100'000, 'x'), 4096);
    Multipart parts(pieces, "b");
    EXPECT_THROW(parts.next(), BrokenMultipart);
}

TEST(Multipart, TheBoundaryIsInTheContentType)
{
    EXPECT_EQ(Multipart::boundary("multipart/form-data; boundary=abc"), "abc");
    EXPECT_EQ(Multipart::boundary("Multipart/Form-Data; charset=x; boundary=\"a b\""), "a b");
    EXPECT_FALSE(Multipart::boundary("multipart/form-data"));
    EXPECT_FALSE(Multipart::boundary("application/json; boundary=abc"));
}

} // namespace
} // namespace cairn::attachments
