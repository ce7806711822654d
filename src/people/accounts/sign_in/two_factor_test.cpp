#include "accounts/sign_in/two_factor.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <thread>

#include "accounts/sign_in/qr_code.hpp"
#include "base/encoding.hpp"
#include "config/settings.hpp"
#include "crypto/totp.hpp"
#include "db/test_database.hpp"

namespace cairn::accounts {
namespace {

class TwoFactorTest : public testing::TestWithParam<db::Options::Engine> {
protected:
    void SetUp() override
    {
        if (!db::TestDatabase::is_available(GetParam())) GTEST_SKIP() << "no PostgreSQL";
        db.emplace(GetParam());
        db->migrate();
        settings.security.secret_key = "a secret of this site";
        ann = create("ann");
    }

    template <class F> auto write(F work) { return (**db).write(work); }

    Account create(const std::string& name)
    {
        return write([&](db::Transaction& tx) {
                   return create_account(tx, {.name = name, .email = name + "@example.com", .password_hash = ""});
               })
            .value();
    }

    // Turns it on and returns the secret's bytes.
    std::string enrol(const Account& account)
    {
        const auto secret = base32_decode(begin_enrolment(**db, settings, account.id, "session")).value();
        codes = confirm(account, "session", crypto::totp_code(secret, now)).value();
        return secret;
    }
    Result<std::vector<std::string>> confirm(const Account& account, std::string_view session, std::string_view code)
    {
        return write(
            [&](db::Transaction& tx) { return confirm_enrolment(tx, settings, account.id, session, code, now); });
    }
    bool use(const Account& account, std::string_view code, std::int64_t later = 0)
    {
        return write([&](db::Transaction& tx) {
            return use_totp_code(tx, settings, account.id, code, Time{now.seconds + later});
        });
    }

    std::optional<db::TestDatabase> db;
    config::Settings settings;
    Account ann;
    const Time now = Time::now();
    std::vector<std::string> codes;
};

TEST_P(TwoFactorTest, IsOnOnceACodeHasProvedThatTheSecretArrived)
{
    const auto shown = begin_enrolment(**db, settings, ann.id, "session");
    EXPECT_EQ(shown.size(), 64U); // 40 bytes
    EXPECT_FALSE(second_step_of(**db, ann.id).needed());
    EXPECT_EQ(confirm(ann, "session", "000").error().code, Errc::unprocessable);
    EXPECT_EQ(begin_enrolment(**db, settings, ann.id, "session"), shown) << "who mistyped need not scan again";
    ASSERT_TRUE(confirm(ann, "session", crypto::totp_code(base32_decode(shown).value(), now)));
    EXPECT_TRUE(second_step_of(**db, ann.id).codes);
    EXPECT_FALSE(confirm(ann, "session", crypto::totp_code(base32_decode(shown).value(), now)));
}

TEST_P(TwoFactorTest, WhatOneBrowserWasShownIsNotConfirmedByAnother)
{
    const auto shown = base32_decode(begin_enrolment(**db, settings, ann.id, "thief")).value();
    EXPECT_FALSE(confirm(ann, "session", crypto::totp_code(shown, now)));
    EXPECT_NE(base32_decode(begin_enrolment(**db, settings, ann.id, "session")), shown);
}

TEST_P(TwoFactorTest, TheSecretIsNotInTheDatabase)
{
    const auto secret = enrol(ann);
    const auto kept = (**db).scalar<std::string>("SELECT sealed_secret AS value FROM two_factor");
    EXPECT_EQ(kept.find(base32_encode(secret)), kept.npos);
    settings.security.secret_key = "another";
    EXPECT_FALSE(use(ann, crypto::totp_code(secret, now)));
}

TEST_P(TwoFactorTest, ACodeIsAcceptedOnceInAnyOrderAndTheOneOfTheEnrolmentToo)
{
    const auto secret = enrol(ann);
    const auto code = [&](int skew) { return crypto::totp_code(secret, {now.seconds + skew * crypto::totp_period}); };
    EXPECT_TRUE(use(ann, code(0)));
    EXPECT_FALSE(use(ann, code(0)));
    EXPECT_TRUE(use(ann, code(1)));
    EXPECT_FALSE(use(ann, code(0)));
    EXPECT_FALSE(use(ann, code(1), crypto::totp_period));
    EXPECT_TRUE(use(ann, code(-1)));
    EXPECT_FALSE(use(ann, code(-1)));
    EXPECT_TRUE(use(ann, code(2).insert(3, " "), crypto::totp_period));
    EXPECT_FALSE(use(ann, code(5)));
    EXPECT_FALSE(use(create("bob"), code(0)));
}

TEST_P(TwoFactorTest, OfParallelRequestsWithOneCodeOneWins)
{
    const auto secret = enrol(ann);
    const auto code = crypto::totp_code(secret, now);
    std::atomic<int> accepted = 0;
    {
        std::vector<std::jthread> requests;
        for (int i = 0; i < 8; ++i) requests.emplace_back([&] { accepted += use(ann, code) ? 1 : 0; });
    }
    EXPECT_EQ(accepted, 1);
}

TEST_P(TwoFactorTest, ARecoveryCodeWorksOnceHoweverItIsTyped)
{
    enrol(ann);
    ASSERT_EQ(codes.size(), 10U);
    EXPECT_EQ(std::set(codes.begin(), codes.end()).size(), 10U);
    const auto recover = [&](std::string_view code) {
        return write([&](db::Transaction& tx) { return use_recovery_code(tx, ann.id, code); });
    };
    auto shouted = codes[0];
    for (char& c : shouted) c = c == '-' ? ' ' : static_cast<char>(std::toupper(c));
    EXPECT_TRUE(recover(shouted));
    EXPECT_FALSE(recover(codes[0]));
    EXPECT_EQ(recovery_codes_left(**db, ann.id), 9);
    const auto fresh = write([&](db::Transaction& tx) { return renew_recovery_codes(tx, ann.id); });
    EXPECT_FALSE(recover(codes[1]));
    EXPECT_TRUE(recover(fresh[1]));
    EXPECT_FALSE(recover(""));
}

TEST_P(TwoFactorTest, RemovingItForgetsEverything)
{
    const auto secret = enrol(ann);
    EXPECT_TRUE(use(ann, crypto::totp_code(secret, now)));
    write([&](db::Transaction& tx) { remove_codes(tx, ann.id); });
    EXPECT_FALSE(second_step_of(**db, ann.id).needed());
    EXPECT_EQ(recovery_codes_left(**db, ann.id), 0);
    EXPECT_FALSE(use(ann, crypto::totp_code(secret, {now.seconds + crypto::totp_period})));
    EXPECT_NE(begin_enrolment(**db, settings, ann.id, "session"), base32_encode(secret));
}

TEST_P(TwoFactorTest, WhatWasLostIsAskedForUntilItIsFoundOrReset)
{
    const auto secret = base32_decode("JBSWY3DPEHPK3PXP").value();
    write([&](db::Transaction& tx) { lose_second_step(tx, ann.id); });
    EXPECT_TRUE(second_step_of(**db, ann.id).needed());
    EXPECT_EQ(check_can_be_taken(second_step_of(**db, ann.id)).error().code, Errc::unauthorized);
    EXPECT_FALSE(use(ann, crypto::totp_code("", now)));
    EXPECT_TRUE(write([&](db::Transaction& tx) { return adopt_codes(tx, settings, ann.id, secret); }));
    EXPECT_TRUE(check_can_be_taken(second_step_of(**db, ann.id)));
    EXPECT_TRUE(use(ann, crypto::totp_code(secret, now)));
    // What works is neither replaced nor lost again.
    EXPECT_FALSE(write([&](db::Transaction& tx) { return adopt_codes(tx, settings, ann.id, "another secret"); }));
    write([&](db::Transaction& tx) {
        lose_second_step(tx, ann.id);
        forget_lost_second_step(tx, ann.id);
    });
    EXPECT_TRUE(second_step_of(**db, ann.id).codes);
    EXPECT_FALSE(second_step_of(**db, ann.id).lost);
    write([&](db::Transaction& tx) { reset_second_step(tx, ann.id); });
    EXPECT_FALSE(second_step_of(**db, ann.id).needed());
}

INSTANTIATE_TEST_SUITE_P(Engines, TwoFactorTest,
                         testing::Values(db::Options::Engine::sqlite, db::Options::Engine::postgres),
                         [](const auto& engine) {
                             return engine.param == db::Options::Engine::sqlite ? "sqlite" : "postgres";
                         });

TEST(OtpauthUriTest, NamesTheSiteAndTheAccount)
{
    config::Settings settings;
    settings.general.app_name = "Cairn & Co: ours";
    Account account;
    account.name = "ann";
    EXPECT_EQ(otpauth_uri(settings, account, "ABC"),
              "otpauth://totp/Cairn%20%26%20Co%3A%20ours:ann?secret=ABC&issuer=Cairn%20%26%20Co%3A%20ours"
              "&algorithm=SHA1&digits=6&period=30");
}

TEST(QrCodeTest, IsAPictureOfBlackSquaresOnWhite)
{
    const auto svg = qr_svg("otpauth://totp/Cairn:ann?secret=" + std::string(64, 'A'));
    EXPECT_TRUE(svg.starts_with("<svg xmlns="));
    EXPECT_TRUE(svg.ends_with("</svg>"));
    EXPECT_NE(svg.find("M4 4h7v1h-7z"), svg.npos) << "the corner's mark";
    EXPECT_THROW(qr_svg(std::string(4000, 'x')), std::length_error);
}

} // namespace
} // namespace cairn::accounts
