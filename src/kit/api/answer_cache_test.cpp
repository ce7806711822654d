#include "api/answer_cache.hpp"

#include <gtest/gtest.h>

#include "config/settings.hpp"

namespace cairn::api {
namespace {

constexpr db::CommitState before{{1, 2, 3}};
constexpr db::CommitState after{{1, 2, 4}};

http::Response response(std::string body)
{
    return {.status = 200, .headers = {{"X-Total-Count", "7"}}, .body = std::move(body)};
}

AnswerKey asked(std::string target, CallerKey caller = {}, const config::Settings* settings = nullptr)
{
    return {.caller = std::move(caller), .settings = settings, .target = std::move(target)};
}

std::string found(AnswerCache& answers, const AnswerKey& question, const db::CommitState& state)
{
    const auto known = answers.find(question, state);
    return known ? *std::get<std::shared_ptr<const std::string>>(known->body) : "nothing";
}

TEST(AnswerCache, AreThereForTheSameQuestionInTheSameState)
{
    AnswerCache answers;
    auto given = response("seven");
    answers.keep(asked("who is there"), before, given);
    EXPECT_EQ(found(answers, asked("who is there"), before), "seven");
    EXPECT_EQ(found(answers, asked("who else"), before), "nothing");
    EXPECT_EQ(found(answers, asked("who is there"), after), "nothing");
    EXPECT_EQ(*answers.find(asked("who is there"), before)->find("X-Total-Count"), "7");
    EXPECT_EQ(*std::get<std::shared_ptr<const std::string>>(given.body), "seven"); // what is sent is what is kept
}

TEST(AnswerCache, AreOthersForOtherCallers)
{
    AnswerCache answers;
    const CallerKey ann{.credential = Credential::token, .id = 7, .token_id = 3, .scopes = ScopeSet::everything()};
    auto given = response("hers");
    answers.keep(asked("what is mine", ann), before, given);
    EXPECT_EQ(found(answers, asked("what is mine", ann), before), "hers");
    for (const auto change : std::vector<void (*)(CallerKey&)>{
             [](CallerKey& key) { key.credential = Credential::password; }, [](CallerKey& key) { key.id = 8; },
             [](CallerKey& key) { key.token_id = 4; }, [](CallerKey& key) { key.session_id = 1; },
             [](CallerKey& key) { key.on_behalf_of = 1; }, [](CallerKey& key) { key.scopes = {}; }}) {
        CallerKey other = ann;
        change(other);
        EXPECT_EQ(found(answers, asked("what is mine", other), before), "nothing");
    }
}

TEST(AnswerCache, AreOthersUnderOtherSettings)
{
    AnswerCache answers;
    const config::Settings one;
    const config::Settings two;
    auto given = response("open");
    answers.keep(asked("may I come in", {}, &one), before, given);
    EXPECT_EQ(found(answers, asked("may I come in", {}, &one), before), "open");
    EXPECT_EQ(found(answers, asked("may I come in", {}, &two), before), "nothing");
}

TEST(AnswerCache, OfAnotherStateTakeTheirPlace)
{
    AnswerCache answers;
    auto old = response("seven");
    auto young = response("eight");
    answers.keep(asked("who is there"), before, old);
    answers.keep(asked("who is there"), after, young);
    EXPECT_EQ(found(answers, asked("who is there"), after), "eight");
    EXPECT_EQ(found(answers, asked("who is there"), before), "nothing");
}

TEST(AnswerCache, HaveABound)
{
    AnswerCache answers;
    auto heavy = response(std::string(300 << 10, 'x'));
    answers.keep(asked("heavy"), before, heavy);
    EXPECT_EQ(found(answers, asked("heavy"), before), "nothing");
    EXPECT_EQ(std::get<std::string>(heavy.body).size(), 300U << 10);

    int there = 0;
    for (int i = 0; i < 100; ++i) {
        auto given = response(std::string(200 << 10, 'x'));
        answers.keep(asked(std::to_string(i)), before, given);
    }
    for (int i = 0; i < 100; ++i) there += answers.find(asked(std::to_string(i)), before).has_value();
    EXPECT_GT(there, 0);
    EXPECT_LE(there, 40);
}

// A Link repeats the question many times over.
TEST(AnswerCache, AreWeighedWithTheirHeaders)
{
    AnswerCache answers;
    for (int i = 0; i < 100; ++i) {
        auto given = response("small");
        given.headers.emplace_back("Link", std::string(200 << 10, 'x'));
        answers.keep(asked(std::to_string(i)), before, given);
    }
    int there = 0;
    for (int i = 0; i < 100; ++i) there += answers.find(asked(std::to_string(i)), before).has_value();
    EXPECT_GT(there, 0);
    EXPECT_LE(there, 40);
}

} // namespace
} // namespace cairn::api
