#include "accounts/sign_in/challenge.hpp"

#include <gtest/gtest.h>

#include <bit>

#include "base/time.hpp"
#include "config/settings.hpp"
#include "crypto/digest.hpp"
#include "db/test_database.hpp"

namespace cairn::accounts {
namespace {

std::string proof_for(const std::string& challenge)
{
    for (int number = 0;; ++number) {
        const auto digest = crypto::sha256(challenge + ":" + std::to_string(number));
        if (digest[0] == 0 && digest[1] == 0) return std::to_string(number);
    }
}

std::string other_than(std::string digits)
{
    digits[0] = digits[0] == '9' ? '0' : static_cast<char>(digits[0] + 1);
    return digits;
}

class Challenges : public ::testing::Test {
protected:
    Challenges()
    {
        settings.security.secret_key = "the secret of this site";
        db.migrate();
    }

    bool meets(const ChallengeAnswer& answer) { return meet_challenge(*db, settings, answer).has_value(); }

    config::Settings settings;
    db::TestDatabase db{db::Options::Engine::sqlite};
};

TEST_F(Challenges, AreMetByWorkOrByReadingDigits)
{
    const auto first = make_challenge(settings);
    EXPECT_TRUE(meets({.challenge = first, .proof = proof_for(first)}));
    const auto second = make_challenge(settings);
    EXPECT_TRUE(meets({.challenge = second, .digits = " " + *digits_of(settings, second) + " "}));
}

TEST_F(Challenges, AreGoodForOneTry)
{
    const auto challenge = make_challenge(settings);
    const auto digits = *digits_of(settings, challenge);
    EXPECT_FALSE(meets({.challenge = challenge, .digits = other_than(digits)}));
    EXPECT_FALSE(meets({.challenge = challenge, .digits = digits}));
}

TEST_F(Challenges, AreNotMetByTheWorkForAnother)
{
    const auto challenge = make_challenge(settings);
    EXPECT_FALSE(meets({.challenge = challenge, .proof = "x"}));
    EXPECT_FALSE(meets({.challenge = make_challenge(settings), .proof = proof_for(challenge)}));
}

TEST_F(Challenges, TakeNoWorkWhereDigitsAreWanted)
{
    settings.service.captcha_type = config::CaptchaType::image;
    const auto challenge = make_challenge(settings);
    EXPECT_FALSE(meets({.challenge = challenge, .proof = proof_for(challenge)}));
}

TEST_F(Challenges, OfAnotherSiteAreNone)
{
    auto elsewhere = settings;
    elsewhere.security.secret_key = "the secret of another";
    const auto challenge = make_challenge(elsewhere);
    EXPECT_FALSE(digits_of(settings, challenge));
    EXPECT_FALSE(meets({.challenge = challenge, .proof = proof_for(challenge)}));
    for (const auto* text : {"", "x", "####"}) EXPECT_FALSE(meets({.challenge = text, .digits = "123456"})) << text;
}

TEST_F(Challenges, HaveSixDigitsThatNobodyReadsOutOfThem)
{
    const auto challenge = make_challenge(settings);
    const auto digits = *digits_of(settings, challenge);
    EXPECT_EQ(digits.size(), 6U);
    EXPECT_EQ(digits.find_first_not_of("0123456789"), std::string::npos);
    EXPECT_EQ(challenge.find(digits), std::string::npos);
}

} // namespace
} // namespace cairn::accounts
