#include "accounts/sign_in/passwords.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <ctime>

#include "base/test_memory.hpp"
#include "crypto/imported_password.hpp"

namespace cairn::accounts {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr std::string_view password = "correct horse battery staple";
constexpr crypto::PasswordHashOptions cheap{.memory = 64, .passes = 1, .lanes = 1};

std::atomic<Clock::duration> elapsed{0s};

Clock::time_point test_clock() { return Clock::time_point(1h) + elapsed.load(); }

PasswordsOptions options()
{
    elapsed = 0s;
    return {.hash = cheap, .now = &test_clock};
}

TEST(Passwords, TheRightOneIsRightAndKnownFromThenOn)
{
    Passwords passwords(options());
    const std::string stored = passwords.hash(password);
    EXPECT_FALSE(passwords.known(1, stored, password));
    const Verdict verdict = passwords.verify(1, stored, password);
    EXPECT_TRUE(verdict.right);
    EXPECT_FALSE(verdict.busy);
    EXPECT_EQ(verdict.rehash, "");
    EXPECT_TRUE(passwords.known(1, stored, password));
    EXPECT_TRUE(passwords.verify(1, stored, password).right);
}

TEST(Passwords, AWrongOneIsWrongAndNeverKnown)
{
    Passwords passwords(options());
    const std::string stored = passwords.hash(password);
    for (int attempt = 0; attempt < 2; ++attempt) {
        const Verdict verdict = passwords.verify(1, stored, "wrong");
        EXPECT_FALSE(verdict.right);
        EXPECT_FALSE(verdict.busy);
        EXPECT_EQ(verdict.rehash, "");
        EXPECT_FALSE(passwords.known(1, stored, "wrong"));
    }
}

TEST(Passwords, KnownMeansExactlyThisAccountHashAndPassword)
{
    Passwords passwords(options());
    const std::string stored = passwords.hash(password);
    ASSERT_TRUE(passwords.verify(1, stored, password).right);
    EXPECT_FALSE(passwords.known(2, stored, password));
    EXPECT_FALSE(passwords.known(1, passwords.hash(password), password));
    EXPECT_FALSE(passwords.known(1, stored, "correct horse battery stapl"));
    EXPECT_FALSE(passwords.known(1, stored + "c", password.substr(1)));
    EXPECT_FALSE(passwords.known(1, "", stored + std::string(password)));
}

TEST(Passwords, WhatIsKnownEndsAfterItsLifetimeHoweverOftenItWasAsked)
{
    Passwords passwords(options());
    const std::string stored = passwords.hash(password);
    ASSERT_TRUE(passwords.verify(1, stored, password).right);
    for (elapsed = 0s; elapsed.load() < 5min; elapsed = elapsed.load() + 10s)
        ASSERT_TRUE(passwords.known(1, stored, password));
    EXPECT_FALSE(passwords.known(1, stored, password));
    EXPECT_TRUE(passwords.verify(1, stored, password).right);
    EXPECT_TRUE(passwords.known(1, stored, password));
}

TEST(Passwords, ForgetForgetsAll)
{
    Passwords passwords(options());
    const std::string stored = passwords.hash(password);
    for (const std::int64_t account : {1, 2, 3}) ASSERT_TRUE(passwords.verify(account, stored, password).right);
    passwords.forget();
    for (const std::int64_t account : {1, 2, 3}) EXPECT_FALSE(passwords.known(account, stored, password));
}

TEST(Passwords, AnOldHashIsReplacedAndTheNewOneKnown)
{
    Passwords passwords(options());
    const std::string stored = crypto::hash_password(password, {.memory = 32, .passes = 1, .lanes = 1});
    const Verdict verdict = passwords.verify(1, stored, password);
    ASSERT_TRUE(verdict.right);
    ASSERT_NE(verdict.rehash, "");
    EXPECT_TRUE(passwords.known(1, stored, password));
    EXPECT_TRUE(passwords.known(1, verdict.rehash, password));
    passwords.forget();
    const Verdict again = passwords.verify(1, verdict.rehash, password);
    EXPECT_TRUE(again.right);
    EXPECT_EQ(again.rehash, "");
}

TEST(Passwords, AnImportedHashIsReplaced)
{
    Passwords passwords(options());
    const auto stored = crypto::import_password_hash(
        "pbkdf2", "ZogKvWdyEx",
        "d72652176819c59ac15bebcbbcec48549fb9eb66950c64dc1a10012538b38b276353beaacfb2ab285d520713c896b7e677ba");
    ASSERT_TRUE(stored);
    const Verdict verdict = passwords.verify(1, *stored, password);
    EXPECT_TRUE(verdict.right);
    EXPECT_TRUE(crypto::verify_password(verdict.rehash, password, cheap).matches);
}

TEST(Passwords, AnAccountWithoutAPasswordHasNoRightOne)
{
    Passwords passwords(options());
    for (const std::string_view stored : {"", "!", "$argon2id$", "plain text"}) {
        EXPECT_FALSE(passwords.verify(1, stored, "").right);
        EXPECT_FALSE(passwords.verify(1, stored, stored).right);
        EXPECT_FALSE(passwords.known(1, stored, stored));
    }
}

TEST(Passwords, TooLongIsWrong)
{
    Passwords passwords(options());
    const std::string longest(Passwords::max_length, 'x');
    const std::string too_long(Passwords::max_length + 1, 'x');
    const std::string stored = passwords.hash(longest);
    EXPECT_TRUE(passwords.verify(1, stored, longest).right);
    EXPECT_TRUE(passwords.known(1, stored, longest));
    EXPECT_THROW(passwords.hash(too_long), std::length_error);
    const std::string impossible = crypto::hash_password(too_long, cheap);
    EXPECT_FALSE(passwords.verify(1, impossible, too_long).right);
    EXPECT_FALSE(passwords.known(1, impossible, too_long));
}

TEST(Passwords, ACostOutOfBoundsIsRefusedAtTheStart)
{
    PasswordsOptions absurd = options();
    absurd.hash.memory = 1 << 30;
    EXPECT_THROW(Passwords{absurd}, std::invalid_argument);
}

// What this thread computed, whatever else the machine did meanwhile.
template <class Work> double cpu_seconds(Work work)
{
    const auto now = [] {
        timespec time{};
        (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
    };
    const double start = now();
    for (int run = 0; run < 5; ++run) work();
    return now() - start;
}

TEST(Passwords, AnUnknownAccountTakesAsLongAsAWrongPassword)
{
    Passwords passwords;
    const std::string stored = passwords.hash(password);
    const auto wrong = cpu_seconds([&] { passwords.verify(1, stored, "wrong"); });
    const auto unknown = cpu_seconds([&] { EXPECT_TRUE(passwords.spend_time("wrong")); });
    const auto without = cpu_seconds([&] { passwords.verify(1, "", "wrong"); });
    EXPECT_GT(unknown, wrong / 2);
    EXPECT_LT(unknown, wrong * 2);
    EXPECT_GT(without, wrong / 2);
    EXPECT_LT(without, wrong * 2);
}

TEST(Passwords, MoreThanMayWaitAreToldSo)
{
    PasswordsOptions crowded = options();
    crowded.hash.memory = 8192; // some milliseconds
    crowded.hashes_at_once = 1;
    crowded.max_waiting = 0;
    Passwords passwords(crowded);
    const std::string stored = passwords.hash(password);
    {
        const std::jthread other([&](const std::stop_token& stop) {
            while (!stop.stop_requested()) passwords.hash(password); // waits for its turn, so it gets one
        });
        while (!passwords.verify(2, stored, "wrong").busy) { }
        while (passwords.spend_time("wrong")) { }
    }
    const Verdict verdict = passwords.verify(2, stored, password); // the slot was given back
    EXPECT_TRUE(verdict.right);
    EXPECT_FALSE(verdict.busy);
}

TEST(Passwords, ManyThreadsAgree)
{
    PasswordsOptions roomy = options();
    roomy.max_waiting = 1000;
    Passwords passwords(roomy);
    std::array<std::string, 16> stored;
    for (std::size_t i = 0; i < stored.size(); ++i) stored[i] = passwords.hash("password " + std::to_string(i));
    std::atomic<int> mistakes = 0;
    {
        std::array<std::jthread, 8> threads;
        for (std::size_t t = 0; t < threads.size(); ++t)
            threads[t] = std::jthread([&, t] {
                for (std::size_t round = 0; round < 300; ++round) {
                    const std::size_t i = (round * 7 + t) % stored.size();
                    const auto account = static_cast<std::int64_t>(i);
                    const std::string right = "password " + std::to_string(i);
                    if (!passwords.known(account, stored[i], right)
                        && !passwords.verify(account, stored[i], right).right)
                        ++mistakes;
                    if (passwords.known(account, stored[i], "wrong")
                        || passwords.verify(account, stored[i], "wrong").right)
                        ++mistakes;
                    if (round % 50 == t) passwords.forget();
                }
            });
    }
    EXPECT_EQ(mistakes, 0);
}

TEST(Passwords, NothingIsRememberedForNoTime)
{
    auto never = options();
    never.remembered_for = 0s;
    Passwords passwords(never);
    const std::string stored = passwords.hash(password);
    EXPECT_TRUE(passwords.verify(1, stored, password).right);
    EXPECT_FALSE(passwords.known(1, stored, password));
}

TEST(Passwords, TheirMemoryGoesBackToTheSystem)
{
    Passwords passwords;
    const std::string stored = passwords.hash(password);
    const std::size_t before = cairn::test::own_bytes();
    {
        std::array<std::jthread, 4> threads; // each with a heap of its own, where memory could linger
        for (std::jthread& thread : threads)
            thread = std::jthread([&] {
                for (int i = 0; i < 25; ++i) EXPECT_FALSE(passwords.verify(1, stored, "wrong").right);
            });
    }
    EXPECT_LT(cairn::test::own_bytes(), before + (8 << 20));
}

} // namespace
} // namespace cairn::accounts
