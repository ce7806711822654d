#include "remotes/address.hpp"

#include <gtest/gtest.h>

namespace cairn::remotes {

namespace {

std::string text_of(std::string_view typed)
{
    const auto remote = parse_remote(typed);
    return remote ? remote->address.text() : "refused";
}

} // namespace

TEST(AddressTest, IsKeptWithoutCredentialsAndUsualPorts)
{
    EXPECT_EQ(text_of("https://example.com/a/b.git"), "https://example.com/a/b.git");
    EXPECT_EQ(text_of(" HTTP://Example.COM:80/A/b "), "http://example.com/A/b");
    EXPECT_EQ(text_of("http://example.com:8080/a"), "http://example.com:8080/a");
    EXPECT_EQ(text_of("git://example.com/a"), "git://example.com/a");
    EXPECT_EQ(text_of("https://[::1]:3000/a/b"), "https://[::1]:3000/a/b");
    EXPECT_EQ(text_of("https://ann:secret@example.com/a/b"), "https://example.com/a/b");
}

TEST(AddressTest, CredentialsAreDecoded)
{
    const auto remote = parse_remote("https://ann%40x:p%3Aq%2F@example.com/a");
    ASSERT_TRUE(remote);
    EXPECT_EQ(remote->credentials.name, "ann@x");
    EXPECT_EQ(remote->credentials.secret, "p:q/");
    EXPECT_EQ(parse_remote("https://tok@example.com/a")->credentials.name, "tok");
    // The last @ ends them: what comes before is no host.
    EXPECT_EQ(parse_remote("https://a@evil.example@example.com/a")->address.host, "example.com");
}

TEST(AddressTest, FilesOfThisMachineAreForbidden)
{
    for (const auto* typed : {"/etc", "./x", "../x", "~/x", "file:///etc", "FILE://x/y"}) {
        const auto remote = parse_remote(typed);
        ASSERT_FALSE(remote) << typed;
        EXPECT_EQ(remote.error().code, Errc::forbidden) << typed;
    }
}

TEST(AddressTest, WhatIsNoAddressOfAServerIsRefused)
{
    for (const auto* typed : {"",
                              "x",
                              "example.com/a",
                              "git@example.com:a/b",
                              "ssh://example.com/a",
                              "ext::sh -c id",
                              "http://",
                              "http://h",
                              "http://h/",
                              "http:///a",
                              "http://h:x/a",
                              "http://h:0/a",
                              "http://h:65536/a",
                              "http://h /a",
                              "http://h\n/a",
                              "http://h/a?b",
                              "http://h/a#b",
                              "http://-h/a",
                              "http://[::1/a",
                              "http://[h]/a",
                              "http://%zz@h/a",
                              "-u/a"}) {
        const auto remote = parse_remote(typed);
        ASSERT_FALSE(remote) << typed;
        EXPECT_EQ(remote.error().code, Errc::unprocessable) << typed;
    }
}

TEST(AddressTest, TheWikiIsBesideTheRepository)
{
    EXPECT_EQ(wiki_of(parse_remote("https://example.com/a/b.git")->address).text(), "https://example.com/a/b.wiki.git");
    EXPECT_EQ(wiki_of(parse_remote("https://example.com/a/b/")->address).text(), "https://example.com/a/b.wiki.git");
}

} // namespace cairn::remotes
