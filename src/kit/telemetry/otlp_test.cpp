#include "telemetry/otlp.hpp"

#include <gmock/gmock.h>

namespace cairn::telemetry {
namespace {

using testing::HasSubstr;
using testing::Not;
using tracing::Clock;
using tracing::Context;
using tracing::OfJob;
using tracing::OfRequest;
using tracing::Span;

const Resource resource{.service = "cairn",
                        .instance = "1",
                        .version = "0",
                        .database = "sqlite",
                        .scheme = "https",
                        .host = "git.example.org",
                        .port = 443};

std::string told(const Trace& trace)
{
    Message message(resource);
    message.add(trace);
    return message.take();
}

TEST(Summary, SaysWhatIsDoneToWhat)
{
    EXPECT_EQ(summary_of("SELECT * FROM issue WHERE id = $1"), "SELECT issue");
    EXPECT_EQ(summary_of("insert into label (name) VALUES ($1)"), "INSERT label");
    EXPECT_EQ(summary_of("UPDATE job SET state = 'ready'"), "UPDATE job");
    EXPECT_EQ(summary_of("DELETE FROM job"), "DELETE job");
    EXPECT_EQ(summary_of("SELECT count(*) AS value FROM (SELECT 1 FROM star s) AS n"), "SELECT star");
    EXPECT_EQ(summary_of("WITH found AS (SELECT id FROM issue) SELECT * FROM found"), "WITH issue");
    EXPECT_EQ(summary_of("SELECT 1 AS value"), "SELECT");
    EXPECT_EQ(summary_of("\n  SELECT id\n  FROM account\n"), "SELECT account");
    EXPECT_EQ(summary_of(""), "");
}

TEST(Otlp, TellsOfARequest)
{
    Trace trace;
    trace.about =
        OfRequest{.method = "GET", .route = "/api/v1/version", .operation = "getVersion", .status = 200, .id = "r"};
    trace.finish(trace.begin() + std::chrono::milliseconds(3));
    const auto text = told(trace);
    EXPECT_THAT(text, HasSubstr(R"("name":"GET /api/v1/version","kind":2)"));
    EXPECT_THAT(text, HasSubstr(R"({"key":"http.response.status_code","value":{"intValue":"200"}})"));
    EXPECT_THAT(text, HasSubstr(R"({"key":"url.scheme","value":{"stringValue":"https"}})"));
    for (const auto* left_out : {"client.address", "error.type", "parentSpanId", "status\":", "untold", "links"})
        EXPECT_THAT(text, Not(HasSubstr(left_out)));
}

TEST(Otlp, TellsOfARequestThatFailedAndHadTooManySteps)
{
    Trace trace(Context{.trace_high = 1, .trace_low = 2, .span = 3, .sampled = true});
    for (std::size_t i = 0; i <= Trace::most_spans; ++i)
        trace.add(Span::Kind::step, "step", trace.begin(), trace.begin());
    trace.about = OfRequest{.method = "BREW\"", .status = 503, .secure = true, .client = "192.0.2.1"};
    const auto text = told(trace);
    EXPECT_THAT(text, HasSubstr(R"("parentSpanId":"0000000000000003","name":"HTTP")"));
    EXPECT_THAT(text, HasSubstr(R"({"key":"http.request.method","value":{"stringValue":"_OTHER"}})"));
    EXPECT_THAT(text, HasSubstr(R"({"key":"error.type","value":{"stringValue":"503"}})"));
    EXPECT_THAT(text, HasSubstr(R"({"key":"client.address","value":{"stringValue":"192.0.2.1"}})"));
    EXPECT_THAT(text, HasSubstr(R"({"key":"cairn.spans.untold","value":{"intValue":"1"}})"));
    EXPECT_THAT(text, HasSubstr(R"("status":{"code":2})"));
    EXPECT_THAT(text, Not(HasSubstr("BREW")));
}

TEST(Otlp, TellsOfEachKindOfStep)
{
    Trace trace;
    const auto now = trace.begin();
    trace.add(Span::Kind::statement, "UPDATE star SET a = $1", now, now, true);
    trace.add(Span::Kind::git, "upload-pack", now, now);
    trace.at(1)->number = 0;
    trace.add(Span::Kind::call, "PUT", now, now);
    trace.at(2)->number = 404;
    trace.at(2)->failed = true;
    trace.at(2)->host = "s3.example.org:9000";
    trace.about = OfJob{.kind = "tidy", .id = 7, .attempt = 2, .failed = true, .cause = Context{1, 2, 3, true}};
    const auto text = told(trace);
    EXPECT_THAT(text, HasSubstr(R"("name":"job tidy","kind":5)"));
    EXPECT_THAT(text,
                HasSubstr(R"("links":[{"traceId":"00000000000000010000000000000002","spanId":"0000000000000003"}])"));
    EXPECT_THAT(text, HasSubstr(R"("name":"UPDATE star","kind":3)"));
    EXPECT_THAT(text, HasSubstr(R"({"key":"db.query.text","value":{"stringValue":"UPDATE star SET a = $1"}})"));
    EXPECT_THAT(text, HasSubstr(R"("name":"git upload-pack","kind":1)"));
    EXPECT_THAT(text, HasSubstr(R"({"key":"process.exit.code","value":{"intValue":"0"}})"));
    EXPECT_THAT(
        text,
        HasSubstr(
            R"({"key":"server.address","value":{"stringValue":"s3.example.org"}},{"key":"server.port","value":{"intValue":"9000"}})"));
    EXPECT_THAT(text, HasSubstr(R"({"key":"error.type","value":{"stringValue":"404"}})"));
}

TEST(Otlp, HearsWhatACollectorHasNotTaken)
{
    EXPECT_EQ(rejected_spans(""), 0);
    EXPECT_EQ(rejected_spans("{}"), 0);
    EXPECT_EQ(rejected_spans("not JSON"), 0);
    EXPECT_EQ(rejected_spans(R"({"partialSuccess":{}})"), 0);
    EXPECT_EQ(rejected_spans(R"({"partialSuccess":{"rejectedSpans":"3","errorMessage":"no"}})"), 3);
    EXPECT_EQ(rejected_spans(R"({"partialSuccess":{"rejectedSpans":4}})"), 4);
    EXPECT_EQ(rejected_spans(R"({"partialSuccess":{"rejectedSpans":-4}})"), 0);
    EXPECT_EQ(rejected_spans(R"({"partialSuccess":{"rejectedSpans":["x"]}})"), 0);
}

} // namespace
} // namespace cairn::telemetry
