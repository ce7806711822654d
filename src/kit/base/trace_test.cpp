#include "base/trace.hpp"

#include <gtest/gtest.h>

#include <set>
#include <thread>

#include "base/spending.hpp"

namespace cairn::tracing {
namespace {

using std::chrono::milliseconds;

constexpr std::string_view good = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

TEST(Traceparent, IsReadAndWritten)
{
    const auto read = read_traceparent(good);
    ASSERT_TRUE(read);
    EXPECT_EQ(trace_id_of(*read), "4bf92f3577b34da6a3ce929d0e0e4736");
    EXPECT_EQ(hex_of(read->span), "00f067aa0ba902b7");
    EXPECT_TRUE(read->sampled);
    EXPECT_EQ(traceparent_of(*read), good);
    EXPECT_FALSE(read_traceparent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00")->sampled);
    EXPECT_FALSE(read_traceparent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-02")->sampled);
}

TEST(Traceparent, OfALaterVersionIsReadAsFarAsItIsKnown)
{
    EXPECT_TRUE(read_traceparent("01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"));
    EXPECT_TRUE(read_traceparent("cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-what-comes"));
    EXPECT_FALSE(read_traceparent("cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01.what-comes"));
}

TEST(Traceparent, ThatIsNoneIsNothing)
{
    const std::string text(good);
    EXPECT_FALSE(read_traceparent(""));
    EXPECT_FALSE(read_traceparent(text + "-more")) << "version 0 has no more";
    EXPECT_FALSE(read_traceparent(text + "0"));
    EXPECT_FALSE(read_traceparent(" " + text));
    EXPECT_FALSE(read_traceparent("ff" + text.substr(2)));
    EXPECT_FALSE(read_traceparent("00-00000000000000000000000000000000-00f067aa0ba902b7-01"));
    EXPECT_FALSE(read_traceparent("00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01"));
    EXPECT_FALSE(read_traceparent("00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01")) << "capitals";
    for (std::size_t i = 0; i < text.size(); ++i) {
        EXPECT_FALSE(read_traceparent(text.substr(0, i)));
        auto other = text;
        other[i] = 'g';
        EXPECT_FALSE(read_traceparent(other)) << other;
    }
}

TEST(Trace, GoesOnWithAnothers)
{
    const auto parent = read_traceparent(good);
    const Trace trace(parent);
    EXPECT_EQ(trace_id_of(trace.context()), "4bf92f3577b34da6a3ce929d0e0e4736");
    EXPECT_EQ(trace.parent(), parent->span);
    EXPECT_NE(trace.context().span, parent->span);
    EXPECT_TRUE(trace.context().sampled);
    const Trace own;
    EXPECT_EQ(own.parent(), 0U);
    EXPECT_NE(trace_id_of(own.context()), trace_id_of(Trace().context()));
}

TEST(Trace, HasEachStepInTheOneItBelongsTo)
{
    Trace trace;
    const auto now = Clock::now();
    const auto outer = trace.open(Span::Kind::step, "outer", now);
    trace.add(Span::Kind::statement, "SELECT 1", now, now + milliseconds(1));
    trace.close(outer, now + milliseconds(2));
    trace.add(Span::Kind::step, "next", now, now);
    ASSERT_EQ(trace.spans().size(), 3U);
    EXPECT_EQ(trace.spans()[0].parent, Span::of_root);
    EXPECT_EQ(trace.spans()[1].parent, outer);
    EXPECT_EQ(trace.spans()[2].parent, Span::of_root);
    std::set<std::uint64_t> ids{trace.context().span};
    for (std::size_t i = 0; i < 3; ++i) ids.insert(trace.id_of(i));
    EXPECT_EQ(ids.size(), 4U);
    EXPECT_EQ(trace.unix_time(now + milliseconds(5)) - trace.unix_time(now), 5'000'000U);
}

TEST(Trace, TellsOfNoMoreThanSoManySteps)
{
    Trace trace;
    const auto now = Clock::now();
    const auto outer = trace.open(Span::Kind::step, "outer", now);
    for (std::size_t i = 0; i < Trace::most_spans + 10; ++i)
        trace.add(Span::Kind::statement, std::string(10'000, 'x'), now, now);
    const auto none = trace.open(Span::Kind::step, "inner", now);
    EXPECT_EQ(none, Trace::nothing);
    EXPECT_EQ(trace.context_of(none), trace.context());
    trace.close(none, now);
    trace.close(outer, now);
    EXPECT_EQ(trace.spans().size(), Trace::most_spans);
    EXPECT_EQ(trace.untold(), 12U);
    EXPECT_LE(trace.bytes(), Trace::most_spans * (sizeof(Span) + Trace::longest_name + 100) * 2);
}

TEST(Trace, ForgetsWhatIsDoneAnew)
{
    Trace trace;
    const auto now = Clock::now();
    trace.add(Span::Kind::step, "kept", now, now);
    const auto before = trace.size();
    trace.open(Span::Kind::step, "handler", now);
    trace.forget_from(before);
    trace.add(Span::Kind::step, "anew", now, now);
    ASSERT_EQ(trace.spans().size(), 2U);
    EXPECT_EQ(trace.spans()[1].name, "anew");
    EXPECT_EQ(trace.spans()[1].parent, Span::of_root);
}

TEST(Step, IsWrittenDownWhereTheWorkIsTraced)
{
    {
        const Step nobody("nobody looks");
    }
    Spent spent;
    const Spending spending(&spent);
    {
        const Step untraced("not traced");
    }
    spent.trace = std::make_shared<Trace>();
    {
        const Step outer("outer");
        {
            const Step quick("quick", {.least = std::chrono::hours(1)});
        }
        std::thread([] { const Step elsewhere("elsewhere"); }).join();
        const StatementWatch statement("SELECT 1");
    }
    try {
        const Step failing("failing");
        const StatementWatch statement("SELECT 2");
        throw std::runtime_error("no");
    } catch (const std::runtime_error&) { // NOLINT(bugprone-empty-catch): it is what is tried
    }
    const auto& spans = spent.trace->spans();
    ASSERT_EQ(spans.size(), 4U);
    EXPECT_EQ(spans[0].name, "outer");
    EXPECT_FALSE(spans[0].failed);
    EXPECT_EQ(spans[1].name, "SELECT 1");
    EXPECT_EQ(spans[1].parent, 0U);
    EXPECT_TRUE(spans[2].failed);
    EXPECT_TRUE(spans[3].failed);
    EXPECT_EQ(spent.statements, 2U);
    EXPECT_EQ(traceparent_of_work(), traceparent_of(spent.trace->context()));
}

} // namespace
} // namespace cairn::tracing
