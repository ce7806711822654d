#include "mail/message.hpp"

#include <gtest/gtest.h>

#include "base/encoding.hpp"
#include "base/text.hpp"

namespace cairn::mail {
namespace {

Message plain_message()
{
    return {.from = {"Cairn", "cairn@example.org"},
            .to = {"", "ann@example.com"},
            .subject = "Hello",
            .plain = "Words.\n",
            .html = {},
            .id = "1@example.org",
            .date = {1794723240}};
}

std::string head_of(const std::string& message) { return message.substr(0, message.find("\r\n\r\n") + 2); }

TEST(Message, HasTheHeadersOfAMailAndItsText)
{
    EXPECT_EQ(compose(plain_message()),
              "From: Cairn <cairn@example.org>\r\nTo: ann@example.com\r\nSubject: Hello\r\n"
              "Date: Sun, 15 Nov 2026 06:14:00 +0000\r\nMessage-ID: <1@example.org>\r\n"
              "Auto-Submitted: auto-generated\r\nMIME-Version: 1.0\r\n"
              "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"
              "Words.\r\n\r\n");
}

TEST(Message, NoValueBeginsAHeaderOfItsOwn)
{
    auto message = plain_message();
    message.subject = "Hello\r\nBcc: everybody@example.com\n\n<b>";
    message.from.name = "Cairn\r\nX-Evil: 1";
    message.id = "1\r\nX-Evil: 2";
    const auto head = head_of(compose(message));
    EXPECT_EQ(head.find("\r\nBcc"), std::string::npos);
    EXPECT_EQ(head.find("\r\nX-Evil"), std::string::npos);
    EXPECT_EQ(head.find("\n\n"), std::string::npos);
    for (const std::string bad : {"a@b\r\nc", "a b@c", "a@b>", "<a@b", "a", "a@b,c@d", ""}) {
        message.to.email = bad;
        EXPECT_THROW(compose(message), std::invalid_argument) << bad;
    }
}

TEST(Message, WordsOfOtherLettersAreEncodedBetweenCharacters)
{
    EXPECT_EQ(encode_header("Grüße"), "=?UTF-8?B?" + base64_encode("Grüße") + "?=");
    std::string text;
    for (int i = 0; i < 40; ++i) text += "ü€";
    const auto encoded = encode_header(text);
    std::string decoded;
    for (std::string_view line : text::split(encoded, '\n')) {
        line = text::trim(line);
        EXPECT_LE(line.size(), 75U);
        ASSERT_TRUE(line.starts_with("=?UTF-8?B?") && line.ends_with("?="));
        const auto word = base64_decode(line.substr(10, line.size() - 12)).value();
        EXPECT_NE(static_cast<unsigned char>(word[0]) & 0xC0, 0x80);
        decoded += word;
    }
    EXPECT_EQ(decoded, text);
    EXPECT_TRUE(encode_header("=?UTF-8?B?eA==?=").starts_with("=?UTF-8?B?PT9")); // what looks encoded is encoded
}

TEST(Message, NamesThatHeadersWouldMisreadAreQuoted)
{
    auto message = plain_message();
    message.from.name = "Doe, \"J\" (x)";
    EXPECT_TRUE(compose(message).starts_with(R"x(From: "Doe, \"J\" (x)" <cairn@example.org>)x"));
}

TEST(Message, HtmlComesBesideTheText)
{
    auto message = plain_message();
    message.html = "<p>Words.</p>";
    const auto composed = compose(message);
    EXPECT_NE(composed.find("multipart/alternative"), std::string::npos);
    EXPECT_LT(composed.find("text/plain"), composed.find("text/html"));
}

TEST(QuotedPrintable, KeepsLinesShortAndWhatTheySay)
{
    EXPECT_EQ(quoted_printable("a=b\n"), "a=3Db\r\n");
    EXPECT_EQ(quoted_printable("ü"), "=C3=BC");
    EXPECT_EQ(quoted_printable("end \nnext\t\n"), "end=20\r\nnext=09\r\n");
    EXPECT_EQ(quoted_printable(".\n..x\n"), "=2E\r\n=2E.x\r\n");
    EXPECT_EQ(quoted_printable("a\r\nb\rc"), "a\r\nb=0Dc");
    const std::string text = std::string(500, 'x') + std::string(100, '=');
    const auto encoded = quoted_printable(text);
    std::string back;
    for (std::string_view line : text::split(encoded, '\n')) {
        if (line.ends_with('\r')) line.remove_suffix(1);
        EXPECT_LE(line.size(), 76U);
        if (line.ends_with('=')) line.remove_suffix(1);
        for (std::size_t i = 0; i < line.size(); ++i) {
            if (line[i] == '=') back += hex_decode(line.substr(i + 1, 2)).value(), i += 2;
            else back += line[i];
        }
    }
    EXPECT_EQ(back, text);
}

TEST(Address, IsAnAddressOrANameWithOne)
{
    EXPECT_EQ(parse_address(" a@example.org ")->email, "a@example.org");
    EXPECT_EQ(parse_address("A B <a@example.org>")->name, "A B");
    EXPECT_EQ(parse_address("\"A, B\" <a@example.org>")->name, "A, B");
    for (const std::string bad : {"", "a", "@", "a@", "@b", "a@b@c", "a b@c", "A <a@b", "a@b>", "<>", "-oQ@x", "a\n@b"})
        EXPECT_FALSE(parse_address(bad)) << bad;
}

} // namespace
} // namespace cairn::mail
