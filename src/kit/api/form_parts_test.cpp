#include <gtest/gtest.h>

#include "api/codec.hpp"

namespace cairn::api {
namespace {

constexpr std::string_view type = "multipart/form-data; boundary=\"x y\"";

std::string part(const std::string& disposition, const std::string& value)
{
    return "--x y\r\nContent-Disposition: form-data; " + disposition + "\r\n\r\n" + value + "\r\n";
}

TEST(FormParts, AreFieldsInTheirOrderWithoutFiles)
{
    const auto fields =
        parse_parts(type,
                    part("name=\"a\"", "1\r\n2") + part("name=\"f\"; filename=\"x;y\"", "file")
                        + part("filename=\"z\"; name=g", "file") + part("name=\"q\\\"uote\"", "") + "--x y--\r\n",
                    10);
    ASSERT_TRUE(fields);
    EXPECT_EQ(*fields, (QueryValues{{"a", "1\r\n2"}, {"q\"uote", ""}}));
    EXPECT_TRUE(parse_parts(type, "--x y--\r\n", 10)->empty());
}

TEST(FormParts, HaveTheirFilesWhereTheyAreAskedFor)
{
    const auto whole = part("name=\"a\"", "1") + part("name=\"f\"; filename=\"x.bin\"", "\r\nb\r\n")
        + part("name=\"f\"; filename=\"\"", "") + "--x y--\r\n";
    const auto parts = split_parts(type, whole, 10);
    ASSERT_TRUE(parts);
    ASSERT_EQ(parts->size(), 3);
    EXPECT_FALSE((*parts)[0].file_name);
    EXPECT_EQ((*parts)[1].file_name, "x.bin");
    EXPECT_EQ((*parts)[1].content, "\r\nb\r\n");
    EXPECT_EQ((*parts)[2].file_name, "");
    EXPECT_FALSE(split_parts(type, whole, 2));
}

TEST(FormParts, AreRefusedWhereTheyAreMalformedOrTooMany)
{
    const auto whole = part("name=a", "1") + part("name=b", "2") + "--x y--";
    EXPECT_TRUE(parse_parts(type, whole, 2));
    EXPECT_FALSE(parse_parts(type, whole, 1));
    EXPECT_FALSE(parse_parts("multipart/form-data", whole, 9));
    EXPECT_FALSE(parse_parts("multipart/form-data; boundary=", whole, 9));
    EXPECT_FALSE(parse_parts(type, part("nom=a", "1") + "--x y--", 9));
    EXPECT_FALSE(parse_parts(type, "", 9));
    for (std::size_t cut = 0; cut + 2 < whole.size(); ++cut)
        EXPECT_FALSE(parse_parts(type, whole.substr(0, cut), 9)) << cut;
}

} // namespace
} // namespace cairn::api
