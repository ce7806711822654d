#include "remotes/credentials.hpp"

#include <gtest/gtest.h>

#include "remotes/hosts.hpp"

namespace cairn::remotes {

namespace {

config::Settings with_secret()
{
    config::Settings settings;
    settings.security.secret_key = "a secret of the site's";
    return settings;
}

} // namespace

TEST(CredentialsTest, OpenOnlyForTheRepositoryThatTheyWereSealedFor)
{
    const auto settings = with_secret();
    const Credentials ann{.name = "ann: 1", .secret = "pass\nword"};
    const auto sealed = seal(settings, ann, 7);
    EXPECT_EQ(sealed.find("word"), std::string::npos);
    EXPECT_EQ(open(settings, sealed, 7).name, ann.name);
    EXPECT_EQ(open(settings, sealed, 7).secret, ann.secret);
    EXPECT_TRUE(open(settings, sealed, 8).empty());
    EXPECT_TRUE(seal(settings, {}, 7).empty());
    EXPECT_TRUE(open(settings, "", 7).empty());
}

TEST(CredentialsTest, AreTakenOutOfWhatAServerSays)
{
    const Credentials ann{.name = "ann", .secret = "p/w"};
    EXPECT_EQ(without_secrets(" no such password p/w or p%2Fw \n", ann), "no such password *** or ***");
    EXPECT_LE(without_secrets(std::string(5000, 'x'), ann).size(), 1000U);
}

TEST(HostsTest, OnlyThePublicInternetUnlessTheOperatorSaysOtherwise)
{
    const Hosts usual(config::Migrations{});
    EXPECT_TRUE(usual.allows("example.com", "93.184.216.34"));
    for (const auto* ip : {"127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "fe80::1", "::ffff:127.0.0.1", "0.0.0.0"})
        EXPECT_FALSE(usual.allows("example.com", ip)) << ip;

    const Hosts local(
        config::Migrations{.allow_localnetworks = true, .blocked_domains = {"*.bad.example", "10.0.0.0/8"}});
    EXPECT_TRUE(local.allows("localhost", "127.0.0.1"));
    EXPECT_FALSE(local.allows("x.bad.example", "93.184.216.34"));
    EXPECT_FALSE(local.allows("x.example", "10.1.2.3"));

    const Hosts few(config::Migrations{.allowed_domains = {"*.good.example"}});
    EXPECT_TRUE(few.allows("git.good.example", "10.1.2.3"));
    EXPECT_FALSE(few.allows("example.com", "93.184.216.34"));
}

} // namespace cairn::remotes
