#include "api/long_texts.hpp"

#include <gtest/gtest.h>

namespace cairn::api {
namespace {

struct Part {
    std::string text;
    std::string file;
};
BOOST_DESCRIBE_STRUCT(Part, (), (text, file))
constexpr auto notes(const Part*) { return std::array{Note{.member = "file", .max_length = whole_file}}; }

struct Letter {
    std::string private_;
    std::optional<std::string> body;
    std::vector<Part> parts;
    std::map<std::string, std::string> words;
    Json any;
};
BOOST_DESCRIBE_STRUCT(Letter, (), (private_, body, parts, words, any))

std::string complaint(const Letter& letter)
{
    const auto checked = check_texts(type_of<Letter>(), &letter, 3);
    return checked ? "" : checked.error().message;
}

TEST(LongTexts, AreNamed)
{
    const std::string words = ": at most 3 bytes are allowed";
    EXPECT_EQ(complaint({.private_ = "abc", .body = "abc", .parts = {{"abc", "a file is not asked"}}, .any = {"1"}}),
              "");
    EXPECT_EQ(complaint({.private_ = "abcd", .any = {"1"}}), "[private]" + words);
    EXPECT_EQ(complaint({.body = "abcd", .any = {"1"}}), "[body]" + words);
    EXPECT_EQ(complaint({.parts = {{"abc", ""}, {"abcd", ""}}, .any = {"1"}}), "[parts.1.text]" + words);
    EXPECT_EQ(complaint({.words = {{"a", "abcd"}}, .any = {"1"}}), "[words.a]" + words);
    EXPECT_EQ(complaint({.words = {{"abcd", "a"}}, .any = {"1"}}), "[words]" + words);
    EXPECT_EQ(complaint({.any = {"null"}}), "[any]" + words);
}

} // namespace
} // namespace cairn::api
