#include "access/repositories.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "db/composition.hpp"
#include "db/test_database.hpp"

namespace cairn::access {
namespace {

using config::Visibility;
using db::bound;

TEST(Levels, TheHigherOfTwoIsTheirUnionUnitByUnit)
{
    Levels writer = Levels::everywhere(Level::read);
    writer.set(Unit::wiki, Level::write);
    Levels administrator;
    administrator.set(Unit::code, Level::admin);
    const Levels both = writer | administrator;
    EXPECT_EQ(both.on(Unit::wiki), Level::write);
    EXPECT_EQ(both.on(Unit::code), Level::admin);
    EXPECT_EQ(both.on(Unit::issues), Level::read);
    EXPECT_EQ(both.whole(), Level::read);
    EXPECT_EQ(Levels::from_stored(both.stored()), both);
}

TEST(Levels, ALevelCanBeTakenBack)
{
    Levels levels = Levels::everywhere(Level::owner);
    levels.set(Unit::ext_wiki, Level::read);
    levels.set(Unit::code, Level::none);
    EXPECT_EQ(levels.on(Unit::ext_wiki), Level::read);
    EXPECT_EQ(levels.on(Unit::code), Level::none);
    EXPECT_EQ(levels.on(Unit::issues), Level::owner);
}

TEST(Access, AUnitThatIsSwitchedOffIsClosedToItsOwnerToo)
{
    const Access access(Levels::everywhere(Level::owner), Units{Unit::code});
    EXPECT_TRUE(access.writes(Unit::code));
    EXPECT_FALSE(access.reads(Unit::wiki));
    EXPECT_TRUE(access.administers());
}

struct Reader {
    std::int64_t id = 0;
    bool is_admin = false;
    bool is_restricted = false;
};
BOOST_DESCRIBE_STRUCT(Reader, (), (id, is_admin, is_restricted))

// A small site with everything in it that access depends on, made by chance.
class RepositoryAccessTest : public testing::TestWithParam<db::Options::Engine> {
protected:
    RepositoryAccessTest() { db.migrate(); }

    int below(int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); }
    bool chance(int percent) { return below(100) < percent; }
    template <class T> const T& one_of(const std::vector<T>& list)
    {
        return list[static_cast<std::size_t>(below(static_cast<int>(list.size())))];
    }

    Levels any_levels()
    {
        if (chance(50)) return Levels::everywhere(static_cast<Level>(below(5)));
        Levels levels;
        for (std::size_t i = 0; i < unit_count; ++i)
            if (chance(40)) levels.set(static_cast<Unit>(i), static_cast<Level>(below(4)));
        return levels;
    }

    Levels any_units(Level most)
    {
        Levels levels;
        for (std::size_t i = 0; i < unit_count; ++i)
            if (chance(30)) levels.set(static_cast<Unit>(i), static_cast<Level>(below(static_cast<int>(most) + 1)));
        return levels;
    }

    std::int64_t add_account(db::Transaction& tx, const char* kind, Visibility visibility)
    {
        const std::string name = "account" + std::to_string(++made);
        return tx.scalar<std::int64_t>("INSERT INTO account (kind, name, lower_name, visibility, avatar, created_at,"
                                       " updated_at) VALUES ($1, $2, $3, $4, '', 0, 0) RETURNING id",
                                       kind, name, name, visibility);
    }

    void populate(db::Transaction& tx)
    {
        const std::vector visibilities{Visibility::public_, Visibility::limited, Visibility::private_};
        for (int i = 0; i < 12; ++i) people.push_back(add_account(tx, "individual", one_of(visibilities)));
        std::vector<std::int64_t> teams;
        std::vector<std::pair<std::int64_t, Visibility>> owners;
        for (int i = 0; i < 6; ++i) owners.emplace_back(one_of(people), one_of(visibilities));
        for (int i = 0; i < 5; ++i) {
            const auto visibility = one_of(visibilities);
            const auto organization = add_account(tx, "organization", visibility);
            owners.emplace_back(organization, visibility);
            for (int t = 0; t < 3; ++t) {
                teams.push_back(tx.scalar<std::int64_t>(
                    "INSERT INTO team (organization_id, name, lower_name, permission, levels)"
                    " VALUES ($1, $2, $3, 'none', $4) RETURNING id",
                    organization, "team" + std::to_string(t), "team" + std::to_string(t), any_levels().stored()));
                for (const auto person : people)
                    if (chance(25)) {
                        tx.run("INSERT INTO team_member (team_id, account_id) VALUES ($1, $2)", teams.back(), person);
                        tx.run("INSERT INTO organization_member (organization_id, account_id) VALUES ($1, $2)"
                               " ON CONFLICT DO NOTHING",
                               organization, person);
                    }
            }
        }
        const auto token = tx.scalar<std::int64_t>(
            "INSERT INTO access_token (account_id, name, hash, last_eight, scopes, created_at, last_used_at)"
            " VALUES ($1, 'limited', 'hash', '', 'all', 0, 0) RETURNING id",
            people.front());
        limited_token = token;
        for (int i = 0; i < 60; ++i) {
            const auto& [owner, visibility] = one_of(owners);
            Units units;
            for (std::size_t u = 0; u < unit_count; ++u) units.set(static_cast<Unit>(u), chance(70));
            RepositoryFacts facts{.owner_id = owner, .audience = audience_of(chance(40), visibility), .units = units};
            const bool opened = chance(40);
            const auto anonymous = opened ? any_units(Level::read) : Levels();
            const auto everyone = opened ? any_units(Level::write) : Levels();
            const std::string name = "repository" + std::to_string(i);
            repositories.push_back(facts);
            auto& id = repositories.back().id;
            // Of a person's repositories as populate() makes them, not all fit the person.
            const auto shown = tx.scalar<Visibility>("SELECT visibility AS value FROM account WHERE id = $1", owner);
            if (shown == Visibility::public_) repositories.back().to_anybody = anonymous;
            if (shown != Visibility::private_) repositories.back().to_everyone = everyone | anonymous;
            id = tx.scalar<std::int64_t>("INSERT INTO repository (owner_id, storage, name, lower_name, audience, "
                                         "units, default_branch, created_at,"
                                         " updated_at) VALUES ($1, $2, $3, $4, $5, $6, 'main', 0, 0) RETURNING id",
                                         owner, name, name, name, static_cast<std::int64_t>(facts.audience),
                                         units.stored());
            if (opened)
                tx.run("INSERT INTO repository_opening (repository_id, anonymous, everyone) VALUES ($1, $2, $3)", id,
                       anonymous.stored(), everyone.stored());
            for (const auto person : people)
                if (chance(8))
                    tx.run("INSERT INTO collaboration (repository_id, account_id, levels, created_at)"
                           " VALUES ($1, $2, $3, 0)",
                           id, person, Levels::everywhere(static_cast<Level>(1 + below(3))).stored());
            for (const auto team : teams)
                if (chance(15))
                    tx.run("INSERT INTO team_repository (team_id, repository_id) VALUES ($1, $2)", team, id);
            if (chance(50))
                tx.run("INSERT INTO token_repository (token_id, repository_id, levels) VALUES ($1, $2, $3)", token, id,
                       chance(50) ? -1 : Levels::everywhere(static_cast<Level>(1 + below(4))).stored());
        }
    }

    std::vector<Viewer> viewers() const
    {
        std::vector<Viewer> all{{}, {.public_only = true}};
        for (const auto person : people)
            for (const bool admin : {false, true})
                for (const bool restricted : {false, true})
                    for (const bool public_only : {false, true})
                        for (const auto token : {std::int64_t{0}, limited_token})
                            all.push_back({person, admin, restricted, public_only, token});
        return all;
    }

    std::mt19937 random{20'240'611};
    int made = 0;
    std::int64_t limited_token = 0;
    std::vector<std::int64_t> people;
    std::vector<RepositoryFacts> repositories;
    db::TestDatabase db{GetParam()};
};

TEST_P(RepositoryAccessTest, ListsAndChecksAgreeForEverybody)
{
    db->write([&](db::Transaction& tx) { populate(tx); });
    std::size_t seen = 0;
    for (const Viewer& viewer : viewers()) {
        db::Composition seeing("SELECT r.id FROM repository r WHERE ");
        add_sees(seeing, viewer);
        const auto seeable = db->all<std::int64_t>(seeing);
        const std::set<std::int64_t> listed(seeable.begin(), seeable.end());
        std::set<std::int64_t> readable[unit_count];
        for (std::size_t unit = 0; unit < unit_count; ++unit) {
            db::Composition reading("SELECT r.id FROM repository r WHERE ");
            add_reads(reading, viewer, static_cast<Unit>(unit));
            for (const auto id : db->all<std::int64_t>(reading)) readable[unit].insert(id);
        }
        const auto decided = access_to(*db, viewer, repositories);
        ASSERT_EQ(decided.size(), repositories.size());
        for (std::size_t i = 0; i < repositories.size(); ++i) {
            const RepositoryFacts& repository = repositories[i];
            SCOPED_TRACE(testing::Message() << "viewer " << viewer.id << " admin " << viewer.admin << " restricted "
                                            << viewer.restricted << " public_only " << viewer.public_only << " token "
                                            << viewer.token_id << " repository " << repository.id);
            const Access access = access_to(*db, viewer, repository);
            ASSERT_EQ(access.sees(), listed.contains(repository.id));
            for (std::size_t unit = 0; unit < unit_count; ++unit)
                ASSERT_EQ(access.reads(static_cast<Unit>(unit)), readable[unit].contains(repository.id)) << unit;
            ASSERT_EQ(access, decided[i]);
            if (access.sees()) ++seen;
        }
    }
    EXPECT_GT(seen, 1000U);
}

TEST_P(RepositoryAccessTest, TheReadersOfARepositoryAreThoseWhoMayReadIt)
{
    db->write([&](db::Transaction& tx) {
        populate(tx);
        for (const auto person : people)
            tx.run("UPDATE account SET is_admin = $2, is_restricted = $3 WHERE id = $1", person, chance(10),
                   chance(30));
    });
    const auto accounts = db->all<Reader>("SELECT id, is_admin, is_restricted FROM account WHERE kind = 'individual'");
    for (const RepositoryFacts& repository : repositories) {
        db::Composition reading("SELECT a.id FROM account a WHERE a.kind = 'individual' AND ");
        add_reader(reading, repository, Unit::issues);
        const auto readers = db->all<std::int64_t>(reading);
        for (const Reader& account : accounts) {
            const Viewer viewer{.id = account.id, .admin = account.is_admin, .restricted = account.is_restricted};
            ASSERT_EQ(access_to(*db, viewer, repository).reads(Unit::issues),
                      std::ranges::find(readers, account.id) != readers.end())
                << "account " << account.id << " repository " << repository.id;
        }
    }
}

TEST_P(RepositoryAccessTest, CollaboratorsAreThoseWhoMayWriteWithoutAnybodyElseMay)
{
    db->write([&](db::Transaction& tx) { populate(tx); });
    const auto accounts = db->all<std::int64_t>("SELECT id FROM account");
    std::size_t count = 0;
    for (RepositoryFacts repository : repositories) {
        repository.to_anybody = {};
        repository.to_everyone = {};
        const auto found = collaborators_among(*db, repository, Unit::code, accounts);
        for (const auto id : accounts)
            ASSERT_EQ(access_to(*db, Viewer{.id = id}, repository).writes(Unit::code),
                      std::ranges::find(found, id) != found.end())
                << "account " << id << " repository " << repository.id;
        count += found.size();
    }
    EXPECT_GT(count, repositories.size()) << "not owners alone";
    EXPECT_TRUE(collaborators_among(*db, repositories.front(), Unit::code, {}).empty());
}

TEST_P(RepositoryAccessTest, TheAudienceFollowsTheOwnersVisibility)
{
    db->write([&](db::Transaction& tx) { populate(tx); });
    const auto owner = repositories.front().owner_id;
    const auto count = [&](Audience audience) {
        return db->scalar<std::int64_t>(
            "SELECT count(*) AS value FROM repository WHERE owner_id = $1 AND audience = $2", owner,
            static_cast<int>(audience));
    };
    // populate() keeps the audience of private ones and not the mark.
    // Nor does it ask whether a person's repositories fit the person: from here on they follow.
    db->write([&](db::Transaction& tx) {
        tx.run("UPDATE repository SET private = (audience = 3)");
        tx.run("UPDATE account SET visibility = 'limited' WHERE id = $1", owner);
    });
    const auto hidden = count(Audience::granted);
    const auto others =
        db->scalar<std::int64_t>("SELECT sum(audience) AS value FROM repository WHERE owner_id <> $1", owner);
    for (const auto visibility : {Visibility::private_, Visibility::limited, Visibility::public_}) {
        db->write([&](db::Transaction& tx) {
            tx.run("UPDATE account SET visibility = $2 WHERE id = $1", owner, visibility);
        });
        EXPECT_EQ(count(Audience::granted), hidden);
        EXPECT_EQ(count(audience_of(false, visibility)) + hidden,
                  db->scalar<std::int64_t>("SELECT count(*) AS value FROM repository WHERE owner_id = $1", owner));
    }
    EXPECT_EQ(db->scalar<std::int64_t>("SELECT sum(audience) AS value FROM repository WHERE owner_id <> $1", owner),
              others);
}

TEST_P(RepositoryAccessTest, WhatIsOpenedHoldsAsLongAsTheOwnerIsSeen)
{
    Levels wiki;
    wiki.set(Unit::wiki, Level::read);
    std::int64_t owner = 0;
    std::int64_t repository = 0;
    db->write([&](db::Transaction& tx) {
        owner = add_account(tx, "individual", Visibility::public_);
        repository = tx.scalar<std::int64_t>("INSERT INTO repository (owner_id, storage, name, lower_name, audience,"
                                             " units, default_branch, created_at, updated_at)"
                                             " VALUES ($1, 's', 'r', 'r', 3, 31, 'main', 0, 0) RETURNING id",
                                             owner);
        tx.run("INSERT INTO repository_opening (repository_id, anonymous, everyone) VALUES ($1, $2, 0)", repository,
               wiki.stored());
    });
    const auto opened = [&](db::Sql column) { return db->scalar<std::int64_t>(column, repository) == wiki.stored(); };
    const auto to_anybody = [&] { return opened("SELECT anonymous_levels AS value FROM repository WHERE id = $1"); };
    const auto to_everyone = [&] { return opened("SELECT everyone_levels AS value FROM repository WHERE id = $1"); };
    const auto change = [&](db::Sql statement, auto... values) {
        db->write([&](db::Transaction& tx) { tx.run(statement, values...); });
    };
    EXPECT_TRUE(to_anybody() && to_everyone());
    change("UPDATE account SET visibility = 'limited' WHERE id = $1", owner);
    EXPECT_TRUE(!to_anybody() && to_everyone());
    change("UPDATE account SET visibility = 'private' WHERE id = $1", owner);
    EXPECT_TRUE(!to_anybody() && !to_everyone());
    db->write([&](db::Transaction& tx) {
        const auto other = add_account(tx, "organization", Visibility::public_);
        tx.run("UPDATE repository SET owner_id = $2 WHERE id = $1", repository, other);
    });
    EXPECT_TRUE(to_anybody() && to_everyone());
    change("DELETE FROM repository_opening WHERE repository_id = $1", repository);
    EXPECT_TRUE(!to_anybody() && !to_everyone());
}

INSTANTIATE_TEST_SUITE_P(Engines, RepositoryAccessTest,
                         testing::Values(db::Options::Engine::sqlite, db::Options::Engine::postgres),
                         [](const auto& engine) {
                             return engine.param == db::Options::Engine::sqlite ? "Sqlite" : "Postgres";
                         });

} // namespace
} // namespace cairn::access
