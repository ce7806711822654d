#include "lfs/ticket.hpp"

#include <gtest/gtest.h>

#include "config/settings.hpp"

namespace cairn::lfs {

namespace {

config::Settings site(std::string secret)
{
    config::Settings settings;
    settings.security.secret_key = std::move(secret);
    return settings;
}

TEST(Ticket, IsReadAsItWasWritten)
{
    const auto settings = site("secret");
    const auto text =
        write_ticket(settings, {.repository_id = 7, .account_id = 3, .writes = true, .expires_at = {1000}});
    const auto ticket = read_ticket(settings, text, {999});
    ASSERT_TRUE(ticket);
    EXPECT_EQ(ticket->repository_id, 7);
    EXPECT_EQ(ticket->account_id, 3);
    EXPECT_EQ(ticket->deploy_key_id, 0);
    EXPECT_TRUE(ticket->writes);
}

TEST(Ticket, Expires)
{
    const auto settings = site("secret");
    const auto text = write_ticket(settings, {.repository_id = 7, .account_id = 3, .expires_at = {1000}});
    EXPECT_FALSE(read_ticket(settings, text, {1000}));
}

TEST(Ticket, IsNoneOfAnotherSiteOrOfOnesOwnMaking)
{
    const auto settings = site("secret");
    const auto text = write_ticket(settings, {.repository_id = 7, .account_id = 3, .expires_at = {1000}});
    EXPECT_FALSE(read_ticket(site("other"), text, {0}));
    EXPECT_FALSE(read_ticket(settings, text.substr(0, text.size() - 2) + "AA", {0}));
    for (const auto* other : {"", "RemoteAuth", "RemoteAuth ", "RemoteAuth 7 3 0 1 1000", "Bearer 7", "Basic YTpi"})
        EXPECT_FALSE(read_ticket(settings, other, {0})) << other;
    EXPECT_FALSE(read_ticket(settings, "Bearer " + text.substr(text.find(' ') + 1), {0}));
    EXPECT_FALSE(read_ticket(settings, text + std::string(10'000, 'A'), {0}));
}

} // namespace

} // namespace cairn::lfs
