#include "access/packages.hpp"

#include <gtest/gtest.h>

#include "db/composition.hpp"
#include "db/test_database.hpp"

namespace cairn::access {
namespace {

using config::Visibility;
using Engine = db::Options::Engine;

class PackageAccess : public testing::TestWithParam<Engine> {
protected:
    void SetUp() override
    {
        if (!db::TestDatabase::is_available(GetParam())) GTEST_SKIP() << "no PostgreSQL";
        database_ = std::make_unique<db::TestDatabase>(GetParam());
        database_->migrate();
        owner_ = add_account("individual");
        other_ = add_account("individual");
        organization_ = add_account("organization");
    }

    db::Database& db() { return **database_; }
    std::int64_t add_account(const char* kind)
    {
        const std::string name = "account" + std::to_string(++made_);
        return db().write([&](db::Transaction& tx) {
            return tx.scalar<std::int64_t>(
                "INSERT INTO account (kind, name, lower_name, avatar, created_at, updated_at)"
                " VALUES ($1, $2, $2, '', 0, 0) RETURNING id",
                kind, name);
        });
    }
    void join_team(std::int64_t account, Levels levels)
    {
        db().write([&](db::Transaction& tx) {
            const std::string name = "team" + std::to_string(++made_);
            const auto id = tx.scalar<std::int64_t>("INSERT INTO team (organization_id, name, lower_name, permission,"
                                                    " levels) VALUES ($1, $2, $2, 'none', $3) RETURNING id",
                                                    organization_, name, levels.stored());
            tx.run("INSERT INTO team_member (team_id, account_id) VALUES ($1, $2)", id, account);
            tx.run(
                "INSERT INTO organization_member (organization_id, account_id) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                organization_, account);
        });
    }
    Level of_person(const Viewer& viewer, Visibility visibility)
    {
        return level_in_packages(db(), viewer, {.id = owner_, .visibility = visibility});
    }
    Level of_organization(const Viewer& viewer, Visibility visibility = Visibility::private_)
    {
        return level_in_packages(db(), viewer, {.id = organization_, .organization = true, .visibility = visibility});
    }

    std::int64_t owner_ = 0;
    std::int64_t other_ = 0;
    std::int64_t organization_ = 0;

private:
    std::unique_ptr<db::TestDatabase> database_;
    int made_ = 0;
};

TEST_P(PackageAccess, APersonsPackagesAreTheirsAndOthersReadThemAsTheAccountIsOpen)
{
    const Viewer nobody{};
    const Viewer other{.id = other_};
    const Viewer restricted{.id = other_, .restricted = true};
    for (const auto visibility : {Visibility::public_, Visibility::limited, Visibility::private_}) {
        EXPECT_EQ(of_person({.id = owner_}, visibility), Level::owner);
        EXPECT_EQ(of_person({.id = other_, .admin = true}, visibility), Level::owner);
    }
    EXPECT_EQ(of_person(nobody, Visibility::public_), Level::read);
    EXPECT_EQ(of_person(restricted, Visibility::public_), Level::read);
    EXPECT_EQ(of_person(nobody, Visibility::limited), Level::none);
    EXPECT_EQ(of_person(other, Visibility::limited), Level::read);
    EXPECT_EQ(of_person(restricted, Visibility::limited), Level::none);
    EXPECT_EQ(of_person(other, Visibility::private_), Level::none);
}

TEST_P(PackageAccess, ACredentialForWhatIsPublicOpensNothingElseForNobody)
{
    for (const auto visibility : {Visibility::limited, Visibility::private_}) {
        EXPECT_EQ(of_person({.id = owner_, .public_only = true}, visibility), Level::none);
        EXPECT_EQ(of_person({.id = other_, .admin = true, .public_only = true}, visibility), Level::none);
    }
    EXPECT_EQ(of_person({.id = owner_, .public_only = true}, Visibility::public_), Level::owner);
}

TEST_P(PackageAccess, MembersReadAndWriteAsFarAsOneOfTheirTeamsDoes)
{
    EXPECT_EQ(of_organization({.id = other_}), Level::none);
    EXPECT_EQ(of_organization({.id = other_}, Visibility::public_), Level::read);
    Levels code;
    code.set(Unit::code, Level::admin);
    join_team(other_, code);
    EXPECT_EQ(of_organization({.id = other_}), Level::read);
    EXPECT_EQ(of_organization({.id = other_, .restricted = true}), Level::read);
    Levels packages;
    packages.set(Unit::packages, Level::write);
    join_team(other_, packages);
    EXPECT_EQ(of_organization({.id = other_}), Level::write);
    join_team(owner_, Levels::everywhere(Level::owner));
    EXPECT_EQ(of_organization({.id = owner_}), Level::owner);
    EXPECT_EQ(of_organization({}), Level::none);
}

INSTANTIATE_TEST_SUITE_P(Engines, PackageAccess, testing::Values(Engine::sqlite, Engine::postgres),
                         [](const auto& run) { return run.param == Engine::sqlite ? "Sqlite" : "Postgres"; });

} // namespace
} // namespace cairn::access
