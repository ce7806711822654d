#include "git/receive/push_certificate.hpp"

#include <gmock/gmock.h>

#include "git/receive/pkt_line.hpp"
#include "git/receive/push_request.hpp"
#include "git/receive/test_connection.hpp"

namespace cairn::git {

namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string before(40, '1');
const std::string after(40, '2');
const std::string command = before + " " + after + " refs/heads/main";
const std::string head = "certificate version 0.1\npusher me <me@x> 1 +0000\nnonce 12-ab\n";
const std::string signature = "-----BEGIN SSH SIGNATURE-----\nabc\n-----END SSH SIGNATURE-----\n";

std::string packets(std::initializer_list<std::string> lines)
{
    std::string out;
    for (const auto& line : lines) append_packet(out, line);
    return out.append(flush_packet);
}

Result<PushRequest> read(const std::string& bytes, const PushBounds& bounds = {})
{
    PieceSource source(bytes, 7);
    Input input(source);
    return read_push_request(input, bounds);
}

std::string start() { return std::string("push-cert\0report-status atomic", 30); }

} // namespace

TEST(PushCertificateTest, SaysWhoPushesWhat)
{
    const auto payload = head + "push-option a=b\n\n" + command + "\n";
    const auto made = parse_push_certificate(payload + signature);
    ASSERT_TRUE(made);
    EXPECT_EQ(made->payload, payload);
    EXPECT_EQ(made->signature, signature);
    EXPECT_EQ(made->pusher, "me <me@x> 1 +0000");
    EXPECT_EQ(made->nonce, "12-ab");
    EXPECT_THAT(made->options, ElementsAre("a=b"));
    EXPECT_THAT(made->commands, ElementsAre(command));
}

TEST(PushCertificateTest, WhatIsNotSignedIsNone)
{
    for (const auto& text : {std::string(), head + "\n" + command + "\n", "nonce x\n\n" + command + "\n" + signature,
                             head + command + "\n" + signature, signature})
        EXPECT_EQ(parse_push_certificate(text).error().code, Errc::bad_request) << text;
}

TEST(PushCertificateTest, ItsCommandsAreThoseOfThePush)
{
    const auto request =
        read(packets({start(), "certificate version 0.1\n", "nonce 12-ab\n", "\n", command + "\n",
                      "-----BEGIN PGP SIGNATURE-----\n", "x\n", "-----END PGP SIGNATURE-----\n", "push-cert-end\n"}));
    ASSERT_TRUE(request);
    EXPECT_TRUE(request->atomic);
    EXPECT_TRUE(request->report_status);
    ASSERT_EQ(request->commands.size(), 1);
    EXPECT_EQ(request->commands[0].name, "refs/heads/main");
    EXPECT_EQ(request->commands[0].after.hex(), after);
    EXPECT_EQ(request->certificate.nonce, "12-ab");
}

TEST(PushCertificateTest, NothingIsDoneBesideIt)
{
    const auto outside = packets({command, start(), head, "\n", command + "\n", signature, "push-cert-end\n"});
    EXPECT_THAT(read(outside).error().message, HasSubstr("outside"));
    const auto behind = packets({start(), head, "\n", command + "\n", signature, "push-cert-end\n", command});
    EXPECT_THAT(read(behind).error().message, HasSubstr("outside"));
    const auto twice = packets({start(), head, "\n", command + "\n", signature, "push-cert-end\n", start(), head, "\n",
                                command + "\n", signature, "push-cert-end\n"});
    EXPECT_THAT(read(twice).error().message, HasSubstr("outside"));
}

TEST(PushCertificateTest, HasABound)
{
    const auto text = packets({start(), head, "\n", command + "\n", signature, "push-cert-end\n"});
    EXPECT_TRUE(read(text));
    EXPECT_EQ(read(text, {.certificate_size = 100}).error().code, Errc::too_large);
    EXPECT_EQ(read(text, {.commands = 0}).error().code, Errc::too_large);
}

} // namespace cairn::git
