#include "api/recalled_answers.hpp"

#include <gtest/gtest.h>

namespace cairn::api {
namespace {

constexpr db::State before{{1, 2, 3}};
constexpr db::State after{{1, 2, 4}};

http::Response response(std::string body)
{
    return {.status = 200, .headers = {{"X-Total-Count", "7"}}, .body = std::move(body)};
}

std::string found(RecalledAnswers& answers, const std::string& question, const db::State& state)
{
    const auto known = answers.find(question, state);
    return known ? *std::get<std::shared_ptr<const std::string>>(known->body) : "nothing";
}

TEST(RecalledAnswers, AreThereForTheSameQuestionInTheSameState)
{
    RecalledAnswers answers;
    auto given = response("seven");
    answers.keep("who is there", before, given);
    EXPECT_EQ(found(answers, "who is there", before), "seven");
    EXPECT_EQ(found(answers, "who else", before), "nothing");
    EXPECT_EQ(found(answers, "who is there", after), "nothing");
    EXPECT_EQ(*answers.find("who is there", before)->find("X-Total-Count"), "7");
    EXPECT_EQ(*std::get<std::shared_ptr<const std::string>>(given.body), "seven"); // what is sent is what is kept
}

TEST(RecalledAnswers, OfAnotherStateTakeTheirPlace)
{
    RecalledAnswers answers;
    auto old = response("seven");
    auto young = response("eight");
    answers.keep("who is there", before, old);
    answers.keep("who is there", after, young);
    EXPECT_EQ(found(answers, "who is there", after), "eight");
    EXPECT_EQ(found(answers, "who is there", before), "nothing");
}

TEST(RecalledAnswers, HaveABound)
{
    RecalledAnswers answers;
    auto heavy = response(std::string(300 << 10, 'x'));
    answers.keep("heavy", before, heavy);
    EXPECT_EQ(found(answers, "heavy", before), "nothing");
    EXPECT_EQ(std::get<std::string>(heavy.body).size(), 300U << 10);

    int there = 0;
    for (int i = 0; i < 100; ++i) {
        auto given = response(std::string(200 << 10, 'x'));
        answers.keep(std::to_string(i), before, given);
    }
    for (int i = 0; i < 100; ++i) there += answers.find(std::to_string(i), before).has_value();
    EXPECT_GT(there, 0);
    EXPECT_LE(there, 40);
}

// A Link repeats the question many times over.
TEST(RecalledAnswers, AreWeighedWithTheirHeaders)
{
    RecalledAnswers answers;
    for (int i = 0; i < 100; ++i) {
        auto given = response("small");
        given.headers.emplace_back("Link", std::string(200 << 10, 'x'));
        answers.keep(std::to_string(i), before, given);
    }
    int there = 0;
    for (int i = 0; i < 100; ++i) there += answers.find(std::to_string(i), before).has_value();
    EXPECT_GT(there, 0);
    EXPECT_LE(there, 40);
}

} // namespace
} // namespace cairn::api
