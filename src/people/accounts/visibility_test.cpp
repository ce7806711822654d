#include "accounts/visibility.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "accounts/renaming.hpp"
#include "db/test_database.hpp"

namespace cairn::accounts {
namespace {

using Engine = db::Options::Engine;

class VisibilityTest : public testing::TestWithParam<Engine> {
protected:
    void SetUp() override
    {
        if (!db::TestDatabase::is_available(GetParam())) GTEST_SKIP() << "CAIRN_TEST_POSTGRES is not set";
        db.emplace(GetParam());
        db->migrate();
    }

    Account create(const std::string& name, Visibility visibility = Visibility::public_, bool restricted = false,
                   bool admin = false)
    {
        const NewAccount wanted{.name = name,
                                .email = name + std::to_string(++made) + "@example.com",
                                .password_hash = "",
                                .is_admin = admin,
                                .is_restricted = restricted,
                                .visibility = visibility};
        return (*db)->write([&](db::Transaction& tx) { return create_account(tx, wanted); }).value();
    }
    void follow(const Account& who, const Account& whom)
    {
        (*db)->write([&](db::Transaction& tx) {
            tx.run("INSERT INTO follow (account_id, followed_id, created_at) VALUES ($1, $2, 0)", who.id, whom.id);
        });
    }
    Account create_organization(const std::string& name, Visibility visibility)
    {
        const Account person = create(name, visibility);
        (*db)->write(
            [&](db::Transaction& tx) { tx.run("UPDATE account SET kind = 'organization' WHERE id = $1", person.id); });
        return find_account(**db, person.id).value();
    }
    void join(const Account& who, const Account& organization)
    {
        (*db)->write([&](db::Transaction& tx) {
            tx.run("INSERT INTO organization_member (organization_id, account_id) VALUES ($1, $2)", organization.id,
                   who.id);
        });
    }
    std::set<std::int64_t> listed(const Viewer& viewer)
    {
        static constexpr auto all = "SELECT a.id AS value FROM account a WHERE " + visible_sql;
        const auto ids =
            (**db).all<std::int64_t>(all.text, viewer.id, viewer.admin, viewer.restricted, viewer.public_only);
        return {ids.begin(), ids.end()};
    }

    std::optional<db::TestDatabase> db;
    int made = 0;
};

INSTANTIATE_TEST_SUITE_P(Engines, VisibilityTest, testing::Values(Engine::sqlite, Engine::postgres),
                         [](const auto& tested) { return tested.param == Engine::sqlite ? "SQLite" : "PostgreSQL"; });

Viewer viewer_of(const Account& account)
{
    Viewer viewer;
    viewer.id = account.id;
    viewer.admin = account.is_admin;
    viewer.restricted = account.is_restricted;
    return viewer;
}

TEST_P(VisibilityTest, TheListAndTheCheckAgreeOnAGeneratedPopulation)
{
    std::mt19937 random(20240607); // NOLINT: the same population each time
    const auto chance = [&](unsigned one_in) { return random() % one_in == 0; };
    std::vector<Account> people;
    for (int i = 0; i < 40; ++i)
        people.push_back(create("p" + std::to_string(i), static_cast<Visibility>(random() % 3), chance(4), chance(10)));
    for (const Account& who : people)
        for (const Account& whom : people)
            if (who.id != whom.id && chance(5)) follow(who, whom);
    for (int i = 0; i < 6; ++i) {
        const Account organization = create_organization("o" + std::to_string(i), static_cast<Visibility>(i % 3));
        for (const Account& person : people)
            if (chance(8)) join(person, organization);
        people.push_back(organization);
    }

    std::vector<Viewer> viewers{Viewer()};
    for (const Account& account : people)
        if (account.kind == AccountKind::individual) viewers.push_back(viewer_of(account));
    for (const Viewer& viewer : viewers) {
        const auto list = listed(viewer);
        for (const Account& account : people)
            EXPECT_EQ(list.contains(account.id), may_see(**db, viewer, account))
                << "viewer " << viewer.id << ", account " << account.id;
    }
}

TEST_P(VisibilityTest, APrivateAccountOpensToThoseWhomItFollows)
{
    const Account shy = create("shy", Visibility::private_);
    const Account ann = create("ann");
    const Account bob = create("bob");
    follow(shy, ann);
    follow(bob, shy);
    EXPECT_TRUE(may_see(**db, viewer_of(ann), shy));
    EXPECT_FALSE(may_see(**db, viewer_of(bob), shy));
    EXPECT_FALSE(may_see(**db, Viewer(), shy));
}

TEST_P(VisibilityTest, APrivateAccountOpensToThoseInOneOrganizationWithIt)
{
    const Account shy = create("shy", Visibility::private_);
    const Account ann = create("ann");
    const Account bob = create("bob");
    const Account works = create_organization("works", Visibility::public_);
    const Account club = create_organization("club", Visibility::private_);
    join(shy, works);
    join(ann, works);
    join(bob, club);
    EXPECT_TRUE(may_see(**db, viewer_of(ann), shy));
    EXPECT_FALSE(may_see(**db, viewer_of(bob), shy));
    EXPECT_FALSE(may_see(**db, viewer_of(ann), club));
    EXPECT_TRUE(may_see(**db, viewer_of(bob), club));
}

TEST_P(VisibilityTest, RestrictedAccountsSeeOnlyWhatIsPublic)
{
    const Account limited = create("limited", Visibility::limited);
    const Account open = create("open");
    const Account guest = create("guest", Visibility::private_, true);
    follow(limited, guest);
    EXPECT_EQ(listed(viewer_of(guest)), (std::set{open.id, guest.id}));
}

TEST_P(VisibilityTest, AListForATokenLimitedToThePublicHasNothingElse)
{
    const Account open = create("open");
    const Account own = create("own", Visibility::limited, false, true);
    Viewer viewer = viewer_of(own);
    viewer.public_only = true;
    EXPECT_EQ(listed(viewer), std::set{open.id});
}

TEST_P(VisibilityTest, AnOldNameLeadsToItsAccountUntilItIsTaken)
{
    const Account ann = create("Ann");
    const auto rename = [&](const std::string& name) {
        return (*db)->write([&](db::Transaction& tx) { return rename_account(tx, *find_account(tx, ann.id), name); });
    };
    ASSERT_TRUE(rename("Beth"));
    EXPECT_EQ(find_renamed_account(**db, "ANN").value().name, "Beth");
    ASSERT_TRUE(rename("BETH"));
    EXPECT_FALSE(find_renamed_account(**db, "beth"));
    ASSERT_TRUE(rename("Cleo"));
    EXPECT_EQ(find_renamed_account(**db, "ann").value().name, "Cleo");
    create("ann");
    EXPECT_FALSE(find_renamed_account(**db, "ann"));
    EXPECT_FALSE(rename("ann"));
    ASSERT_TRUE(rename("beth")); // back to a name that led here
    EXPECT_FALSE(find_renamed_account(**db, "beth"));
    EXPECT_EQ(find_renamed_account(**db, "cleo").value().id, ann.id);
}

} // namespace
} // namespace cairn::accounts
