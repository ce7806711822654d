// The expected keys were computed with other programs: Python's hashlib, a Python-only Argon2, the argon2 program.
#include "crypto/password_hash.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "base/encoding.hpp"
#include "crypto/phc.hpp"

namespace cairn::crypto {
namespace {

constexpr std::string_view password = "correct horse battery staple";
constexpr std::string_view stored =
    "$argon2id$v=19$m=19456,t=2,p=1$c2l4dGVlbiBieXRlcyBvaw$bAfnes5HACCDehV3nD4BAoSgv8xaEH/F3i1SkZIIJbI";
constexpr PasswordHashOptions cheap{.memory = 64, .passes = 1, .lanes = 1};

TEST(KeyDerivation, Argon2idAgreesWithAnIndependentOne)
{
    EXPECT_EQ(
        hex_encode(derive_key(Argon2idCost{.memory = 64, .passes = 3, .lanes = 2}, password, "sixteen bytes ok", 50)),
        "7275615ce87a3c586eddafb2f577c5ffe8feab790c9510cee70c9c529a8a196df2bdf008f04d48011d9713f6bb9123b5317e");
}

TEST(KeyDerivation, Pbkdf2AgreesWithAnIndependentOne)
{
    EXPECT_EQ(hex_encode(derive_key(Pbkdf2Cost{10000}, password, "ZogKvWdyEx", 50)),
              "d72652176819c59ac15bebcbbcec48549fb9eb66950c64dc1a10012538b38b276353beaacfb2ab285d520713c896b7e677ba");
}

TEST(KeyDerivation, ScryptHasTheKeyOfRfc7914)
{
    EXPECT_EQ(hex_encode(derive_key(ScryptCost{.log_n = 14, .r = 8, .p = 1}, "pleaseletmein", "SodiumChloride", 64)),
              "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"
              "d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887");
}

TEST(KeyDerivation, AnEmptyPasswordIsAPasswordToo)
{
    // hashlib.pbkdf2_hmac("sha256", b"", b"ZogKvWdyEx", 1, 16)
    EXPECT_EQ(hex_encode(derive_key(Pbkdf2Cost{1}, {}, "ZogKvWdyEx", 16)), "c6eb13ed107d75df1c6f6ad718808210");
    EXPECT_EQ(derive_key(cheap, {}, "ZogKvWdyEx", 32), derive_key(cheap, "", "ZogKvWdyEx", 32));
    EXPECT_EQ(derive_key(ScryptCost{4, 1, 1}, {}, "ZogKvWdyEx", 32),
              derive_key(ScryptCost{4, 1, 1}, "", "ZogKvWdyEx", 32));
}

TEST(KeyDerivation, NoCostIsBeyondItsBounds)
{
    EXPECT_TRUE(within_bounds(Argon2idCost{}));
    EXPECT_TRUE(within_bounds(Argon2idCost{.memory = 65536, .passes = 2, .lanes = 8}));
    EXPECT_FALSE(within_bounds(Argon2idCost{.memory = 1 << 20}));
    EXPECT_FALSE(within_bounds(Argon2idCost{.memory = 0xffffffff, .passes = 0xffffffff}));
    EXPECT_FALSE(within_bounds(Argon2idCost{.memory = 65536, .passes = 64}));
    EXPECT_FALSE(within_bounds(Argon2idCost{.memory = 64, .passes = 0}));
    EXPECT_FALSE(within_bounds(Argon2idCost{.memory = 64, .lanes = 0}));
    EXPECT_FALSE(within_bounds(Argon2idCost{.memory = 15, .lanes = 2}));
    EXPECT_FALSE(within_bounds(Argon2idCost{.lanes = 0x80000000}));
    EXPECT_TRUE(within_bounds(Pbkdf2Cost{320000}));
    EXPECT_FALSE(within_bounds(Pbkdf2Cost{0}));
    EXPECT_FALSE(within_bounds(Pbkdf2Cost{0xffffffff}));
    EXPECT_TRUE(within_bounds(ScryptCost{.log_n = 16, .r = 16, .p = 2}));
    EXPECT_FALSE(within_bounds(ScryptCost{.log_n = 20, .r = 8, .p = 1}));
    EXPECT_FALSE(within_bounds(ScryptCost{.log_n = 63, .r = 8, .p = 1}));
    EXPECT_FALSE(within_bounds(ScryptCost{.log_n = 16, .r = 16, .p = 64}));
    EXPECT_FALSE(within_bounds(ScryptCost{.log_n = 0, .r = 1, .p = 1}));
    EXPECT_THROW(derive_key(Pbkdf2Cost{0}, password, "ZogKvWdyEx", 32), std::invalid_argument);
    EXPECT_THROW(derive_key(cheap, password, "short", 32), std::invalid_argument);
    EXPECT_THROW(derive_key(cheap, password, "ZogKvWdyEx", 8), std::invalid_argument);
}

TEST(PasswordHash, TheDefaultIsWhatOwaspRecommends)
{
    EXPECT_THAT(hash_password(password),
                testing::MatchesRegex(R"(\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43})"));
}

TEST(PasswordHash, AHashMadeElsewhereIsRight)
{
    EXPECT_TRUE(verify_password(stored, password).matches);
    EXPECT_FALSE(verify_password(stored, password).needs_rehash);
    EXPECT_FALSE(verify_password(stored, "correct horse battery stapl").matches);
}

TEST(PasswordHash, OnlyItsPasswordMatches)
{
    const std::string hash = hash_password(password, cheap);
    EXPECT_TRUE(verify_password(hash, password, cheap).matches);
    for (const std::string_view wrong : {"", "correct horse battery staple ", "Correct horse battery staple"})
        EXPECT_FALSE(verify_password(hash, wrong, cheap).matches) << wrong;
    EXPECT_FALSE(verify_password(hash, std::string(password) + '\0', cheap).matches);
}

TEST(PasswordHash, IsSaltedAnew) { EXPECT_NE(hash_password(password, cheap), hash_password(password, cheap)); }

TEST(PasswordHash, AnotherCostIsAReasonToHashAgain)
{
    const std::string hash = hash_password(password, cheap);
    EXPECT_FALSE(verify_password(hash, password, cheap).needs_rehash);
    EXPECT_TRUE(verify_password(hash, password, {.memory = 72, .passes = 1, .lanes = 1}).needs_rehash);
    EXPECT_TRUE(verify_password(hash, password, {.memory = 64, .passes = 2, .lanes = 1}).needs_rehash);
    EXPECT_FALSE(verify_password(hash, "wrong", {.memory = 72, .passes = 1, .lanes = 1}).needs_rehash);
    const std::string short_salt = to_phc({cheap, "ZogKvWdyEx", derive_key(cheap, password, "ZogKvWdyEx", 32)});
    EXPECT_TRUE(verify_password(short_salt, password, cheap).needs_rehash);
}

TEST(PasswordHash, TheCostIsReadAsOtherServersWriteIt)
{
    EXPECT_EQ(parse_password_cost("argon2"), PasswordHashOptions());
    EXPECT_EQ(parse_password_cost("argon2$2$65536$8$50"),
              (PasswordHashOptions{.memory = 65536, .passes = 2, .lanes = 8}));
    for (const auto* text : {"", "bcrypt", "argon2$", "argon2$2$65536$8", "argon2$0$65536$8$50", "argon2$2$63$8$50",
                             "argon2$2$1048577$8$50", "argon2$101$65536$8$50", "argon2$2$65536$17$50",
                             "argon2$-1$65536$8$50", "argon2$2$65536$8$50$"})
        EXPECT_FALSE(parse_password_cost(text)) << text;
}

TEST(PasswordHash, AnUnmatchableOneCostsTheSame)
{
    const PasswordKey hash = parse_phc(unmatchable_password_hash()).value_or(PasswordKey{});
    EXPECT_EQ(hash.cost, KeyCost(PasswordHashOptions{}));
    EXPECT_EQ(hash.salt.size(), 16U);
    EXPECT_EQ(hash.key.size(), 32U);
    EXPECT_FALSE(verify_password(unmatchable_password_hash(cheap), "", cheap).matches);
}

TEST(PasswordHash, WhatIsNoHashMatchesNothing)
{
    const std::string salt_and_key = "$c2l4dGVlbiBieXRlcyBvaw$bAfnes5HACCDehV3nD4BAoSgv8xaEH/F3i1SkZIIJbI";
    const std::string cost = "$argon2id$v=19$m=19456,t=2,p=1";
    ASSERT_TRUE(is_password_hash(cost + salt_and_key));
    const std::string malformed[] = {
        "",
        "$",
        "correct horse battery staple",
        "argon2id$v=19$m=19456,t=2,p=1" + salt_and_key,
        "$argon2i$v=19$m=19456,t=2,p=1" + salt_and_key,
        "$argon2id$v=16$m=19456,t=2,p=1" + salt_and_key,
        "$argon2id$m=19456,t=2,p=1" + salt_and_key,
        "$argon2id$v=19$m=019456,t=2,p=1" + salt_and_key,
        "$argon2id$v=19$m=19456,t=2" + salt_and_key,
        "$argon2id$v=19$t=2,m=19456,p=1" + salt_and_key,
        "$argon2id$v=19$m=-1,t=2,p=1" + salt_and_key,
        "$argon2id$v=19$m=+64,t=2,p=1" + salt_and_key,
        "$argon2id$v=19$m=4294967360,t=2,p=1" + salt_and_key,
        "$argon2id$v=19$m=4194304,t=2,p=1" + salt_and_key,
        "$argon2id$v=19$m=19456,t=4294967295,p=1" + salt_and_key,
        "$argon2id$v=19$m=19456,t=2,p=0" + salt_and_key,
        "$pbkdf2-sha256$i=4000000000" + salt_and_key,
        "$pbkdf2-sha256$i=" + salt_and_key,
        "$scrypt$ln=40,r=8,p=1" + salt_and_key,
        "$scrypt$ln=16,r=4294967295,p=1" + salt_and_key,
        cost,
        cost + "$",
        cost + "$$",
        cost + "$c2l4dGVlbiBieXRlcyBvaw$",
        cost + "$c2hvcnQ$bAfnes5HACCDehV3nD4BAoSgv8xaEH/F3i1SkZIIJbI",
        cost + "$c2l4dGVlbiBieXRlcyBvaw==$bAfnes5HACCDehV3nD4BAoSgv8xaEH/F3i1SkZIIJbI=",
        cost + salt_and_key + "$",
        cost + salt_and_key + " ",
        " " + cost + salt_and_key,
        cost + salt_and_key + '\0',
    };
    for (const std::string& text : malformed) {
        EXPECT_FALSE(is_password_hash(text)) << text;
        EXPECT_FALSE(verify_password(text, password).matches) << text;
    }
}

TEST(PasswordHash, NoDamagedTextIsMistakenForAnother)
{
    std::mt19937 random(1); // NOLINT(cert-msc32-c,cert-msc51-cpp): the same damage in every run
    const auto below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
    const std::string seeds[] = {
        std::string(stored),
        to_phc({Pbkdf2Cost{10000}, "ZogKvWdyEx", std::string(50, 'k')}),
        to_phc({ScryptCost{16, 16, 2}, "ZogKvWdyEx", std::string(50, 'k')}),
        "$2b$04$abcdefghijklmnopqrstuu7EJV7kdjBBQxyb0HjTh9KS7.Lah/6CG",
    };
    constexpr std::string_view letters = "$,=0123456789mtpirlnvab+/.\n";
    int readable = 0;
    for (int round = 0; round < 100'000; ++round) {
        std::string text = seeds[below(std::size(seeds))];
        for (std::size_t edits = 1 + below(3); edits > 0 && !text.empty(); --edits) {
            const std::size_t at = below(text.size());
            switch (below(5)) {
            case 0: text.erase(at, 1 + below(4)); break;
            case 1: text.insert(at, 1, letters[below(letters.size())]); break;
            case 2: text[at] = letters[below(letters.size())]; break;
            case 3: text[at] = static_cast<char>(below(256)); break;
            default: text.resize(at); break;
            }
        }
        const auto hash = parse_phc(text);
        if (!hash) continue;
        ++readable;
        ASSERT_EQ(to_phc(*hash), text);
        ASSERT_TRUE(within_bounds(hash->cost)) << text;
    }
    EXPECT_GT(readable, 1000); // otherwise the edits are too wild to say anything
}

} // namespace
} // namespace cairn::crypto
