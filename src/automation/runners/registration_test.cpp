#include "runners/registration.hpp"

#include <gtest/gtest.h>

#include "config/settings.hpp"
#include "crypto/digest.hpp"
#include "db/test_database.hpp"

namespace cairn::runners {

namespace {

using Engine = db::Options::Engine;

class RegistrationTest : public testing::TestWithParam<Engine> {
protected:
    RegistrationTest()
    {
        db.migrate();
        settings.security.secret_key = "a secret of the site";
        account = db->write([](db::Transaction& tx) {
            return tx.scalar<std::int64_t>(
                "INSERT INTO account (kind, name, lower_name, avatar, created_at, updated_at)"
                " VALUES ('individual', 'ada', 'ada', '', 0, 0) RETURNING id");
        });
    }

    std::string token(const Owner& owner) { return registration_token(*db, settings, owner); }
    Result<RegisteredRunner> join(std::string_view with, const NewRunner& wanted)
    {
        return register_runner(*db, with, wanted);
    }

    db::TestDatabase db{GetParam()};
    config::Settings settings;
    std::int64_t account = 0;
};

} // namespace

TEST(Labels, AreKeptByTheirNames)
{
    const std::vector<std::string> given{"ubuntu:docker://image:tag", "box", " box ", "", ":host", "Big one:host"};
    EXPECT_EQ(read_labels(given), "ubuntu\nbox\nBig one");
    EXPECT_EQ(read_labels({}), "");
}

TEST(Labels, HaveLimits)
{
    const std::vector<std::string> two_lines{"a\nb"};
    EXPECT_FALSE(read_labels(two_lines));
    std::vector<std::string> many;
    for (int i = 0; i < 101; ++i) many.push_back("label" + std::to_string(i));
    EXPECT_FALSE(read_labels(many));
    many.pop_back();
    EXPECT_TRUE(read_labels(many));
}

TEST(Runner, HasAllLabelsOfAJobWhateverTheirCase)
{
    Runner runner;
    runner.labels = "ubuntu\nBig";
    const std::vector<std::string> some{"big"};
    const std::vector<std::string> all{"Ubuntu", "big"};
    const std::vector<std::string> more{"ubuntu", "big", "arm"};
    EXPECT_TRUE(runner.has_labels({}));
    EXPECT_TRUE(runner.has_labels(some));
    EXPECT_TRUE(runner.has_labels(all));
    EXPECT_FALSE(runner.has_labels(more));
}

TEST_P(RegistrationTest, TheTokenOfAHolderStaysTheSame)
{
    const auto site = token({});
    EXPECT_EQ(site, token({}));
    EXPECT_NE(site, token({.account_id = account}));
    EXPECT_EQ(db->scalar<std::int64_t>("SELECT count(*) AS value FROM runner_registration WHERE token LIKE $1",
                                       "%" + site + "%"),
              0);
}

TEST_P(RegistrationTest, ATokenThatCannotBeOpenedAnyMoreIsMadeAnew)
{
    const auto before = token({});
    settings.security.secret_key = "another secret";
    const auto after = token({});
    EXPECT_NE(before, after);
    EXPECT_EQ(join(before, {.name = "x"}).error().code, Errc::unauthorized);
    EXPECT_TRUE(join(after, {.name = "x"}));
}

TEST_P(RegistrationTest, TheTokenSaysWhoseTheRunnerIs)
{
    const auto made = join(token({.account_id = account}), {.name = " box ", .version = "v1", .labels = {"a:host"}});
    ASSERT_TRUE(made);
    EXPECT_EQ(made->runner.account_id, account);
    EXPECT_EQ(made->runner.repository_id, 0);
    EXPECT_EQ(made->runner.name, "box");
    EXPECT_EQ(made->runner.labels, "a");
    EXPECT_EQ(made->runner.token_hash, crypto::sha256_hex(made->token));
    EXPECT_TRUE(join(token({}), {.name = "x"})->runner.owner().is_site());
}

TEST_P(RegistrationTest, NobodyRegistersWithoutAToken)
{
    for (const auto& with : {std::string(), std::string("nonsense"), std::string(40, 'a')})
        EXPECT_EQ(join(with, {.name = "x"}).error().code, Errc::unauthorized);
    EXPECT_EQ(join(token({}), {.name = " "}).error().code, Errc::bad_request);
    EXPECT_EQ(join(token({}), {.name = "x", .version = std::string(65, 'v')}).error().code, Errc::bad_request);
}

TEST_P(RegistrationTest, AnEphemeralRunnerIsGoneAfterItsTask)
{
    const auto once = join(token({}), {.name = "once", .ephemeral = true})->runner;
    const auto often = join(token({}), {.name = "often"})->runner;
    const auto now_in_database = [&](const Runner& runner) {
        return db->first<Runner>("SELECT * FROM action_runner WHERE id = $1", runner.id);
    };
    db->write([&](db::Transaction& tx) { note_work(tx, often); });
    EXPECT_TRUE(now_in_database(often)->is_busy(Time::now()));
    db->write([&](db::Transaction& tx) {
        note_end(tx, once);
        note_end(tx, often);
    });
    EXPECT_FALSE(now_in_database(once));
    EXPECT_FALSE(now_in_database(often)->is_busy(Time::now()));
}

INSTANTIATE_TEST_SUITE_P(Engines, RegistrationTest, testing::Values(Engine::sqlite, Engine::postgres),
                         [](const auto& engine) { return engine.param == Engine::sqlite ? "Sqlite" : "Postgres"; });

} // namespace cairn::runners
