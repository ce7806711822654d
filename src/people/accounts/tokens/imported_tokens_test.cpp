#include "accounts/tokens/imported_tokens.hpp"

#include <gtest/gtest.h>

#include "accounts/account.hpp"
#include "crypto/digest.hpp"
#include "db/test_database.hpp"

namespace cairn::accounts {
namespace {

constexpr std::string_view token = "0123456789abcdef0123456789abcdef01234567";
constexpr std::string_view salt = "Tn0oTn0oTn";
constexpr std::string_view hash =
    "d71282de896b7f589fb8d0bcbb3981d0e8ebac514c8c6d9dc0742dc6488e909cf90d02dc2d89ea5a5ebed6c7289b"
    "c5ac2234";

class ImportedTokensTest : public testing::TestWithParam<db::Options::Engine> {
protected:
    void SetUp() override
    {
        if (!db::TestDatabase::is_available(GetParam())) GTEST_SKIP() << "no PostgreSQL";
        db.emplace(GetParam());
        db->migrate();
        (**db).write([](db::Transaction& tx) {
            const auto ann = create_account(tx, {.name = "ann", .email = "ann@example.com", .password_hash = ""});
            tx.run(
                "INSERT INTO access_token (account_id, name, hash, salt, last_eight, scopes, created_at, last_used_at)"
                " VALUES ($1, 'ci', $2, $3, $4, 'all', 0, 0)",
                ann->id, hash, salt, token.substr(token.size() - 8));
        });
    }

    std::string stored_hash() { return (**db).scalar<std::string>("SELECT hash AS value FROM access_token"); }

    std::optional<db::TestDatabase> db;
};

TEST_P(ImportedTokensTest, BecomesOneOfOursWhenItIsUsed)
{
    EXPECT_TRUE(may_be_imported(**db, token));
    EXPECT_TRUE(adopt_imported_token(**db, token));
    EXPECT_EQ(stored_hash(), crypto::sha256_hex(token));
    EXPECT_FALSE(may_be_imported(**db, token));
}

TEST_P(ImportedTokensTest, IsNotTakenForAnotherThatEndsAlike)
{
    const auto other = std::string(32, 'f') + std::string(token.substr(32));
    EXPECT_TRUE(may_be_imported(**db, other));
    EXPECT_FALSE(adopt_imported_token(**db, other));
    EXPECT_EQ(stored_hash(), hash);
    EXPECT_FALSE(may_be_imported(**db, std::string(40, 'f')));
    EXPECT_FALSE(may_be_imported(**db, ""));
}

TEST(ImportedTokenHashTest, IsKnownByItsForm)
{
    EXPECT_TRUE(is_imported_hash(salt, hash));
    EXPECT_FALSE(is_imported_hash("short", hash));
    EXPECT_FALSE(is_imported_hash(salt, "d71282"));
    EXPECT_FALSE(is_imported_hash(salt, std::string(100, 'x')));
}

INSTANTIATE_TEST_SUITE_P(OnEachDatabase, ImportedTokensTest,
                         testing::Values(db::Options::Engine::sqlite, db::Options::Engine::postgres));

} // namespace
} // namespace cairn::accounts
