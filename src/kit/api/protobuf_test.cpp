#include "api/protobuf.hpp"

#include <gtest/gtest.h>

#include <map>

namespace cairn::api::protobuf {

namespace {

enum class Color : std::uint8_t { none, red, green };
BOOST_DESCRIBE_ENUM(Color, none, red, green)
constexpr auto words(const Color*) { return std::array<std::string_view, 3>{"COLOR_NONE", "COLOR_RED", "COLOR_GREEN"}; }

struct Leaf {
    std::int64_t number = 0;
    std::vector<Leaf> leaves{};
};
BOOST_DESCRIBE_STRUCT(Leaf, (), (number, leaves))

struct Tree {
    std::int64_t an_id = 0;
    std::string name{};
    bool is_green = false;
    Color color = Color::none;
    std::optional<Timestamp> planted_at{};
    std::vector<std::string> birds{};
    std::map<std::string, std::string> labels{};
    std::map<std::string, Leaf> leaves{};
    std::string seed{};
    Json weather{};
    std::optional<Leaf> first{};
};
BOOST_DESCRIBE_STRUCT(Tree, (), (an_id, name, is_green, color, planted_at, birds, labels, leaves, seed, weather, first))
constexpr auto notes(const Tree*) { return std::array{Note{.member = "seed", .format = "byte"}}; }

std::string binary(const Tree& tree) { return encode(type_of<Tree>(), &tree); }
std::string json(const Tree& tree) { return encode_json(type_of<Tree>(), &tree); }

Tree read(std::string_view bytes)
{
    Tree tree;
    EXPECT_TRUE(decode(type_of<Tree>(), bytes, &tree));
    return tree;
}
Tree read_json(std::string_view text)
{
    Tree tree;
    const auto result = decode_json(type_of<Tree>(), text, &tree);
    EXPECT_TRUE(result) << result.error().message;
    return tree;
}
bool refuses(std::string_view bytes)
{
    Tree tree;
    const auto result = decode(type_of<Tree>(), bytes, &tree);
    return !result && result.error().code == Errc::bad_request;
}
bool refuses_json(std::string_view text)
{
    Tree tree;
    const auto result = decode_json(type_of<Tree>(), text, &tree);
    return !result && result.error().code == Errc::bad_request;
}

Tree oak()
{
    return {.an_id = 300,
            .name = "oak",
            .is_green = true,
            .color = Color::green,
            .planted_at = Timestamp{.seconds = 1'000'000'000, .nanoseconds = 5'000'000},
            .birds = {"tit", ""},
            .labels = {{"a", "1"}, {"b", ""}},
            .leaves = {{"x", {.number = -1, .leaves = {{.number = 2}, {}}}}},
            .seed = std::string("\0\xFF", 2),
            .weather = {},
            .first = Leaf{}};
}

using namespace std::string_literals;

} // namespace

TEST(Protobuf, WritesWhatTheStandardSays)
{
    EXPECT_EQ(binary({}), "");
    EXPECT_EQ(binary({.an_id = 300}), "\x08\xAC\x02");
    EXPECT_EQ(binary({.name = "testing"}), "\x12\x07testing");
    EXPECT_EQ(binary({.is_green = true, .color = Color::red}), "\x18\x01\x20\x01");
    EXPECT_EQ(binary({.an_id = -1}), "\x08\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01");
    EXPECT_EQ(binary({.labels = {{"k", "v"}}}), "\x3A\x06\x0A\x01k\x12\x01v");
    EXPECT_EQ(binary({.first = Leaf{}}), "\x5A\x00"s);
}

TEST(Protobuf, WritesJsonAsAStruct)
{
    EXPECT_EQ(binary({.weather = {R"({"a":"b"})"}}),
              "\x52\x0A\x0A\x08\x0A\x01"
              "a\x12\x03\x1A\x01"
              "b");
    EXPECT_EQ(binary({.weather = {R"({"a":null})"}}),
              "\x52\x09\x0A\x07\x0A\x01"
              "a\x12\x02\x08\x00"s);
    EXPECT_EQ(binary({.weather = {R"({"a":1})"}}),
              "\x52\x10\x0A\x0E\x0A\x01"
              "a\x12\x09\x11\x00\x00\x00\x00\x00\x00\xF0\x3F"s);
    EXPECT_EQ(binary({.weather = {R"({"a":[true]})"}}),
              "\x52\x0D\x0A\x0B\x0A\x01"
              "a\x12\x06\x32\x04\x0A\x02\x20\x01");
    EXPECT_EQ(binary({.weather = {"[]"}}), "");
}

TEST(Protobuf, ReadsWhatItHasWritten)
{
    const auto once = binary(oak());
    const auto tree = read(once);
    EXPECT_EQ(binary(tree), once);
    EXPECT_EQ(json(tree), json(oak()));
    EXPECT_EQ(tree.leaves.at("x").number, -1);
    EXPECT_EQ(tree.seed, oak().seed);
    EXPECT_TRUE(tree.first);
}

TEST(Protobuf, SkipsWhatItDoesNotKnow)
{
    // 100: a number, 101: bytes, 102 and 103: eight and four bytes; and a name of the wrong wire type.
    const auto unknown = "\xA0\x06\x01\xAA\x06\x02xx\xB1\x06"
                         "12345678\xBD\x06"
                         "1234\x10\x05"s;
    const auto tree = read(unknown + "\x08\x07");
    EXPECT_EQ(tree.an_id, 7);
    EXPECT_EQ(tree.name, "");
}

TEST(Protobuf, TakesAnEnumeratorOfALaterVersionForNone) { EXPECT_EQ(read("\x20\x63").color, Color::none); }

TEST(Protobuf, MendsTextThatIsNone)
{
    EXPECT_EQ(read("\x12\x03"
                   "a\xFF"
                   "b")
                  .name,
              "a\xEF\xBF\xBD"
              "b");
    EXPECT_EQ(read("\x12\x01\x00"s).name, "\xEF\xBF\xBD");
}

TEST(Protobuf, ReadsTheKeyOfAnEntryWhereverItStands)
{
    EXPECT_EQ(read("\x3A\x06\x12\x01v\x0A\x01k").labels.at("k"), "v");
    EXPECT_EQ(read("\x3A\x00"s).labels.at(""), "");
}

TEST(Protobuf, RefusesWhatIsNoMessage)
{
    EXPECT_TRUE(refuses("\x08"));                                             // a number that does not come
    EXPECT_TRUE(refuses("\x08\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01")); // one that does not end
    EXPECT_TRUE(refuses("\x12\x05"
                        "abc"));                                          // text that is too short
    EXPECT_TRUE(refuses("\x12\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01")); // a length beyond all memory
    EXPECT_TRUE(refuses("\x00\x01"s));                                    // a member with the number 0
    EXPECT_TRUE(refuses("\xA3\x06"));                                     // a group
    EXPECT_TRUE(refuses("\x3A\x02\x0A\x05"));                             // a broken entry
}

TEST(Protobuf, RefusesTimesThatNoCalendarHas)
{
    EXPECT_EQ(read("\x2A\x02\x08\x05").planted_at->seconds, 5);
    EXPECT_TRUE(refuses("\x2A\x0B\x08\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x7F\x10"));
    EXPECT_TRUE(refuses("\x2A\x0A\x08\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x7F"));
    EXPECT_TRUE(refuses("\x2A\x06\x10\x80\x94\xEB\xDC\x03"));
}

TEST(Protobuf, RefusesWhatIsTooDeepOrTooMuch)
{
    std::string nested;
    for (int i = 0; i < 40; ++i) {
        std::string outer = "\x12";
        outer += static_cast<char>(nested.size());
        nested = outer + nested;
    }
    EXPECT_TRUE(refuses("\x5A" + std::string(1, static_cast<char>(nested.size())) + nested));
    std::string many;
    for (int i = 0; i < 100'001; ++i) many += "\x32\x00"s;
    EXPECT_TRUE(refuses(many));
}

TEST(ProtobufJson, WritesCamelCaseAndNothingThatIsEmpty)
{
    EXPECT_EQ(json({}), "{}");
    EXPECT_EQ(json({.an_id = 5, .is_green = true, .color = Color::red}),
              R"({"anId":"5","isGreen":true,"color":"COLOR_RED"})");
    EXPECT_EQ(json({.planted_at = Timestamp{.seconds = 0, .nanoseconds = 1}}),
              R"({"plantedAt":"1970-01-01T00:00:00.000000001Z"})");
    EXPECT_EQ(json({.seed = "ab", .weather = {R"({"x":1})"}}), R"({"seed":"YWI=","weather":{"x":1}})");
    EXPECT_EQ(json({.leaves = {{"x", {.number = 1}}}, .first = Leaf{}}),
              R"({"leaves":{"x":{"number":"1"}},"first":{}})");
}

TEST(ProtobufJson, ReadsBothSpellingsOfEverything)
{
    EXPECT_EQ(read_json(R"({"an_id":7})").an_id, 7);
    EXPECT_EQ(read_json(R"({"anId":"-7"})").an_id, -7);
    EXPECT_EQ(read_json(R"({"color":"COLOR_GREEN"})").color, Color::green);
    EXPECT_EQ(read_json(R"({"color":2})").color, Color::green);
    EXPECT_EQ(read_json(R"({"color":99})").color, Color::none);
    EXPECT_EQ(read_json(R"({"plantedAt":"1970-01-01T00:00:01.5+00:00"})").planted_at->nanoseconds, 500'000'000);
    EXPECT_EQ(read_json(R"({"seed":"YWI=","name":null,"what":[1]})").seed, "ab");
    EXPECT_EQ(read_json(R"({"labels":{"a\u0000":"x"}})").labels.begin()->first, "a\xEF\xBF\xBD");
    EXPECT_EQ(read_json("").an_id, 0);
}

TEST(ProtobufJson, ReadsWhatItHasWritten)
{
    const auto once = json(oak());
    EXPECT_EQ(json(read_json(once)), once);
    EXPECT_EQ(binary(read_json(once)), binary(oak()));
}

TEST(ProtobufJson, RefusesWhatDoesNotFit)
{
    for (const auto* text :
         {"[]", "1", "{", R"({"anId":1.5})", R"({"anId":"x"})", R"({"anId":18446744073709551615})", R"({"name":1})",
          R"({"isGreen":"true"})", R"({"color":"BLUE"})", R"({"birds":{}})", R"({"birds":[1]})", R"({"labels":[]})",
          R"({"plantedAt":"yesterday"})", R"({"plantedAt":5})", R"({"seed":"?"})", R"({"first":[]})"})
        EXPECT_TRUE(refuses_json(text)) << text;
    EXPECT_TRUE(refuses_json(std::string(100, '[')));
}

} // namespace cairn::api::protobuf
