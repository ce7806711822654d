#include "http/message.hpp"

#include <gtest/gtest.h>

#include "http/request_id.hpp"

#include <set>

namespace cairn::http {

TEST(Message, AHeaderIsFoundInAnyCaseAndTheFirstWins)
{
    Request request;
    request.headers = {{"Accept", "a"}, {"X-Thing", "1"}, {"x-thing", "2"}, {"Empty", ""}};
    EXPECT_EQ(request.header("X-THING"), "1");
    EXPECT_EQ(request.header("accept"), "a");
    EXPECT_EQ(request.header("X-Thin"), "");
    EXPECT_TRUE(request.has_header("empty"));
    EXPECT_FALSE(request.has_header("none"));
}

TEST(Message, ATargetIsAPathAndAQuery)
{
    Request request;
    request.target = "/a/b?c=d?e";
    EXPECT_EQ(request.path(), "/a/b");
    EXPECT_EQ(request.query(), "c=d?e");
    request.target = "/a";
    EXPECT_EQ(request.path(), "/a");
    EXPECT_EQ(request.query(), "");
}

TEST(Message, AnAnswerFindsItsHeaders)
{
    Response response;
    response.set("ETag", "\"1\"");
    ASSERT_NE(response.find("ETag"), nullptr);
    EXPECT_EQ(*response.find("ETag"), "\"1\"");
    EXPECT_EQ(response.find("Link"), nullptr);
}

TEST(RequestId, AcceptsOnlyTheHarmless)
{
    EXPECT_TRUE(is_request_id("aZ0._-"));
    EXPECT_TRUE(is_request_id(std::string(64, 'a')));
    EXPECT_FALSE(is_request_id(std::string(65, 'a')));
    EXPECT_FALSE(is_request_id(""));
    EXPECT_FALSE(is_request_id("a b"));
    EXPECT_FALSE(is_request_id("a\"b"));
    EXPECT_FALSE(is_request_id("\xc3\xbc"));
}

TEST(RequestId, NewOnesAreAcceptableAndDiffer)
{
    RequestIds one;
    RequestIds other;
    std::set<std::string> seen;
    std::string id;
    for (int i = 0; i < 2000; ++i) {
        one.next(id);
        EXPECT_TRUE(is_request_id(id));
        EXPECT_TRUE(seen.insert(id).second);
        other.next(id);
        EXPECT_TRUE(seen.insert(id).second);
    }
}

} // namespace cairn::http
