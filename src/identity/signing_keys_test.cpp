#include "identity/signing_keys.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "config/file.hpp"
#include "config/settings.hpp"
#include "config/test_folder.hpp"

namespace cairn::identity {

namespace {

class SigningKeysTest : public testing::Test {
protected:
    SigningKeysTest()
    {
        settings.oauth2.jwt_signing_algorithm = config::JwtAlgorithm::ES256;
        settings.oauth2.jwt_signing_private_key_file = file;
    }

    config::TemporaryFolder folder;
    std::string file = folder.path() + "/jwt/private.pem";
    // Files are looked at once in a tick of the system's clock.
    static void wait_a_tick()
    {
        const auto tick = [] {
            timespec time{};
            clock_gettime(CLOCK_MONOTONIC_COARSE, &time);
            return std::pair(time.tv_sec, time.tv_nsec);
        };
        for (const auto before = tick(); tick() == before;) std::this_thread::yield();
    }

    config::Settings settings;
    SigningKeys keys{settings};
};

} // namespace

TEST_F(SigningKeysTest, AKeyThatIsReplacedAtOnceIsTrustedNoMoreWhereverItWas)
{
    SigningKeys of_another_node(settings);
    const auto stolen = make_jwt(*keys.ring()->current, "JWT", "{}");
    EXPECT_TRUE(keys.verify(stolen));
    EXPECT_TRUE(of_another_node.verify(stolen));
    const auto second = rotate_key(settings, true);
    wait_a_tick();
    EXPECT_FALSE(keys.verify(stolen));
    EXPECT_FALSE(of_another_node.verify(stolen));
    EXPECT_EQ(keys.ring()->current->id(), second);
    EXPECT_TRUE(of_another_node.verify(make_jwt(*keys.ring()->current, "JWT", "{}")));
    // And once more, in the same second.
    const auto third = rotate_key(settings, true);
    wait_a_tick();
    EXPECT_NE(third, second);
    EXPECT_EQ(keys.ring()->current->id(), third);
}

TEST_F(SigningKeysTest, AFileThatIsGoneOrNoKeyChangesNothingUntilItIsOneAgain)
{
    const auto first = keys.ring()->current->id();
    const auto pem = keys.ring()->current->pem();
    ASSERT_EQ(::unlink(file.c_str()), 0);
    wait_a_tick();
    EXPECT_EQ(keys.ring()->current->id(), first);
    std::ofstream(file) << "no key";
    wait_a_tick();
    EXPECT_EQ(keys.ring()->current->id(), first);
    const auto other = crypto::SigningKey::generate(crypto::JwsAlgorithm::ES256);
    ASSERT_TRUE(config::replace_file(file, other.pem()));
    wait_a_tick();
    EXPECT_EQ(keys.ring()->current->id(), other.id());
    ASSERT_TRUE(config::replace_file(file, pem));
    wait_a_tick();
    EXPECT_EQ(keys.ring()->current->id(), first);
}

TEST_F(SigningKeysTest, ThereIsOneForRs256WhateverIsConfigured)
{
    const auto ring = keys.ring();
    EXPECT_EQ(ring->current->algorithm(), crypto::JwsAlgorithm::ES256);
    EXPECT_EQ(ring->rs256->algorithm(), crypto::JwsAlgorithm::RS256);
    EXPECT_EQ(ring->published.size(), 2U);
    EXPECT_TRUE(keys.verify(make_jwt(*ring->rs256, "JWT", "{}")));
    SigningKeys after_a_restart(settings);
    EXPECT_EQ(after_a_restart.ring()->rs256->id(), ring->rs256->id());
    // With a shared secret that is not published, too.
    auto shared = settings;
    shared.oauth2.jwt_signing_algorithm = config::JwtAlgorithm::HS256;
    SigningKeys of_shared(shared);
    EXPECT_EQ(of_shared.ring()->current->algorithm(), crypto::JwsAlgorithm::HS256);
    EXPECT_EQ(of_shared.ring()->rs256->id(), ring->rs256->id());
    EXPECT_EQ(id_token_algorithms(shared), (std::vector<std::string>{"HS256", "RS256"}));
    shared.oauth2.jwt_signing_algorithm = config::JwtAlgorithm::RS256;
    EXPECT_EQ(id_token_algorithms(shared), std::vector<std::string>{"RS256"});
}

TEST_F(SigningKeysTest, AnUnknownSignerIsLookedForBeforeItIsRefused)
{
    keys.ring();
    rotate_key(settings, false); // which does not touch the current key's file
    const auto pem = config::read_file(file + ".next", 64 << 10);
    const auto next = crypto::SigningKey::from_pem(crypto::JwsAlgorithm::ES256, pem.value()).value();
    const auto token = make_jwt(next, "JWT", "{}");
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (!keys.verify(token)) {
        ASSERT_LT(std::chrono::steady_clock::now(), deadline);
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
}

} // namespace cairn::identity
