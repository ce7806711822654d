#include "api/json_writer.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace cairn::api {
namespace writer_test {

enum class Color { red, light_blue };
BOOST_DESCRIBE_ENUM(Color, red, light_blue)
constexpr auto words(const Color*) { return std::array<std::string_view, 2>{"red", "light-blue"}; }

struct Leaf {
    std::int64_t id = 0;
    std::shared_ptr<Leaf> parent{};
};
BOOST_DESCRIBE_STRUCT(Leaf, (), (id, parent))

struct Tree {
    bool private_ = true;
    double ratio = 0.1;
    Time made{0};
    Color color = Color::light_blue;
    std::vector<Leaf> leaves{};
    std::map<std::string, std::int64_t> sizes{};
    std::optional<std::string> note{};
    Json extra{};
};
BOOST_DESCRIBE_STRUCT(Tree, (), (private_, ratio, made, color, leaves, sizes, note, extra))
constexpr auto notes(const Tree*) { return std::array{Note{.member = "ratio", .alias = "tree.ratio"}}; }

struct Sparse {
    bool flag = false;
    std::int64_t count = 0;
    double share = 0;
    std::string text{};
    Time last = Time::never();
    std::vector<std::string> names{};
    std::map<std::string, std::string> pairs{};
    std::optional<std::string> maybe{};
    Json raw{};
};
BOOST_DESCRIBE_STRUCT(Sparse, (), (flag, count, share, text, last, names, pairs, maybe, raw))
constexpr auto notes(const Sparse*)
{
    return std::array{Note{.member = "flag", .omit_empty = true},  Note{.member = "count", .omit_empty = true},
                      Note{.member = "share", .omit_empty = true}, Note{.member = "text", .omit_empty = true},
                      Note{.member = "last", .omit_empty = true},  Note{.member = "names", .omit_empty = true},
                      Note{.member = "pairs", .omit_empty = true}, Note{.member = "maybe", .omit_empty = true},
                      Note{.member = "raw", .omit_empty = true}};
}

template <class T> std::string written(const T& value)
{
    std::string out;
    write_json(out, type_of<T>(), &value);
    return out;
}

TEST(JsonWriter, WritesEveryKindOfMember)
{
    Tree tree;
    EXPECT_EQ(written(tree),
              R"({"private":true,"tree.ratio":0.1,"made":"1970-01-01T00:00:00Z","color":"light-blue",)"
              R"("leaves":[],"sizes":{},"note":null,"extra":null})");
    tree.leaves = {{1, nullptr}, {2, std::make_shared<Leaf>(Leaf{1, nullptr})}};
    tree.sizes = {{"b", 2}, {"a\n", -1}};
    tree.note = "";
    tree.extra.text = R"({"as": [1, 2]})";
    EXPECT_EQ(written(tree),
              R"({"private":true,"tree.ratio":0.1,"made":"1970-01-01T00:00:00Z","color":"light-blue",)"
              R"("leaves":[{"id":1,"parent":null},{"id":2,"parent":{"id":1,"parent":null}}],)"
              R"("sizes":{"a\n":-1,"b":2},"note":"","extra":{"as": [1, 2]}})");
}

TEST(JsonWriter, WritesWhatIsSharedAsOftenAsItIsHeld)
{
    const auto root = std::make_shared<Leaf>(Leaf{7, nullptr});
    std::vector<Leaf> leaves;
    std::string expected;
    for (std::int64_t i = 0; i < 40; ++i) {
        // More than the writer remembers, each of them again later.
        const auto inner = i % 2 == 0 ? root : std::make_shared<Leaf>(Leaf{100 + i, root});
        leaves.push_back({i, inner});
        leaves.push_back({i, inner});
        const auto held = i % 2 == 0 ? std::string(R"({"id":7,"parent":null})")
                                     : R"({"id":)" + std::to_string(100 + i) + R"(,"parent":{"id":7,"parent":null}})";
        for (int twice = 0; twice < 2; ++twice)
            expected +=
                (expected.empty() ? "" : ",") + (R"({"id":)" + std::to_string(i) + R"(,"parent":)" + held + "}");
    }
    EXPECT_EQ(written(leaves), "[" + expected + "]");
}

TEST(JsonWriter, LeavesEmptyMembersOutWhereTheStructSaysSo)
{
    Sparse sparse;
    EXPECT_EQ(written(sparse), "{}");
    sparse.count = -1;
    sparse.names = {""};
    sparse.maybe = "";
    EXPECT_EQ(written(sparse), R"({"count":-1,"names":[""],"maybe":""})");
}

TEST(JsonWriter, EscapesWhatJsonEscapes)
{
    EXPECT_EQ(written(std::string("a\"b\\c/\b\f\n\r\t\x01\x1F\x7F")),
              "\"a\\\"b\\\\c/\\b\\f\\n\\r\\t\\u0001\\u001f\x7F\"");
    EXPECT_EQ(written(std::string("\0x", 2)), R"("\u0000x")");
    EXPECT_EQ(written(std::string("\xE2\x82\xAC \xF0\x9F\x98\x80")), "\"\xE2\x82\xAC \xF0\x9F\x98\x80\"");
}

TEST(JsonWriter, ReplacesBytesThatAreNotText)
{
    const std::string mark = "\xEF\xBF\xBD";
    EXPECT_EQ(written(std::string("a\xFFz")), "\"a" + mark + "z\"");
    EXPECT_EQ(written(std::string("\xED\xA0\x80")), '"' + mark + mark + mark + '"');
    EXPECT_EQ(written(std::string("cut \xE2\x82")), "\"cut " + mark + mark + '"');
    EXPECT_EQ(written(std::string("\xC3\"")), '"' + mark + "\\\"\"");
}

TEST(JsonWriter, NumbersReadBackAsTheyWere)
{
    EXPECT_EQ(written(std::numeric_limits<std::int64_t>::min()), "-9223372036854775808");
    EXPECT_EQ(written(std::numeric_limits<std::int64_t>::max()), "9223372036854775807");
    EXPECT_EQ(written(5e-324), "5e-324");
    EXPECT_EQ(written(-1.7976931348623157e308), "-1.7976931348623157e+308");
    EXPECT_EQ(written(1.0 / 3), "0.3333333333333333");
    EXPECT_EQ(written(std::nan("")), "null");
    EXPECT_EQ(written(-std::numeric_limits<double>::infinity()), "null");
}

} // namespace writer_test
} // namespace cairn::api
