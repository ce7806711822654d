#include "webhooks/request.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "webhooks/audience.hpp"
#include "webhooks/format.hpp"

namespace cairn::webhooks {
namespace {

std::string header(const OutgoingCall& call, std::string_view name)
{
    const auto found = std::ranges::find(call.headers, name, &std::pair<std::string, std::string>::first);
    return found == call.headers.end() ? "none" : found->second;
}

StoredDelivery delivery(std::string event)
{
    StoredDelivery made;
    made.uuid = "u-1";
    made.event = std::move(event);
    made.payload = R"({"ref":"refs/heads/main","commits":[],"x":{"y":[1,2]}})";
    return made;
}

TEST(Request, JsonIsWrittenForPeople)
{
    EXPECT_EQ(indented(R"({"a":[],"b":{},"c":[1,{"d":"x,{\"}"}],"e":null})"),
              "{\n  \"a\": [],\n  \"b\": {},\n  \"c\": [\n    1,\n    {\n      \"d\": \"x,{\\\"}\"\n    }\n  ],\n  "
              "\"e\": null\n}");
}

TEST(Request, AFormIsSignedByItsJson)
{
    StoredHook hook;
    hook.url = "http://receiver/hook";
    const auto as_json =
        call_for(hook, delivery("issue_label"), {.secret = "k", .authorization = "Bearer t"}, "repository");
    hook.content_type = ContentType::form;
    const auto as_form = call_for(hook, delivery("issue_label"), {.secret = "k", .authorization = {}}, "repository");
    EXPECT_TRUE(as_form.body.starts_with("payload=%7B"));
    EXPECT_EQ(header(as_form, "Content-Type"), "application/x-www-form-urlencoded");
    EXPECT_EQ(header(as_form, "X-Gitea-Signature"), header(as_json, "X-Gitea-Signature"));
    EXPECT_EQ(header(as_json, "X-GitHub-Event"), "issues");
    EXPECT_EQ(header(as_json, "X-Gogs-Event-Type"), "issue_label");
    EXPECT_EQ(header(as_json, "X-Cairn-Delivery"), "u-1");
    EXPECT_EQ(shown_headers(as_json).find("Bearer"), std::string::npos);
}

TEST(Request, MatrixIsAskedToTakeItOnce)
{
    StoredHook hook;
    hook.type = HookType::matrix;
    hook.url = "https://matrix.example/send/m.room.message";
    const auto call = call_for(hook, delivery("push"), {}, "user");
    EXPECT_EQ(call.method, "PUT");
    EXPECT_EQ(call.url, "https://matrix.example/send/m.room.message/u-1");
    EXPECT_EQ(header(call, "X-Hub-Signature"), "sha1=");
}

TEST(BranchFilter, FitsTheShortNameOrTheWholeReference)
{
    for (const auto* all : {"", "*", "**"}) EXPECT_TRUE(lets_through(all, "refs/tags/v1")) << all;
    EXPECT_TRUE(lets_through("{main,dev}", "refs/heads/dev"));
    EXPECT_TRUE(lets_through("refs/tags/v*", "refs/tags/v1"));
    EXPECT_FALSE(lets_through("v*", "refs/tags/v1"));
    EXPECT_TRUE(lets_through("a/**", "refs/heads/a/b/c"));
    EXPECT_FALSE(lets_through("a*", "refs/heads/a/b"));
}

} // namespace
} // namespace cairn::webhooks
