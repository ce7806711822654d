#include "http/negotiation.hpp"

#include <gtest/gtest.h>

#include "http/compression.hpp"

namespace cairn::http {

TEST(AcceptEncoding, IsReadWithItsWeights)
{
    for (const auto* yes : {"gzip", "GZIP", "deflate, gzip", "gzip;q=0.5", "br;q=1.0, gzip;q=0.001", "*", "x-gzip",
                            "identity;q=0, gzip", " gzip ;  q=1"})
        EXPECT_TRUE(accepts_gzip(yes)) << yes;
    for (const auto* no : {"", "identity", "br", "gzip;q=0", "gzip;q=0.000", "gzip; Q=0", "*;q=0", "gzip;q=0, *",
                           "*, gzip;q=0", "gzipped"})
        EXPECT_FALSE(accepts_gzip(no)) << no;
}

TEST(Compression, IsForText)
{
    for (const auto* yes :
         {"text/html", "text/plain; charset=utf-8", "application/json", "application/json;charset=utf-8",
          "Application/JSON", "image/svg+xml", "application/javascript", "application/problem+json"})
        EXPECT_TRUE(is_compressible(yes)) << yes;
    for (const auto* no : {"", "image/png", "application/octet-stream", "application/zip", "text/event-stream",
                           "application/x-git-upload-pack-result"})
        EXPECT_FALSE(is_compressible(no)) << no;
}

TEST(Compression, KeepsEveryByte)
{
    for (const std::size_t size : {0U, 1U, 1400U, 70'000U, 3'000'000U}) {
        std::string bytes(size, '\0');
        for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>(i * i / 7 % 11);
        EXPECT_EQ(gunzip(gzip(bytes)), bytes) << size;
    }
}

TEST(IfNoneMatch, ComparesWeaklyThroughLists)
{
    EXPECT_TRUE(names_etag(R"("a")", R"("a")"));
    EXPECT_TRUE(names_etag(R"(W/"a")", R"("a")"));
    EXPECT_TRUE(names_etag(R"("a")", R"(W/"a")"));
    EXPECT_TRUE(names_etag(R"("x", W/"y,z" , "a")", R"("a")"));
    EXPECT_TRUE(names_etag(R"(W/"y,z")", R"("y,z")"));
    EXPECT_TRUE(names_etag(" * ", R"("a")"));
    EXPECT_FALSE(names_etag(R"("b")", R"("a")"));
    EXPECT_FALSE(names_etag("a", R"("a")"));
    EXPECT_FALSE(names_etag(R"("a)", R"("a")"));
    EXPECT_FALSE(names_etag("", R"("a")"));
}

TEST(Range, IsReadAgainstTheSize)
{
    const auto part = [](std::string_view header, std::uint64_t size) {
        ByteRange range;
        return parse_range(header, size, range) == RangeVerdict::part ? std::optional(range) : std::nullopt;
    };
    EXPECT_EQ(part("bytes=0-0", 10), (ByteRange{0, 0}));
    EXPECT_EQ(part("bytes=2-5", 10), (ByteRange{2, 5}));
    EXPECT_EQ(part("bytes=2-", 10), (ByteRange{2, 9}));
    EXPECT_EQ(part("bytes=2-99", 10), (ByteRange{2, 9}));
    EXPECT_EQ(part("bytes=-3", 10), (ByteRange{7, 9}));
    EXPECT_EQ(part("bytes=-99", 10), (ByteRange{0, 9}));
    EXPECT_EQ(part("Bytes = 1 - 2", 10), (ByteRange{1, 2}));
}

TEST(Range, NonsenseAndListsGetTheWhole)
{
    ByteRange range;
    for (const auto* header : {"bytes=5-2", "bytes=a-b", "bytes=", "bytes=-", "items=0-1", "0-1", "bytes=0-1,3-4",
                               "bytes=99999999999999999999-", "bytes=--1", "bytes=+1-2"})
        EXPECT_EQ(parse_range(header, 10, range), RangeVerdict::whole) << header;
}

TEST(Range, BeyondTheEndIsRefused)
{
    ByteRange range;
    EXPECT_EQ(parse_range("bytes=10-", 10, range), RangeVerdict::unsatisfiable);
    EXPECT_EQ(parse_range("bytes=0-", 0, range), RangeVerdict::unsatisfiable);
    EXPECT_EQ(parse_range("bytes=-0", 10, range), RangeVerdict::unsatisfiable);
    EXPECT_EQ(parse_range("bytes=-5", 0, range), RangeVerdict::unsatisfiable);
}

} // namespace cairn::http
