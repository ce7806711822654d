#include "api/error_body.hpp"

#include <gtest/gtest.h>

namespace cairn::api {
namespace {

TEST(ErrorBody, ShowsAsMuchAsTheForm)
{
    Error error{Errc::conflict, "the name \"x\" is taken"};
    EXPECT_EQ(error_body(error, "https://example.org/git/"),
              R"({"message":"the name \"x\" is taken","url":"https://example.org/git/api/swagger"})");
    error.form = ErrorForm::brief;
    EXPECT_EQ(error_body(error, "https://example.org/git/"), R"({"message":"the name \"x\" is taken"})");
    error.form = ErrorForm::named;
    EXPECT_EQ(error_body(error, "https://example.org/git/"), R"({"error":"the name \"x\" is taken"})");
    error.form = ErrorForm::empty;
    EXPECT_EQ(error_body(error, "https://example.org/git/"), "");
}

TEST(ErrorBody, IsNeverWithoutWords)
{
    for (int code = 0; code <= static_cast<int>(Errc::unavailable); ++code) {
        const Error error{static_cast<Errc>(code), "", ErrorForm::brief};
        EXPECT_GT(error_body(error, "/").size(), std::string_view(R"({"message":""})").size());
        EXPECT_TRUE(http_status(error.code) >= 400 && http_status(error.code) < 600);
    }
}

TEST(ErrorBody, StaysJsonWhateverTheMessageQuotes)
{
    EXPECT_EQ(error_body({Errc::bad_request, "unknown \xFF\n", ErrorForm::brief}, "/"),
              "{\"message\":\"unknown \xEF\xBF\xBD\\n\"}");
}

} // namespace
} // namespace cairn::api
