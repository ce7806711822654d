#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "api/codec.hpp"
#include "api/json_writer.hpp"

namespace cairn::api {
namespace json_test {

using testing::ElementsAre;
using testing::HasSubstr;

enum class Visibility { public_, limited, private_ };
BOOST_DESCRIBE_ENUM(Visibility, public_, limited, private_)

struct Person {
    std::string name{};
    std::string email{};
};
BOOST_DESCRIBE_STRUCT(Person, (), (name, email))
constexpr auto notes(const Person*) { return std::array{Note{.member = "name", .required = true}}; }

struct Option {
    std::string title = "untouched";
    std::int64_t id = 7;
    bool private_ = false;
    double weight = 0;
    std::optional<bool> closed{};
    std::optional<std::string> description{};
    std::optional<Time> due_on{};
    Visibility visibility = Visibility::limited;
    std::vector<std::string> redirect_uris{};
    std::vector<Person> people{};
    std::vector<std::optional<std::int64_t>> gaps{};
    std::map<std::string, Person> by_role{};
    std::shared_ptr<Person> author{};
    Json config{};
    std::int64_t pages = 0;
};
BOOST_DESCRIBE_STRUCT(Option, (),
                      (title, id, private_, weight, closed, description, due_on, visibility, redirect_uris, people,
                       gaps, by_role, author, config, pages))
constexpr auto notes(const Option*)
{
    return std::array{Note{.member = "redirect_uris", .max_length = 5}, Note{.member = "description", .max_length = 4},
                      Note{.member = "pages", .alias = "wiki.pages"}};
}

struct Strict {
    std::string name{};
    std::vector<std::string> scopes{"default"};
    Visibility visibility = Visibility::public_;
    std::optional<std::string> login{};
};
BOOST_DESCRIBE_STRUCT(Strict, (), (name, scopes, visibility, login))
constexpr auto notes(const Strict*)
{
    return std::array{Note{.member = "name", .required = true}, Note{.member = "scopes", .required = true},
                      Note{.member = "visibility", .required = true}, Note{.member = "login", .required = true}};
}

template <class T = Option> Result<T> read(std::string_view text)
{
    T value;
    TRY(decode_json(type_of<T>(), text, &value));
    return value;
}

template <class T = Option> T accepted(std::string_view text)
{
    auto value = read<T>(text);
    EXPECT_TRUE(value) << text << ": " << (value ? "" : value.error().message);
    return value.value_or(T());
}

template <class T = Option> std::string refusal(std::string_view text)
{
    auto value = read<T>(text);
    EXPECT_FALSE(value) << text;
    if (value) return {};
    EXPECT_EQ(value.error().code, Errc::unprocessable) << text;
    return value.error().message;
}

TEST(DecodeJson, FillsEveryKindOfMember)
{
    const auto o = accepted(R"( {"title":"a\u00e9\n\"","id":-9223372036854775808,"private":true,"weight":-0.1,
        "closed":false,"description":"d","due_on":"2026-11-15T03:40:00.5+01:00","visibility":"private",
        "redirect_uris":["a","b"],"people":[{"name":"x","email":"y"},{"name":"z"}],"gaps":[1,null,3],
        "by_role":{"owner":{"name":"o"},"":{"name":"e"}},"author":{"name":"au"},
        "config":{"b":[1,-2.50e1,true,null,"\u0022",{}],"a":{"x":[]}},"wiki.pages":3} )");
    EXPECT_EQ(o.title, "a\xC3\xA9\n\"");
    EXPECT_EQ(o.id, std::numeric_limits<std::int64_t>::min());
    EXPECT_TRUE(o.private_);
    EXPECT_EQ(o.weight, -0.1);
    EXPECT_EQ(o.closed, false);
    EXPECT_EQ(o.description, "d");
    EXPECT_EQ(to_rfc3339(o.due_on.value()), "2026-11-15T02:40:00Z");
    EXPECT_EQ(o.visibility, Visibility::private_);
    EXPECT_THAT(o.redirect_uris, ElementsAre("a", "b"));
    ASSERT_EQ(o.people.size(), 2U);
    EXPECT_EQ(o.people[0].email, "y");
    EXPECT_EQ(o.people[1].name, "z");
    EXPECT_THAT(o.gaps, ElementsAre(std::optional<std::int64_t>(1), std::nullopt, std::optional<std::int64_t>(3)));
    EXPECT_EQ(o.by_role.at("owner").name, "o");
    EXPECT_EQ(o.by_role.at("").name, "e");
    ASSERT_TRUE(o.author);
    EXPECT_EQ(o.author->name, "au");
    EXPECT_EQ(o.config.text, R"({"b":[1,-2.50e1,true,null,"\"",{}],"a":{"x":[]}})");
    EXPECT_EQ(o.pages, 3);
}

TEST(DecodeJson, AMemberGoesByAnyCaseOfItsNameAndTheExactOneWins)
{
    EXPECT_EQ(accepted(R"({"TiTLe":"a"})").title, "a");
    EXPECT_EQ(accepted(R"({"Title":"a","title":"b","TITLE":"c"})").title, "b");
    EXPECT_EQ(accepted(R"({"title":"b","Title":["not even text"]})").title, "b");
    EXPECT_EQ(accepted(R"({"title":"a","title":"b"})").title, "b");
    EXPECT_THAT(accepted(R"({"redirect_uris":["a"],"redirect_uris":["b"]})").redirect_uris, ElementsAre("b"));
}

TEST(DecodeJson, NullIsLikeAbsentAndUnknownMembersAreIgnored)
{
    const auto o = accepted(R"({"title":null,"id":null,"people":null,"author":null,"closed":null,"by_role":{"x":null},
        "config":null,"visibility":null,"nobody":{"title":"x","y":[{"id":"z"}]},"none":"text","nothing":null,"0":[[1]]})");
    EXPECT_EQ(o.title, "untouched");
    EXPECT_EQ(o.id, 7);
    EXPECT_FALSE(o.author);
    EXPECT_TRUE(o.by_role.empty());
    EXPECT_EQ(o.config.text, "null");
    EXPECT_EQ(accepted("null").title, "untouched");
    EXPECT_EQ(accepted("").title, "untouched");
}

TEST(DecodeJson, TheZeroTimeOfOtherLanguagesIsLikeAbsent)
{
    for (const auto* written : {"0001-01-01T00:00:00Z", "0001-01-01T00:00:00", "0001-01-01T00:00:00.000+00:00", ""})
        EXPECT_FALSE(accepted(R"({"due_on":")" + std::string(written) + "\"}").due_on) << written;
    EXPECT_EQ(accepted(R"({"title":"0001-01-01T00:00:00Z"})").title, "0001-01-01T00:00:00Z");
    EXPECT_TRUE(accepted(R"({"due_on":"0001-01-02T00:00:00Z"})").due_on);
    EXPECT_THAT(refusal(R"({"due_on":"0001-01-01"})"), HasSubstr("[due_on]"));
}

TEST(DecodeJson, AMapOfUnreadValuesKeepsTheKeysOfNulls)
{
    std::map<std::string, Json> map;
    ASSERT_TRUE(decode_json(type_of<std::map<std::string, Json>>(), R"({"a":null,"b":{"c":null},"d":[null]})", &map));
    ASSERT_EQ(map.size(), 3U);
    EXPECT_EQ(map["a"].text, "null");
    EXPECT_EQ(map["b"].text, R"({"c":null})");
    EXPECT_EQ(map["d"].text, "[null]");
}

TEST(DecodeJson, AnEmptyWordIsNoChoice) { EXPECT_EQ(accepted(R"({"visibility":""})").visibility, Visibility::limited); }

TEST(DecodeJson, WrongTypesAreRefusedByTheMembersPath)
{
    EXPECT_EQ(refusal(R"({"title":1})"), "[title]: text is expected");
    EXPECT_EQ(refusal(R"({"title":{}})"), "[title]: text is expected");
    EXPECT_EQ(refusal(R"({"id":"1"})"), "[id]: a whole number is expected");
    EXPECT_EQ(refusal(R"({"id":true})"), "[id]: a whole number is expected");
    EXPECT_EQ(refusal(R"({"private":"true"})"), "[private]: true or false is expected");
    EXPECT_EQ(refusal(R"({"weight":"1"})"), "[weight]: a number is expected");
    EXPECT_EQ(refusal(R"({"closed":1})"), "[closed]: true or false is expected");
    EXPECT_EQ(refusal(R"({"redirect_uris":"a"})"), "[redirect_uris]: a list is expected");
    EXPECT_EQ(refusal(R"({"redirect_uris":["a",1]})"), "[redirect_uris.1]: text is expected");
    EXPECT_EQ(refusal(R"({"redirect_uris":[null]})"), "[redirect_uris.0]: text is expected");
    EXPECT_EQ(refusal(R"({"people":[{"name":"a"},{"name":[]}]})"), "[people.1.name]: text is expected");
    EXPECT_EQ(refusal(R"({"people":[[]]})"), "[people.0]: an object is expected");
    EXPECT_EQ(refusal(R"({"by_role":{"owner":{"name":"a","email":0}}})"), "[by_role.owner.email]: text is expected");
    EXPECT_EQ(refusal(R"({"author":[]})"), "[author]: an object is expected");
    EXPECT_EQ(refusal(R"({"wiki.pages":""})"), "[wiki.pages]: a whole number is expected");
    for (const char* text : {"[]", "1", "\"a\"", "true"}) EXPECT_EQ(refusal(text), "[body]: an object is expected");
}

TEST(DecodeJson, AWholeNumberHasNoFractionAndFitsInto64Bits)
{
    EXPECT_EQ(accepted(R"({"id":9223372036854775807})").id, std::numeric_limits<std::int64_t>::max());
    for (const char* number : {"1.0", "1e3", "0.5", "9223372036854775808", "-9223372036854775809", "1e400"})
        EXPECT_THAT(refusal("{\"id\":" + std::string(number) + "}"), HasSubstr("[id]")) << number;
}

TEST(DecodeJson, ANumberKeepsItsLastDigit)
{
    for (double number : {0.1, 1.0 / 3, 5e-324, 1.7976931348623157e308, -123456.789e-7, 9007199254740993.0, 3.0}) {
        std::string text = "{\"weight\":";
        write_json(text, type_of<double>(), &number);
        EXPECT_EQ(accepted(text + '}').weight, number) << text;
    }
    EXPECT_EQ(accepted(R"({"weight":18446744073709551615})").weight, 18446744073709551615.0);
    refusal(R"({"weight":1e999})");
}

TEST(DecodeJson, LengthIsCountedInCharacters)
{
    EXPECT_EQ(accepted("{\"description\":\"\xE2\x82\xAC\xE2\x82\xAC\xE2\x82\xAC\xE2\x82\xAC\"}").description->size(),
              12U);
    EXPECT_EQ(refusal(R"({"description":"12345"})"), "[description]: at most 4 characters are allowed");
    EXPECT_EQ(refusal(R"({"redirect_uris":["12345","123456"]})"),
              "[redirect_uris.1]: at most 5 characters are allowed");
}

TEST(DecodeJson, ARefusedChoiceNamesTheWords)
{
    EXPECT_EQ(refusal(R"({"visibility":"Public"})"), "[visibility]: one of public, limited, private is expected");
    EXPECT_EQ(refusal(R"({"visibility":0})"), "[visibility]: one of public, limited, private is expected");
}

TEST(DecodeJson, ATimeIsRfc3339)
{
    for (const char* text : {"\"2026-11-15\"", "\"2026-02-30T00:00:00Z\"", "1700000000"})
        EXPECT_THAT(refusal("{\"due_on\":" + std::string(text) + "}"), HasSubstr("[due_on]: a time is expected"))
            << text;
}

TEST(DecodeJson, RequiredMembersAreThereAndNotEmpty)
{
    constexpr std::string_view good = R"({"name":"n","scopes":["s"],"visibility":"public","login":"l"})";
    EXPECT_EQ(accepted<Strict>(good).name, "n");
    EXPECT_EQ(refusal<Strict>(""), "[name]: is required");
    EXPECT_EQ(refusal<Strict>("{}"), "[name]: is required");
    EXPECT_EQ(refusal<Strict>("null"), "[name]: is required");
    EXPECT_EQ(refusal<Strict>(R"({"name":""})"), "[name]: is required");
    EXPECT_EQ(refusal<Strict>(R"({"name":null})"), "[name]: is required");
    EXPECT_EQ(refusal<Strict>(R"({"name":"n"})"), "[scopes]: is required");
    EXPECT_EQ(refusal<Strict>(R"({"name":"n","scopes":[]})"), "[scopes]: is required");
    EXPECT_EQ(refusal<Strict>(R"({"name":"n","scopes":["s"],"visibility":""})"), "[visibility]: is required");
    EXPECT_EQ(refusal<Strict>(R"({"name":"n","scopes":["s"],"visibility":"public","login":""})"),
              "[login]: is required");
    EXPECT_EQ(refusal(R"({"people":[{"name":"a"},{"email":"b"}]})"), "[people.1.name]: is required");
}

TEST(DecodeJson, TheNulCharacterIsRefusedWhereItWouldBeKept)
{
    EXPECT_THAT(refusal(R"({"title":"a\u0000b"})"), HasSubstr("[title]: the NUL"));
    EXPECT_THAT(refusal(R"({"by_role":{"a\u0000b":{"name":"x"}}})"), HasSubstr("the NUL"));
    EXPECT_THAT(refusal(R"({"config":{"a":"\u0000"}})"), HasSubstr("[config]: the NUL"));
    accepted(R"({"nobody":"a\u0000b","no\u0000body":1})");
}

TEST(DecodeJson, BrokenJsonIsRefused)
{
    for (const char* text : {"{",
                             "{\"title\"",
                             "{\"title\":}",
                             "{\"title\":\"a\"",
                             "{\"title\":\"a\",}",
                             "{'title':1}",
                             "{} {}",
                             "{}x",
                             " ",
                             "\n",
                             "{\"id\":01}",
                             "{\"id\":+1}",
                             "{\"id\":NaN}",
                             "// no\n{}",
                             "{\"title\":\"\\x\"}",
                             "{\"title\":\"\\ud800\"}",
                             "{\"title\":\"tab\tin it\"}",
                             "\xEF\xBB\xBF{}",
                             "nul",
                             "{\"config\":[}"})
        EXPECT_THAT(refusal(text), HasSubstr("[body]: the JSON ")) << text;
    for (const char* bytes : {"\xFF", "\xC0\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xE2\x82"})
        EXPECT_THAT(refusal("{\"title\":\"" + std::string(bytes) + "\"}"), HasSubstr("broken near byte")) << bytes;
    EXPECT_EQ(refusal("{\"title\":\"a\""), "[body]: the JSON ends too early");
}

TEST(DecodeJson, DepthIsLimitedAlsoWhereNobodyLooks)
{
    const auto nested = [](std::string_view name, std::size_t depth) {
        return "{\"" + std::string(name) + "\":" + std::string(depth, '[') + std::string(depth, ']') + '}';
    };
    EXPECT_EQ(accepted(nested("config", 60)).config.text, std::string(60, '[') + std::string(60, ']'));
    accepted(nested("nobody", 60));
    for (const char* name : {"config", "nobody"})
        for (std::size_t depth : {64U, 100'000U}) EXPECT_THAT(refusal(nested(name, depth)), HasSubstr("levels deep"));
}

TEST(DecodeJson, ElementsAreCounted)
{
    std::string text = R"({"gaps":[)";
    for (int i = 0; i < 60'000; ++i) text += "1,";
    EXPECT_THAT(refusal(text + "1]}"), HasSubstr("too many elements"));
    text.replace(0, 9, R"({"none":[)");
    accepted(text + "1]}");
}

TEST(DecodeJson, ATopLevelOfAnotherKindIsReadAsItIs)
{
    EXPECT_THAT(accepted<std::vector<std::string>>(R"(["a","b"])"), ElementsAre("a", "b"));
    EXPECT_EQ(accepted<Json>(R"( [1, {"a": "b"}] )").text, R"([1,{"a":"b"}])");
    EXPECT_EQ(accepted<Json>("12").text, "12");
    using Sizes = std::map<std::string, std::int64_t>;
    EXPECT_EQ(accepted<Sizes>(R"({"a":1})"), (Sizes{{"a", 1}}));
    EXPECT_EQ(refusal<std::vector<std::string>>("{}"), "[body]: a list is expected");
}

TEST(DecodeJson, NoBytesBreakIt)
{
    std::mt19937 random(20261115); // the same bytes every time, so that a failure can be looked at
    const std::string seed = R"({"title":"a\u00e9","id":12,"people":[{"name":"x"}],"by_role":{"r":{"name":"y"}},)"
                             R"("config":{"k":[1.5,true,null]},"due_on":"2026-11-15T03:40:00Z","gaps":[null,1]})";
    constexpr std::string_view pieces = "{}[]\",:\\0123456789eE+-.truefalsnull \xC3\xA9\xFF";
    std::size_t good = 0;
    for (int round = 0; round < 50'000; ++round) {
        std::string text = seed;
        for (std::size_t edits = random() % 4 + 1; edits > 0; --edits) {
            const std::size_t at = random() % text.size();
            switch (random() % 3) {
            case 0: text[at] = pieces[random() % pieces.size()]; break;
            case 1: text.insert(at, 1, static_cast<char>(random())); break;
            default: text.erase(at, random() % 5 + 1); break;
            }
            if (text.empty()) text = "{";
        }
        Option value;
        const auto result = decode_json(type_of<Option>(), text, &value);
        if (!result) {
            EXPECT_EQ(result.error().code, Errc::unprocessable);
            EXPECT_THAT(result.error().message, testing::StartsWith("["));
            continue;
        }
        // What was accepted survives being written and read again.
        ++good;
        std::string first;
        write_json(first, type_of<Option>(), &value);
        Option again;
        ASSERT_TRUE(decode_json(type_of<Option>(), first, &again)) << first;
        std::string second;
        write_json(second, type_of<Option>(), &again);
        EXPECT_EQ(first, second);
    }
    EXPECT_GT(good, 1000U);
}

} // namespace json_test
} // namespace cairn::api
