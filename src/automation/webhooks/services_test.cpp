#include "webhooks/services.hpp"

#include <gmock/gmock.h>

#include "api/codec.hpp"
#include "base/utf8.hpp"
#include "webhooks/event_kind.hpp"

namespace cairn::webhooks {
namespace {

using testing::HasSubstr;

// What is told of an event: what each payload has, and the words that people must find in every message.
struct Told {
    std::string event;
    std::string members;
    std::string deed;
    std::string subject;
};

const std::string issue = R"("issue":{"number":7,"title":"It breaks","html_url":"http://c/a/r/issues/7"})";
const std::string pull = R"("pull_request":{"number":8,"title":"Mend it","html_url":"http://c/a/r/pulls/8"})";
const std::string comment = R"("comment":{"body":"I see","html_url":"http://c/a/r/issues/7#1"})";

std::vector<Told> everything()
{
    const auto action = [](const std::string& word) { return R"("action":")" + word + R"(",)"; };
    return {
        {"create", R"("ref":"v1","ref_type":"tag")", "Tag created", "v1"},
        {"delete", R"("ref":"side","ref_type":"branch")", "Branch deleted", "side"},
        {"fork", R"("forkee":{"full_name":"b/base","html_url":"http://c/b/base"})", "Forked from", "b/base"},
        {"push", R"("ref":"refs/heads/main","total_commits":1,"commits":[{"id":"0123456789ab","message":"Begin"}])",
         "One new commit in main", "Begin"},
        {"issues", action("opened") + issue, "Issue opened", "#7 It breaks"},
        {"issue_assign", action("assigned") + issue, "Issue assigned", "#7 It breaks"},
        {"issue_label", action("label_updated") + issue, "Issue label updated", "#7 It breaks"},
        {"issue_milestone", action("demilestoned") + issue, "Issue demilestoned", "#7 It breaks"},
        {"issue_comment", action("created") + issue + "," + comment, "Comment on an issue created", "I see"},
        {"pull_request", action("reopened") + pull, "Pull request reopened", "#8 Mend it"},
        {"pull_request_assign", action("unassigned") + pull, "Pull request unassigned", "#8 Mend it"},
        {"pull_request_label", action("label_cleared") + pull, "Pull request label cleared", "#8 Mend it"},
        {"pull_request_milestone", action("milestoned") + pull, "Pull request milestoned", "#8 Mend it"},
        {"pull_request_comment", action("edited") + issue + "," + pull + "," + comment + R"(,"is_pull":true)",
         "Comment on a pull request edited", "I see"},
        {"pull_request_review_approved", action("reviewed") + pull + R"(,"review":{"content":"Good"})",
         "Review: approved", "Good"},
        {"pull_request_review_rejected", action("reviewed") + pull + R"(,"review":{"content":"Bad"})",
         "Review: changes wanted", "Bad"},
        {"pull_request_review_comment", action("reviewed") + pull + R"(,"review":{"content":"Hm"})", "Review: comment",
         "Hm"},
        {"pull_request_sync", action("synchronized") + pull, "Pull request synchronized", "#8 Mend it"},
        {"pull_request_review_request", action("review_requested") + pull, "Pull request review requested",
         "#8 Mend it"},
        {"wiki", action("created") + R"("page":"Home","comment":"")", "Wiki page created", "Home"},
        {"repository", action("created") + R"("organization":null)", "Repository created", "a/r"},
        {"release", action("published") + R"("release":{"tag_name":"v1","name":"One"})", "Release published", "One"},
        {"package", action("created") + R"("package":{"name":"tool","version":"1.0"})", "Package created", "tool 1.0"},
        {"status", R"("state":"failure","context":"ci","sha":"0123456789abcdef","commit":null)",
         "Commit status: failure", "ci of 0123456789"},
        {"workflow_run",
         action("completed")
             + R"("workflow_run":{"display_title":"Mend it","head_branch":"main","conclusion":"failure"})",
         "Workflow run completed (failure)", "Mend it in main"},
        {"workflow_job", action("in_progress") + R"("workflow_job":{"name":"build","head_branch":"main"})",
         "Job in progress", "build in main"},
    };
}

std::string payload_of(const Told& told)
{
    return "{" + told.members
        + R"(,"repository":{"full_name":"a/r","html_url":"http://c/a/r"},"sender":{"login":"ann","html_url":"http://c/ann"}})";
}

TEST(Services, EveryEventIsHere)
{
    std::string all;
    for (const auto& told : everything()) all += told.event + " ";
    for (int i = 0; i <= static_cast<int>(EventKind::workflow_job); ++i)
        EXPECT_THAT(all, HasSubstr(std::string(word_of_kind(static_cast<EventKind>(i)))));
}

// The words may be parted by markup, so each is looked for by itself.
void expect_words(const std::string& message, const std::string& words)
{
    for (std::size_t at = 0; at < words.size();) {
        const auto end = std::min(words.find(' ', at), words.size());
        EXPECT_THAT(message, HasSubstr(words.substr(at, end - at)));
        at = end + 1;
    }
}

class ServicesTest : public testing::TestWithParam<HookType> { };

TEST_P(ServicesTest, IsToldOfEveryEvent)
{
    StoredHook hook;
    hook.type = GetParam();
    hook.channel = "#work";
    for (const auto& told : everything()) {
        SCOPED_TRACE(told.event);
        const auto message = message_for(hook, headline_of(told.event, payload_of(told)), "secret");
        Json whole;
        EXPECT_TRUE(api::decode_json(type_of<Json>(), message, &whole));
        EXPECT_THAT(message, HasSubstr("http://c/"));   // somewhere to go
        if (hook.type == HookType::packagist) continue; // which wants to know where, and nothing else
        expect_words(message, told.deed);
        expect_words(message, told.subject);
        EXPECT_THAT(message, HasSubstr("a/r"));
        EXPECT_THAT(message, HasSubstr("ann"));
    }
}

// What people write may be as long as they like, and services refuse what is too long or broken.
TEST_P(ServicesTest, WhatIsTooLongIsCutWhereACharacterEnds)
{
    std::string endless;
    for (int i = 0; i < 50'000; ++i) endless += "ä";
    StoredHook hook;
    hook.type = GetParam();
    for (const auto& told :
         {Told{"issues",
               R"("action":"opened","issue":{"number":7,"title":"x)" + endless.substr(0, 500) + R"(","body":")"
                   + endless + R"("})",
               {},
               {}},
          Told{"push",
               R"("ref":"refs/heads/main","total_commits":1,"commits":[{"id":"0123456789ab","message":")" + endless
                   + R"("}])",
               {},
               {}}}) {
        const auto message = message_for(hook, headline_of(told.event, payload_of(told)), "");
        EXPECT_TRUE(is_utf8(message));
        EXPECT_LT(message.size(), 8000U);
    }
}

INSTANTIATE_TEST_SUITE_P(All, ServicesTest,
                         testing::Values(HookType::slack, HookType::discord, HookType::dingtalk, HookType::telegram,
                                         HookType::msteams, HookType::feishu, HookType::wechatwork, HookType::matrix,
                                         HookType::packagist),
                         [](const auto& type) {
                             return std::string(type_of<HookType>().choices[static_cast<std::size_t>(type.param)]);
                         });

} // namespace
} // namespace cairn::webhooks
