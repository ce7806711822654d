#include "api/codec.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace cairn::api {
namespace codec_test {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

enum class State { open, closed, all };
BOOST_DESCRIBE_ENUM(State, open, closed, all)

struct Filter : Paging {
    std::string q{};
    std::optional<bool> draft{};
    bool archived = true;
    std::int64_t owner_id = 0;
    std::optional<Time> since{};
    State state = State::open;
    std::vector<State> states{};
    std::vector<std::int64_t> ids{};
    std::optional<double> ratio{};
};
BOOST_DESCRIBE_STRUCT(Filter, (Paging), (q, draft, archived, owner_id, since, state, states, ids, ratio))
constexpr auto notes(const Filter*)
{
    return std::array{Note{.member = "q", .max_length = 3}, Note{.member = "owner_id", .alias = "owner.id"}};
}

struct Search {
    std::string q{};
};
BOOST_DESCRIBE_STRUCT(Search, (), (q))
constexpr auto notes(const Search*) { return std::array{Note{.member = "q", .required = true}}; }

struct Address {
    std::string owner{};
    std::int64_t id = 0;
    State state = State::open;
};
BOOST_DESCRIBE_STRUCT(Address, (), (owner, id, state))

struct Form {
    std::string name{};
    std::optional<std::string> description{};
    std::optional<bool> private_{};
    std::optional<std::int64_t> milestone{};
    std::vector<std::string> scopes{"default"};
    std::optional<State> state{};
    std::optional<std::vector<std::string>> topics{};
    std::optional<Search> nested{};
    std::map<std::string, std::string> pairs{};
    Json raw{};
};
BOOST_DESCRIBE_STRUCT(Form, (), (name, description, private_, milestone, scopes, state, topics, nested, pairs, raw))
constexpr auto notes(const Form*) { return std::array{Note{.member = "name", .required = true}}; }

constexpr PageBounds bounds{.usual = 30, .most = 50};

Result<Filter> query(const QueryValues& values)
{
    Filter filter;
    TRY(decode_query(type_of<Filter>(), values, bounds, &filter));
    return filter;
}

std::string refused(const QueryValues& values)
{
    const auto filter = query(values);
    EXPECT_FALSE(filter);
    if (filter) return {};
    EXPECT_EQ(filter.error().code, Errc::unprocessable);
    return filter.error().message;
}

TEST(DecodeQuery, ReadsEveryKindOfParameter)
{
    const auto filter = query({{"q", "a b"},
                               {"draft", "false"},
                               {"owner.id", "-3"},
                               {"since", "2026-11-15T02:40:00Z"},
                               {"state", "all"},
                               {"states", "open"},
                               {"states", ""},
                               {"states", "closed"},
                               {"ids", "1"},
                               {"ids", "2"},
                               {"unknown", "x"},
                               {"ratio", "0.5"},
                               {"q", "second"}});
    ASSERT_TRUE(filter) << filter.error().message;
    EXPECT_EQ(filter->q, "a b");
    EXPECT_EQ(filter->draft, false);
    EXPECT_EQ(filter->owner_id, -3);
    EXPECT_EQ(to_rfc3339(filter->since.value()), "2026-11-15T02:40:00Z");
    EXPECT_EQ(filter->state, State::all);
    EXPECT_THAT(filter->states, ElementsAre(State::open, State::closed));
    EXPECT_THAT(filter->ids, ElementsAre(1, 2));
    EXPECT_EQ(filter->ratio, 0.5);
}

TEST(DecodeQuery, AnEmptyParameterIsAbsent)
{
    const auto filter = query({{"q", ""}, {"draft", ""}, {"owner.id", ""}, {"since", ""}, {"state", ""}, {"ids", ""}});
    ASSERT_TRUE(filter) << filter.error().message;
    EXPECT_FALSE(filter->draft);
    EXPECT_TRUE(filter->archived);
    EXPECT_FALSE(filter->since);
    EXPECT_EQ(filter->state, State::open);
    EXPECT_THAT(filter->ids, IsEmpty());
}

TEST(DecodeQuery, ABooleanIsTrueByAFewWordsAndFalseByAllOthers)
{
    for (const char* word : {"1", "t", "T", "true", "TRUE", "True", "on", "ON"})
        EXPECT_EQ(query({{"draft", word}}).value().draft, true) << word;
    for (const char* word : {"0", "f", "false", "off", "yes", "no", "2", " true"})
        EXPECT_EQ(query({{"draft", word}}).value().draft, false) << word;
}

TEST(DecodeQuery, ANumberThatIsNoneIsAbsent)
{
    for (const char* number : {"x", "1x", "1.5", " 1", "9223372036854775808", "0x10"})
        EXPECT_EQ(query({{"owner.id", number}}).value().owner_id, Filter().owner_id) << number;
}

TEST(DecodeQuery, ARefusalNamesTheParameter)
{
    EXPECT_EQ(refused({{"ids", "1"}, {"ids", "b"}}), "[ids]: a whole number is expected");
    EXPECT_EQ(refused({{"state", "Open"}}), "[state]: one of open, closed, all is expected");
    EXPECT_EQ(refused({{"states", "none"}}), "[states]: one of open, closed, all is expected");
    EXPECT_THAT(refused({{"since", "yesterday"}}), StartsWith("[since]: a time is expected"));
    EXPECT_EQ(refused({{"q", "four"}}), "[q]: at most 3 characters are allowed");
    EXPECT_EQ(refused({{"q", "\xFF"}}), "[q]: the text is not UTF-8");
    EXPECT_THAT(refused({{"q", std::string("a\0b", 3)}}), HasSubstr("NUL"));
    for (const char* number : {"inf", "nan", "1e999", "0x1p3", "1,5"})
        EXPECT_THAT(refused({{"ratio", number}}), HasSubstr("[ratio]"));
}

TEST(DecodeQuery, ARequiredParameterIsThere)
{
    Search search;
    for (const QueryValues& values : {QueryValues{}, QueryValues{{"q", ""}}, QueryValues{{"Q", "x"}}}) {
        const auto result = decode_query(type_of<Search>(), values, {}, &search);
        ASSERT_FALSE(result);
        EXPECT_EQ(result.error().message, "[q]: is required");
    }
    ASSERT_TRUE(decode_query(type_of<Search>(), {{"q", "x"}}, {}, &search));
}

TEST(DecodeQuery, PagesAreNeverRefused)
{
    const auto limit_for = [](const char* text) { return query({{"limit", text}}).value().limit; };
    const auto page_for = [](const char* text) { return query({{"page", text}}).value().page; };
    EXPECT_EQ(query({}).value().limit, 30);
    EXPECT_EQ(query({}).value().page, 1);
    for (const char* text : {"", "0", "-1", "x", "1x", "1.5", "-9223372036854775809", "\xFF"}) {
        EXPECT_EQ(limit_for(text), 30) << text;
        EXPECT_EQ(page_for(text), 1) << text;
    }
    EXPECT_EQ(limit_for("1"), 1);
    EXPECT_EQ(limit_for("50"), 50);
    for (const char* text : {"51", "9223372036854775807", "99999999999999999999999"}) EXPECT_EQ(limit_for(text), 50);
    EXPECT_EQ(page_for("17"), 17);
    for (const char* text : {"9223372036854775807", "99999999999999999999999"})
        EXPECT_GT(query({{"page", text}, {"limit", "50"}}).value().offset(),
                  std::numeric_limits<std::int64_t>::max() / 2);
}

TEST(DecodeQuery, WithoutBoundsAPageIsAParameterLikeAnyOther)
{
    Paging paging;
    ASSERT_TRUE(decode_query(type_of<Paging>(), {{"limit", "70"}}, {}, &paging));
    EXPECT_EQ(paging.limit, 70);
}

TEST(DecodePath, WhatCannotBeThereIsNotFound)
{
    const auto path = [](std::string owner, std::string id, std::string state) -> Result<Address> {
        Address address;
        TRY(decode_path(type_of<Address>(), {{"state", state}, {"owner", owner}, {"id", id}}, &address));
        return address;
    };
    const auto good = path("ada/\xC3\xA9", "12", "closed");
    ASSERT_TRUE(good);
    EXPECT_EQ(good->owner, "ada/\xC3\xA9");
    EXPECT_EQ(good->id, 12);
    EXPECT_EQ(good->state, State::closed);
    for (const auto& bad :
         {path("a", "x", "all"), path("a", "", "all"), path("a", "99999999999999999999", "all"), path("a", "1", "none"),
          path("\xFF", "1", "all"), path(std::string("a\0", 2), "1", "all")}) {
        ASSERT_FALSE(bad);
        EXPECT_EQ(bad.error().code, Errc::not_found);
        EXPECT_THAT(bad.error().message, StartsWith("["));
    }
}

TEST(DecodeForm, StandsInForJson)
{
    Form form;
    ASSERT_TRUE(decode_form(type_of<Form>(),
                            {{"Name", "x"},
                             {"description", ""},
                             {"private", "on"},
                             {"milestone", "4"},
                             {"scopes", "a"},
                             {"scopes", "b"},
                             {"state", ""},
                             {"topics", "t"},
                             {"nested", "x"},
                             {"pairs", "x"},
                             {"raw", "x"}},
                            &form));
    EXPECT_EQ(form.name, "x");
    EXPECT_EQ(form.description, "");
    EXPECT_EQ(form.private_, true);
    EXPECT_EQ(form.milestone, 4);
    EXPECT_THAT(form.scopes, ElementsAre("a", "b"));
    EXPECT_FALSE(form.state);
    EXPECT_THAT(form.topics.value(), ElementsAre("t"));
    EXPECT_FALSE(form.nested);
}

TEST(DecodeForm, TheExactNameWins)
{
    Form form;
    ASSERT_TRUE(decode_form(type_of<Form>(), {{"NAME", "x"}, {"name", "y"}}, &form));
    EXPECT_EQ(form.name, "y");
    EXPECT_THAT(form.scopes, ElementsAre("default"));
    EXPECT_FALSE(form.topics);
}

TEST(DecodeForm, RefusesWhatDoesNotFit)
{
    const auto refusal = [](const QueryValues& values) {
        Form form;
        const auto result = decode_form(type_of<Form>(), values, &form);
        return result ? std::string() : result.error().message;
    };
    EXPECT_EQ(refusal({}), "[name]: is required");
    EXPECT_EQ(refusal({{"name", ""}}), "[name]: is required");
    EXPECT_EQ(refusal({{"name", "x"}, {"milestone", "x"}}), "[milestone]: a whole number is expected");
    EXPECT_EQ(refusal({{"name", "x"}, {"state", "x"}}), "[state]: one of open, closed, all is expected");
    EXPECT_EQ(refusal({{"name", "\xFF"}}), "[name]: the text is not UTF-8");
}

TEST(BodyFormat, GoesByTheContentTypeAlone)
{
    for (const char* type :
         {"application/json", "Application/JSON; charset=UTF-8", "application/json;charset=\"utf-8\"",
          "application/json ; boundary=x; charset=us-ascii", "text/json", "application/vnd.cairn+json"})
        EXPECT_EQ(body_format(type).value(), BodyFormat::json) << type;
    EXPECT_EQ(body_format("application/x-www-form-urlencoded; charset=utf-8").value(), BodyFormat::form);
    EXPECT_EQ(body_format("multipart/form-data; boundary=x").value(), BodyFormat::parts);
    for (const char* type : {"", "text/plain", "application/jsonx", "multipart/mixed; boundary=x", "+json", ";",
                             "application/json; charset=latin1", "application/x-www-form-urlencoded; charset=utf-16"}) {
        const auto format = body_format(type);
        ASSERT_FALSE(format) << type;
        EXPECT_EQ(format.error().code, Errc::unprocessable);
        EXPECT_THAT(format.error().message, StartsWith("[Content-Type]: "));
    }
}

TEST(DecodeQuery, NoBytesBreakIt)
{
    std::mt19937 random(20261115);
    const std::array<std::string_view, 11> names{"page",  "limit",  "q",   "draft", "owner.id", "since",
                                                 "state", "states", "ids", "ratio", "x"};
    for (int round = 0; round < 20'000; ++round) {
        QueryValues values;
        for (std::size_t i = random() % 4; i > 0; --i) {
            std::string text(random() % 12, '0');
            for (char& c : text) c = static_cast<char>(random() % 3 == 0 ? random() : '0' + random() % 12);
            values.emplace_back(names[random() % names.size()], std::move(text));
        }
        const auto filter = query(values);
        if (!filter) {
            EXPECT_EQ(filter.error().code, Errc::unprocessable);
            continue;
        }
        EXPECT_GE(filter->page, 1);
        EXPECT_TRUE(filter->limit >= 1 && filter->limit <= 50);
        EXPECT_GE(filter->offset(), 0);
    }
}

} // namespace codec_test
} // namespace cairn::api
