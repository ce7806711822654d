#include "accounts/sign_in/sessions.hpp"

#include <gtest/gtest.h>

#include "config/settings.hpp"
#include "db/test_database.hpp"

namespace cairn::accounts {
namespace {

using db::TestDatabase;

class SessionsTest : public testing::TestWithParam<TestDatabase::Engine> {
protected:
    void SetUp() override
    {
        if (!TestDatabase::is_available(GetParam())) GTEST_SKIP() << "no PostgreSQL here";
        db.emplace(GetParam());
        db->migrate();
        sessions.emplace(**db, settings);
        const NewAccount wanted{.name = "ann", .email = "ann@example.com", .password_hash = ""};
        ann = (*db)->write([&](db::Transaction& tx) { return create_account(tx, wanted); }).value().id;
    }

    // A browser: keeps the one cookie that it is given, and shows it.
    struct Browser {
        std::string cookie;

        http::Request request()
        {
            http::Request made;
            made.method = "GET";
            made.peer = "192.0.2.7";
            made.headers.push_back({"User-Agent", "Test/1.0 \x80"});
            if (!cookie.empty()) made.headers.push_back({"Cookie", cookie});
            return made;
        }
        void keep(const std::string& set_cookie) { cookie = set_cookie.substr(0, set_cookie.find(';')); }
    };

    std::string open(Browser& browser, SignIn sign_in = {})
    {
        sign_in.account_id = ann;
        auto header = (*db)->write([&](db::Transaction& tx) { return sessions->open(tx, browser.request(), sign_in); });
        browser.keep(header);
        return header;
    }
    bool is_signed_in(Browser& browser) { return sessions->recognize(browser.request()).has_value(); }
    void run(db::Sql sql)
    {
        (*db)->write([&](db::Transaction& tx) { tx.run(sql); });
    }

    config::Settings settings;
    std::optional<TestDatabase> db;
    std::optional<Sessions> sessions;
    std::int64_t ann = 0;
};

TEST_P(SessionsTest, ABrowserIsRecognizedByItsCookieAndNoOtherIs)
{
    Browser browser;
    Browser stranger{"cairn_session=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"};
    Browser nobody;
    open(browser);
    const auto found = sessions->recognize(browser.request());
    ASSERT_TRUE(found);
    EXPECT_EQ(found->account.name, "ann");
    EXPECT_FALSE(is_signed_in(stranger));
    EXPECT_FALSE(is_signed_in(nobody));
}

TEST_P(SessionsTest, TheDatabaseHoldsNothingThatWouldSignIn)
{
    Browser browser;
    open(browser);
    const auto stored = (*db)->scalar<std::string>("SELECT hash AS value FROM session");
    Browser thief{"cairn_session=" + stored};
    EXPECT_EQ(browser.cookie.find(stored), std::string::npos);
    EXPECT_FALSE(is_signed_in(thief));
}

TEST_P(SessionsTest, ASignInGetsANewIdAndEndsWhatTheBrowserHadBefore)
{
    Browser browser;
    open(browser);
    Browser planted = browser;
    open(browser);
    EXPECT_NE(browser.cookie, planted.cookie);
    EXPECT_TRUE(is_signed_in(browser));
    EXPECT_FALSE(is_signed_in(planted));
}

TEST_P(SessionsTest, TheCookieEndsWithTheBrowserUnlessItIsToBeRemembered)
{
    Browser browser;
    EXPECT_EQ(open(browser).find("Max-Age"), std::string::npos);
    EXPECT_NE(open(browser, {.remember = true}).find("Max-Age=2678400;"), std::string::npos);
    EXPECT_NE(open(browser).find("; HttpOnly; SameSite=Lax"), std::string::npos);
    settings.session.cookie_secure = true;
    EXPECT_NE(open(browser).find("; Secure;"), std::string::npos);
}

TEST_P(SessionsTest, AnIdleSessionIsOverUnlessItIsRemembered)
{
    Browser passing;
    Browser remembered;
    open(passing);
    open(remembered, {.remember = true});
    run("UPDATE session SET last_seen_at = last_seen_at - 86340");
    EXPECT_TRUE(is_signed_in(passing));
    sessions->flush();
    run("UPDATE session SET last_seen_at = last_seen_at - 86401");
    sessions.emplace(**db, settings);
    EXPECT_FALSE(is_signed_in(passing));
    EXPECT_TRUE(is_signed_in(remembered));
    run("UPDATE session SET expires_at = expires_at - 31 * 86400 - 1");
    EXPECT_FALSE(is_signed_in(remembered));
}

TEST_P(SessionsTest, BeingSeenIsToldAtOnceAndWrittenLater)
{
    Browser browser;
    open(browser);
    run("UPDATE session SET last_seen_at = last_seen_at - 1000");
    const auto stored = [&] { return (*db)->scalar<std::int64_t>("SELECT last_seen_at AS value FROM session"); };
    const auto before = stored();
    ASSERT_TRUE(is_signed_in(browser));
    EXPECT_EQ(stored(), before);
    EXPECT_GT(sessions->list(ann).at(0).last_seen_at.seconds, before);
    sessions->flush();
    EXPECT_GT(stored(), before);
}

TEST_P(SessionsTest, APendingSignInOpensNothingAndRemembersWhereToGo)
{
    Browser browser;
    const auto header = open(browser, {.remember = true, .pending = true, .redirect_to = "/user/settings"});
    EXPECT_EQ(header.find("Max-Age"), std::string::npos);
    EXPECT_FALSE(is_signed_in(browser));
    EXPECT_TRUE(sessions->list(ann).empty());
    const auto pending = sessions->find_pending(browser.request());
    ASSERT_TRUE(pending);
    EXPECT_EQ(pending->account_id, ann);
    EXPECT_TRUE(pending->remember);
    EXPECT_EQ(pending->redirect_to, "/user/settings");

    open(browser, {.methods = "pwd otp", .remember = pending->remember});
    EXPECT_TRUE(is_signed_in(browser));
    EXPECT_FALSE(sessions->find_pending(browser.request()));
    EXPECT_EQ(sessions->list(ann).at(0).methods, "pwd otp");
}

TEST_P(SessionsTest, APendingSignInDoesNotWaitForLong)
{
    Browser browser;
    open(browser, {.pending = true});
    run("UPDATE session SET expires_at = expires_at - 600");
    EXPECT_FALSE(sessions->find_pending(browser.request()));
}

TEST_P(SessionsTest, OneIsEndedByItselfOrWithAllOthersByANewPassword)
{
    Browser first;
    Browser second;
    open(first);
    open(second);
    const auto listed = sessions->list(ann);
    ASSERT_EQ(listed.size(), 2U);
    EXPECT_EQ(listed[0].address, "192.0.2.7");
    EXPECT_EQ(listed[0].user_agent, "Test/1.0 ?");
    const auto id = sessions->recognize(first.request())->session_id;
    const auto end = [&](std::int64_t owner) {
        return (*db)->write([&](db::Transaction& tx) { return end_session(tx, owner, id); });
    };
    EXPECT_FALSE(end(ann + 1));
    EXPECT_TRUE(end(ann));
    EXPECT_FALSE(is_signed_in(first));
    EXPECT_TRUE(is_signed_in(second));
    (*db)->write([&](db::Transaction& tx) { set_password(tx, ann, "x", false); });
    EXPECT_FALSE(is_signed_in(second));
}

TEST_P(SessionsTest, SigningOutEndsTheSessionAndTakesTheCookieBack)
{
    Browser browser;
    open(browser);
    const auto header = (*db)->write([&](db::Transaction& tx) { return sessions->close(tx, browser.request()); });
    EXPECT_NE(header.find("Max-Age=0"), std::string::npos);
    EXPECT_FALSE(is_signed_in(browser));
}

INSTANTIATE_TEST_SUITE_P(Engines, SessionsTest,
                         testing::Values(TestDatabase::Engine::sqlite, TestDatabase::Engine::postgres),
                         [](const auto& test) {
                             return test.param == TestDatabase::Engine::sqlite ? "sqlite" : "postgres";
                         });

} // namespace
} // namespace cairn::accounts
