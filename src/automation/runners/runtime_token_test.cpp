#include "runners/runtime_token.hpp"

#include <gtest/gtest.h>

#include "base/encoding.hpp"
#include "config/settings.hpp"

namespace cairn::runners {

namespace {

config::Settings site(std::string secret)
{
    config::Settings settings;
    settings.security.secret_key = std::move(secret);
    return settings;
}

} // namespace

TEST(RuntimeToken, TellsToolsWhichRunAndJobTheyAreIn)
{
    const auto token = make_runtime_token(site("s"), {.task_id = 1, .run_id = 22, .job_id = 333, .repository_id = 4});
    const auto first = token.find('.');
    const auto claims = base64url_decode(token.substr(first + 1, token.rfind('.') - first - 1));
    ASSERT_TRUE(claims);
    EXPECT_NE(claims->find(R"("scp":"Actions.Results:22:333")"), claims->npos);
}

TEST(RuntimeToken, IsReadByTheSiteThatHasMadeIt)
{
    const auto settings = site("s");
    const auto token = make_runtime_token(settings, {.exp = 1000, .task_id = 1, .run_id = 22, .repository_id = 4});
    const auto read = read_runtime_token(settings, token, Time{999});
    ASSERT_TRUE(read);
    EXPECT_EQ(read->task_id, 1);
    EXPECT_EQ(read->run_id, 22);
    EXPECT_EQ(read->repository_id, 4);
    EXPECT_FALSE(read_runtime_token(settings, token, Time{1000}));
    EXPECT_FALSE(read_runtime_token(site("other"), token, Time{999}));
}

TEST(RuntimeToken, IsWorthNothingOnceItWasChanged)
{
    const auto settings = site("s");
    const auto token = make_runtime_token(settings, {.exp = 1000, .task_id = 1, .run_id = 22});
    const auto claims = base64url_encode(R"({"exp":1000,"task_id":2,"run_id":22})");
    const auto forged = token.substr(0, token.find('.') + 1) + claims + token.substr(token.rfind('.'));
    EXPECT_FALSE(read_runtime_token(settings, forged, Time{1}));
    for (const auto* nonsense : {"", ".", "..", "a.b.c", "e30.e30."})
        EXPECT_FALSE(read_runtime_token(settings, nonsense, Time{1})) << nonsense;
    EXPECT_FALSE(read_runtime_token(settings, token.substr(0, token.rfind('.') + 1), Time{1}));
}

} // namespace cairn::runners
