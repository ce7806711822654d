#include "accounts/sign_in/logins.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "accounts/sign_in/test_gate.hpp"
#include "accounts/sign_in/two_factor.hpp"
#include "crypto/totp.hpp"

namespace cairn::accounts {
namespace {

class LoginsTest : public GateTest {
protected:
    // Turns one-time codes on; the code for a step from now.
    std::function<std::string(int)> enrol(const Account& account)
    {
        const auto secret = base32_decode(begin_enrolment(*db, settings, account.id, "s")).value();
        EXPECT_TRUE(db->write([&](db::Transaction& tx) {
            return confirm_enrolment(tx, settings, account.id, "s", crypto::totp_code(secret, Time::now()));
        }));
        return [secret](int skew) {
            return crypto::totp_code(secret, {Time::now().seconds + skew * crypto::totp_period});
        };
    }
};

TEST_F(LoginsTest, WithOneTimeCodesAPasswordNeedsOneAndATokenDoesNot)
{
    const auto token = "token " + token_of(ann, {"all"});
    const auto password = basic("ann", "pass-ann");
    const auto code_of = enrol(ann);
    EXPECT_EQ(ask(password).error().code, Errc::unauthorized);
    EXPECT_TRUE(ask(token));
    EXPECT_TRUE(ask(basic("x", token.substr(6))));
    for (const std::string wrong : {"000000x", "12345", "abcdef"}) {
        code = wrong;
        EXPECT_EQ(ask(password).error().code, Errc::unauthorized) << wrong;
    }
    code = code_of(0);
    EXPECT_TRUE(ask(password));
    EXPECT_EQ(ask(password).error().code, Errc::unauthorized);
    code = code_of(1);
    EXPECT_EQ(ask(basic("ann", "wrong")).error().code, Errc::unauthorized);
    code_header = "X-Gitea-OTP";
    EXPECT_TRUE(ask(password)) << "a wrong password has not used the code up";
}

TEST_F(LoginsTest, ANetworkThreadUsesNoCode)
{
    const auto code_of = enrol(ann);
    code = code_of(0);
    ASSERT_TRUE(ask(basic("ann", "pass-ann")));
    code = code_of(1);
    EXPECT_FALSE(answer(basic("ann", "pass-ann"), "", "", true).has_value());
    EXPECT_TRUE(ask(basic("ann", "pass-ann")));
}

TEST_F(LoginsTest, WithASecurityKeyThePasswordOpensNoApi)
{
    enrol(ann);
    db->write([&](db::Transaction& tx) {
        tx.run("INSERT INTO security_key (account_id, name, credential_id, public_key, sign_count, created_at,"
               " last_used_at) VALUES ($1, 'k', 'id', 'key', 0, 1, 1)",
               ann.id);
    });
    EXPECT_EQ(ask(basic("ann", "pass-ann")).error().code, Errc::unauthorized);
    EXPECT_TRUE(ask("token " + token_of(ann, {"all"})));
}

TEST_F(LoginsTest, WhoGuessesTooOftenWaitsAndThePersonElsewhereDoesNot)
{
    for (const std::string name : {"ann", "nobody"}) {
        for (int i = 0; i < 20; ++i) EXPECT_EQ(ask(basic(name, "guess")).error().code, Errc::unauthorized);
        const auto throttled = ask(basic(name, "guess"));
        EXPECT_EQ(throttled.error().code, Errc::too_many_requests) << name;
        EXPECT_NEAR(throttled.error().retry_after, 30, 2);
    }
    EXPECT_EQ(ask(basic("ann", "pass-ann")).error().code, Errc::too_many_requests);
    EXPECT_TRUE(ask("token " + token_of(ann, {"all"})));
    EXPECT_TRUE(ask(basic("root", "pass-root")));
    peer = "192.0.2.2";
    EXPECT_TRUE(ask(basic("ann", "pass-ann")));
}

TEST_F(LoginsTest, CodesAreNotGuessedFromManyAddresses)
{
    settings.security.login_slow_down_after = 30;
    LoginLimits strict(settings.security);
    Logins other(*db, settings, passwords, strict, audit);
    const auto code_of = enrol(ann);
    http::Request request;
    for (int i = 0; i < 30; ++i) {
        const auto address = "192.0.2." + std::to_string(i);
        request.peer = address;
        EXPECT_EQ(other.by_code(request, ann, "000000x").error().code, Errc::unauthorized);
    }
    request.peer = "198.51.100.1";
    EXPECT_EQ(other.by_code(request, ann, code_of(0)).error().code, Errc::too_many_requests);
    const auto codes = db->write([&](db::Transaction& tx) { return renew_recovery_codes(tx, ann.id); });
    EXPECT_TRUE(other.by_recovery_code(request, ann, codes[0])) << "the person has a way in";
}

TEST_F(LoginsTest, TheAuditTrailTellsWhoCameInAndWhoDidNot)
{
    ASSERT_TRUE(ask(basic("ann", "pass-ann")));
    ASSERT_TRUE(ask(basic("ann", "pass-ann")));
    ASSERT_FALSE(ask(basic("ann", "wrong")));
    ASSERT_FALSE(ask(basic("my password by mistake", "wrong")));
    ASSERT_TRUE(ask(basic("root", "pass-root"), "sudo=ann"));
    audit.flush();
    const auto told = [&](std::string_view kind, std::string_view actor, std::string_view account) {
        return db->scalar<std::int64_t>("SELECT count(*) AS value FROM audit_event WHERE kind = $1 AND actor = $2"
                                        " AND account = $3 AND address = '192.0.2.1' AND credential = 'password'",
                                        kind, actor, account);
    };
    EXPECT_EQ(told("sign_in", "ann", "ann"), 1);
    EXPECT_EQ(told("sign_in_failed", "", "ann"), 1);
    EXPECT_EQ(told("sign_in_failed", "", ""), 1);
    EXPECT_EQ(told("sudo", "root", "ann"), 1);
}

} // namespace
} // namespace cairn::accounts
