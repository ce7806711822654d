#include "git/receive/pkt_line.hpp"

#include <gtest/gtest.h>

#include "git/receive/push_request.hpp"
#include "git/receive/test_connection.hpp"

namespace cairn::git {

namespace {

std::string line(const std::string& text)
{
    std::string out;
    append_packet(out, text);
    return out;
}

Result<PushRequest> parse(const std::string& bytes, const PushBounds& bounds = {})
{
    PieceSource source(bytes, 7);
    Input input(source);
    return read_push_request(input, bounds);
}

const std::string one(40, '1');
const std::string zero(40, '0');

TEST(Packets, AreReadInWhateverPiecesTheyCome)
{
    const auto large = std::string(largest_packet - 4, 'x');
    for (const std::size_t piece : {1UL, 3UL, 4096UL, 1UL << 20}) {
        PieceSource source("0006a\n0000" + line(large) + "000100020004", piece);
        Input input(source);
        EXPECT_EQ(read_packet(input)->data, "a\n");
        EXPECT_EQ(read_packet(input)->type, Packet::Type::flush);
        EXPECT_EQ(read_packet(input)->data, large);
        EXPECT_EQ(read_packet(input)->type, Packet::Type::delimiter);
        EXPECT_EQ(read_packet(input)->type, Packet::Type::response_end);
        EXPECT_EQ(read_packet(input)->data, "");
        EXPECT_FALSE(read_packet(input));
    }
    for (const auto* bad :
         {"", "0", "000", "0003", "zzzz", "-001", "+00a", "0x0a", "fff1", "ffff", "000a12345", "    "}) {
        PieceSource source(bad);
        Input input(source);
        EXPECT_EQ(read_packet(input).error().code, Errc::bad_request) << bad;
    }
    std::string out;
    EXPECT_THROW(append_packet(out, std::string(largest_packet, 'x')), std::length_error);
}

TEST(Packets, CarryTwoBands)
{
    TextSink sink;
    SideBand band(sink, true);
    band.data("report");
    band.tell("words\n");
    band.keep_alive();
    band.data(std::string(70'000, 'x'));
    band.end();
    EXPECT_TRUE(sink.text.starts_with("000b\1report000b\2words\n0005\1fff0\1x")) << sink.text.substr(0, 40);
    EXPECT_TRUE(sink.text.ends_with("x0000"));
    TextSink plain;
    SideBand without(plain, false);
    without.data("report");
    without.tell("words\n");
    without.end();
    EXPECT_EQ(plain.text, "report");
}

TEST(PushRequests, AreUnderstood)
{
    const auto request =
        *parse(line("shallow " + one)
               + line(zero + " " + one + " refs/heads/a" + std::string(1, '\0')
                      + " report-status-v2 side-band-64k push-options atomic quiet agent=git/2.39 object-format=sha1\n")
               + line(one + " " + zero + " refs/heads/b\n") + "0000" + line("a=b") + line("c\n") + "0000PACK");
    ASSERT_EQ(request.commands.size(), 2);
    EXPECT_EQ(request.commands[0].name, "refs/heads/a");
    EXPECT_EQ(request.commands[1].name, "refs/heads/b");
    EXPECT_TRUE(request.commands[1].after.is_zero());
    EXPECT_EQ(request.options, (std::vector<std::string>{"a=b", "c"}));
    EXPECT_TRUE(request.report_status && request.report_status_v2 && request.side_band && request.atomic
                && request.quiet && request.shallow);
    EXPECT_EQ(request.agent, "git/2.39");
    EXPECT_TRUE(request.has_pack());
    EXPECT_FALSE(parse(line(one + " " + zero + " refs/heads/b") + "0000")->has_pack());
}

TEST(PushRequests, ThatAreBrokenOrTooLongAreRefused)
{
    const auto good = line(zero + " " + one + " refs/heads/a");
    for (const auto& bad : {good, good + "0001", line("hello"), line(zero + " " + one), line(zero + " " + one + " "),
                            line(zero + one + " refs/x"), line("shallow x"), line("push-cert"),
                            line(std::string(40, 'g') + " " + one + " refs/heads/a"), std::string("00")})
        EXPECT_EQ(parse(bad).error().code, Errc::bad_request) << bad;
    EXPECT_EQ(parse(good + good + good + "0000", {.commands = 2}).error().code, Errc::too_large);
    EXPECT_EQ(parse(line("shallow " + one) + line("shallow " + one), {.shallows = 1}).error().code, Errc::too_large);
    const auto asks = line(zero + " " + one + " refs/heads/a" + std::string(1, '\0') + "push-options") + "0000";
    EXPECT_EQ(parse(asks + line("a") + line("b"), {.options = 1}).error().code, Errc::too_large);
    EXPECT_EQ(parse(asks + line("abcdef"), {.option_size = 3}).error().code, Errc::too_large);
    EXPECT_EQ(parse(asks).error().code, Errc::bad_request);
}

} // namespace

} // namespace cairn::git
