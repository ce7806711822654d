// What somebody may do with a repository: decided here and nowhere else, once as a check of one repository and once as
// a condition for lists. A test holds the two against each other.
#pragma once

#include <span>
#include <vector>

#include "access/levels.hpp"
#include "access/viewer.hpp"
#include "config/account_settings.hpp"

namespace cairn::db {
class Composition;
class Queries;
class Transaction;
} // namespace cairn::db

namespace cairn::access {

// Who may read a repository without having been given access. Stored with the repository, as its number; a trigger lets
// it follow when the owner's visibility changes.
enum class Audience : std::uint8_t {
    everyone,  // public, of a public owner
    signed_in, // public, of a limited owner
    members,   // public, of a private owner: the members of that organization
    granted,   // private
};

constexpr Audience audience_of(bool private_repository, config::Visibility owner)
{
    if (private_repository) return Audience::granted;
    switch (owner) {
    case config::Visibility::public_: return Audience::everyone;
    case config::Visibility::limited: return Audience::signed_in;
    case config::Visibility::private_: return Audience::members;
    }
    std::unreachable();
}

// What the decision needs to know of a repository.
struct RepositoryFacts {
    std::int64_t id = 0;
    std::int64_t owner_id = 0;
    Audience audience = Audience::granted;
    Units units{};
    Levels to_anybody{};  // what its owner has opened of it, unit by unit
    Levels to_everyone{}; // the same, to who is signed in
};

// Somebody's rights in one repository. A unit that is switched off is closed to all of them; whoever administers the
// repository passes where the question is `administers`.
class Access {
public:
    constexpr Access() = default;
    constexpr Access(Levels levels, Units enabled) : levels_(levels), enabled_(enabled) { }

    // Without this the repository does not exist for them.
    constexpr bool sees() const { return levels_.any(); }

    constexpr bool reads(Unit unit) const { return on(unit) >= Level::read; }
    constexpr bool writes(Unit unit) const { return on(unit) >= Level::write; }
    constexpr bool administers() const { return levels_.whole() >= Level::admin; }
    constexpr bool owns() const { return levels_.whole() == Level::owner; }

    constexpr bool operator==(const Access&) const = default;

    constexpr Level whole() const { return levels_.whole(); }
    constexpr Level on(Unit unit) const { return enabled_.has(unit) ? levels_.on(unit) : Level::none; }

private:
    Levels levels_{};
    Units enabled_{};
};

Access access_to(db::Queries&, const Viewer&, const RepositoryFacts&);

// The same for each of them, in their order and in no more queries than for one: for what a list says of its rows.
std::vector<Access> access_to(db::Queries&, const Viewer&, std::span<const RepositoryFacts>);

// Adds to `query` the condition that the viewer sees the repository `r` (`access_to(...).sees()`).
void add_sees(db::Composition& query, const Viewer&);

// The same with the unit read: `access_to(...).reads(unit)`.
void add_reads(db::Composition& query, const Viewer&, Unit);

// The same whether or not the unit is switched on: searches still find what was written before.
void add_may_read(db::Composition& query, const Viewer&, Unit);

// The other way round: adds the condition that the account `a` reads the unit of this one repository.
void add_reader(db::Composition& query, const RepositoryFacts&, Unit);

// Which of these accounts write to the unit because the repository is theirs, or because they were let into it by name,
// one by one or through a team: not those to whom it is open, nor those who administer the site.
std::vector<std::int64_t> collaborators_among(db::Queries&, const RepositoryFacts&, Unit,
                                              const std::vector<std::int64_t>& accounts);

} // namespace cairn::access
