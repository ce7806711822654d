// The expected hashes were computed with Python's hashlib and crypt, and with the argon2 program.
#include "crypto/imported_password.hpp"

#include <gtest/gtest.h>

#include "crypto/bcrypt.hpp"
#include "crypto/password_hash.hpp"

namespace cairn::crypto {
namespace {

constexpr std::string_view password = "correct horse battery staple";
constexpr std::string_view old_salt = "ZogKvWdyEx";
constexpr std::string_view new_salt = "a3c1f0e95b7d4426881e0f3c2d5b6a79";

constexpr std::string_view pbkdf2_10000 =
    "d72652176819c59ac15bebcbbcec48549fb9eb66950c64dc1a10012538b38b276353beaacfb2ab285d520713c896b7e677ba";
constexpr std::string_view pbkdf2_50000 =
    "e896592f1f09a2ec07f810fca7ae985d2b40127b83f9cf3adb034404ccab78db0ef31687d7bbb78e6a6013bf83d26f3cd608";
constexpr std::string_view pbkdf2_320000 =
    "ca656e3237a981c1b5c9e7de62ac761b1d0fba3848ca117848d8342c67feb7860fe08ad5072deb69931721ccb243fb5915df";
constexpr std::string_view pbkdf2_50000_new_salt =
    "e15b693d58596de30c35fda1b92d84f80dbed497beebb95d3f9239eb0506062938b7ef2c2a99434f162cc237a8f31fff0cbd";
constexpr std::string_view scrypt_default =
    "3fd6b77d4d9ffadc9027f1f679699a17a169df9f4a22b404a19d28c37aae02020ffe961a4bd25cacbe9282a2ed3d16e32871";
constexpr std::string_view scrypt_small_new_salt =
    "127f8dc0f6d1366816460254cfee820761d8befd2b39451aef28b92ff271e483856175be1bd16636f85df7ff4647548abd6f";
constexpr std::string_view argon2_default =
    "fa981b2dc95ec0c727b499d69c88cff8b3d214354c402d2818c6d1b42a5fda41d9e46488f51d4754e04c3a8386c99e0cabe6";
constexpr std::string_view bcrypt = "$2a$04$abcdefghijklmnopqrstuu7EJV7kdjBBQxyb0HjTh9KS7.Lah/6CG";

struct Row {
    std::string_view algorithm, salt, hash;
};

class ImportedRow : public testing::TestWithParam<Row> { };

TEST_P(ImportedRow, OpensWithItsPasswordAndIsReplacedThen)
{
    const auto stored = import_password_hash(GetParam().algorithm, GetParam().salt, GetParam().hash);
    ASSERT_TRUE(stored) << stored.error().message;
    EXPECT_TRUE(is_password_hash(*stored));
    const PasswordCheck right = verify_password(*stored, password);
    EXPECT_TRUE(right.matches);
    EXPECT_TRUE(right.needs_rehash);
    const PasswordCheck wrong = verify_password(*stored, "correct horse battery stable");
    EXPECT_FALSE(wrong.matches);
    EXPECT_FALSE(wrong.needs_rehash);
}

INSTANTIATE_TEST_SUITE_P(
    Gitea, ImportedRow,
    testing::Values(Row{"pbkdf2", old_salt, pbkdf2_10000}, Row{"", old_salt, pbkdf2_10000},
                    Row{"pbkdf2_v1", old_salt, pbkdf2_10000}, Row{"pbkdf2_v2", old_salt, pbkdf2_50000},
                    Row{"pbkdf2_hi", old_salt, pbkdf2_320000}, Row{"pbkdf2$50000$50", old_salt, pbkdf2_50000},
                    Row{"pbkdf2$50000$50", new_salt, pbkdf2_50000_new_salt},
                    Row{"pbkdf2_v2", new_salt, pbkdf2_50000_new_salt}, Row{"scrypt", old_salt, scrypt_default},
                    Row{"scrypt$1024$8$1$50", new_salt, scrypt_small_new_salt}, Row{"argon2", old_salt, argon2_default},
                    Row{"argon2$2$65536$8$50", old_salt, argon2_default}, Row{"bcrypt", old_salt, bcrypt},
                    Row{"bcrypt$10", "", bcrypt}));

TEST(ImportPassword, KeepsWhatTheRowSays)
{
    EXPECT_EQ(import_password_hash("argon2", old_salt, argon2_default)->substr(0, 45),
              "$argon2id$v=19$m=65536,t=2,p=8$Wm9nS3ZXZHlFeA");
    EXPECT_EQ(import_password_hash("scrypt", old_salt, scrypt_default)->substr(0, 38),
              "$scrypt$ln=16,r=16,p=2$Wm9nS3ZXZHlFeA$");
    EXPECT_EQ(import_password_hash("pbkdf2", old_salt, pbkdf2_10000)->substr(0, 38),
              "$pbkdf2-sha256$i=10000$Wm9nS3ZXZHlFeA$");
    EXPECT_EQ(*import_password_hash("bcrypt", old_salt, bcrypt), bcrypt);
}

TEST(ImportPassword, ARowThatMakesNoSenseIsRefused)
{
    const std::string odd_salt(11, 'a');
    const std::string long_salt(200, 'a');
    const Row rows[] = {
        {"md5", old_salt, pbkdf2_10000},
        {"pbkdf2$", old_salt, pbkdf2_10000},
        {"pbkdf2$10000", old_salt, pbkdf2_10000},
        {"pbkdf2$10000$50$1", old_salt, pbkdf2_10000},
        {"pbkdf2$10000x$50", old_salt, pbkdf2_10000},
        {"pbkdf2$-1$50", old_salt, pbkdf2_10000},
        {"pbkdf2$10000$49", old_salt, pbkdf2_10000},
        {"pbkdf2$99999999$50", old_salt, pbkdf2_10000},
        {"pbkdf2$99999999999$50", old_salt, pbkdf2_10000},
        {"pbkdf2$10000$4", old_salt, "d7265217"},
        {"scrypt$65535$16$2$50", old_salt, scrypt_default},
        {"scrypt$0$16$2$50", old_salt, scrypt_default},
        {"scrypt$1073741824$16$2$50", old_salt, scrypt_default},
        {"argon2$2$4194304$8$50", old_salt, argon2_default},
        {"argon2$2$65536$0$50", old_salt, argon2_default},
        {"pbkdf2", "", pbkdf2_10000},
        {"pbkdf2", odd_salt, pbkdf2_10000},
        {"pbkdf2", long_salt, pbkdf2_10000},
        {"pbkdf2", old_salt, ""},
        {"pbkdf2", old_salt, "not hexadecimal"},
        {"pbkdf2", old_salt, bcrypt},
        {"bcrypt", old_salt, pbkdf2_10000},
        {"bcrypt", old_salt, ""},
        {"bcrypt$x", old_salt, bcrypt},
    };
    for (const Row& row : rows) {
        const auto stored = import_password_hash(row.algorithm, row.salt, row.hash);
        ASSERT_FALSE(stored) << row.algorithm << " " << row.salt << " " << row.hash;
        EXPECT_EQ(stored.error().code, Errc::unprocessable);
    }
}

TEST(Bcrypt, KnowsThePublishedHash)
{
    EXPECT_TRUE(bcrypt_matches("$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW", "U*U"));
    EXPECT_FALSE(bcrypt_matches("$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW", "U*U*"));
}

TEST(Bcrypt, ItsThreePrefixesMeanTheSame)
{
    for (const char prefix : {'a', 'b', 'y'}) {
        std::string stored(bcrypt);
        stored[2] = prefix;
        EXPECT_TRUE(bcrypt_matches(stored, password)) << stored;
    }
    EXPECT_TRUE(bcrypt_matches("$2a$04$abcdefghijklmnopqrstuuyx2n0Zzopyr9QuYTMCfOJJOj526QVoC", "p\u00e4ssw\u00f6rd"));
}

TEST(Bcrypt, APasswordDoesNotEndAtAZeroByte)
{
    EXPECT_FALSE(bcrypt_matches(bcrypt, std::string(password) + '\0'));
    EXPECT_FALSE(bcrypt_matches(bcrypt, std::string(password) + '\0' + "more"));
}

TEST(Bcrypt, WhatIsNoHashMatchesNothing)
{
    for (std::string_view text : {"", "$2a$04$", "$2x$04$abcdefghijklmnopqrstuu7EJV7kdjBBQxyb0HjTh9KS7.Lah/6CG",
                                  "$2a$31$abcdefghijklmnopqrstuu7EJV7kdjBBQxyb0HjTh9KS7.Lah/6CG",
                                  "$2a$03$abcdefghijklmnopqrstuu7EJV7kdjBBQxyb0HjTh9KS7.Lah/6CG",
                                  "$2a$0:$abcdefghijklmnopqrstuu7EJV7kdjBBQxyb0HjTh9KS7.Lah/6CG",
                                  "$2a$04$abcdefghijklmnopqrstuu7EJV7kdjBBQxyb0HjTh9KS7.Lah/6C ",
                                  "$2a$04$abcdefghijklmnopqrstuu7EJV7kdjBBQxyb0HjTh9KS7.Lah/6CGG"}) {
        EXPECT_FALSE(is_bcrypt(text)) << text;
        EXPECT_FALSE(bcrypt_matches(text, password)) << text;
    }
}

} // namespace
} // namespace cairn::crypto
