// What the owner of a repository has opened of it beyond those who were let in by name: units, to anybody or to
// everybody who is signed in. src/access decides with it.
#include "base/text.hpp"
#include "db/database.hpp"
#include "repositories/guards.hpp"
#include "repositories/tables.hpp"

namespace cairn::repositories {

using namespace api;
using enum Method;
using access::Level;
using access::Levels;
using access::Unit;

namespace {

struct PublicAccess {
    std::map<std::string, std::string> anonymous;
    std::map<std::string, std::string> everyone;
};
BOOST_DESCRIBE_STRUCT(PublicAccess, (), (anonymous, everyone))
constexpr auto notes(const PublicAccess*)
{
    return std::array{
        Note{"", "The units of a repository that are open to those whom nobody has let in by name"},
        Note{"anonymous", "to anybody, signed in or not: the name of a unit (repo.wiki) and \"read\""},
        Note{"everyone",
             "to everybody who is signed in: the name of a unit and \"read\"; of issues, wiki and projects "
             "also \"write\""}};
}

struct Opening {
    std::int64_t anonymous = 0;
    std::int64_t everyone = 0;
};
BOOST_DESCRIBE_STRUCT(Opening, (), (anonymous, everyone))

Result<Level> read_level(Unit unit, const std::string& word, bool may_write)
{
    const bool writable = unit == Unit::issues || unit == Unit::wiki || unit == Unit::projects;
    if (word.empty() || word == "none") return Level::none;
    if (word == "read") return Level::read;
    if (word == "write" && may_write && writable) return Level::write;
    return fail(Errc::unprocessable, std::string(word_of(unit)) + " cannot be opened for '" + word + "'");
}

Result<Levels> read_levels(const std::map<std::string, std::string>& wanted, bool may_write)
{
    constexpr auto names = words(static_cast<const Unit*>(nullptr));
    Levels levels;
    for (const auto& [name, word] : wanted) {
        const auto found = std::ranges::find(names, name);
        if (found == names.end()) return fail(Errc::unprocessable, "there is no unit '" + name + "'");
        const auto unit = static_cast<Unit>(found - names.begin());
        levels.set(unit, TRY(read_level(unit, word, may_write)));
    }
    return levels;
}

std::map<std::string, std::string> show_levels(std::int64_t stored)
{
    const auto levels = Levels::from_stored(stored);
    std::map<std::string, std::string> shown;
    for (std::size_t i = 0; i < access::unit_count; ++i) {
        const auto unit = static_cast<Unit>(i);
        if (levels.on(unit) != Level::none) shown.emplace(word_of(unit), word_of(levels.on(unit)));
    }
    return shown;
}

Result<PublicAccess> get(Call& call, const RepositoryContext& place)
{
    const auto opening = call.db()
                             .first<Opening>("SELECT anonymous, everyone FROM repository_opening"
                                             " WHERE repository_id = $1",
                                             place.repository.id)
                             .value_or(Opening());
    return PublicAccess{.anonymous = show_levels(opening.anonymous), .everyone = show_levels(opening.everyone)};
}

Result<PublicAccess> put(Call& call, const RepositoryContext& place, Body<PublicAccess> body)
{
    const auto anonymous = TRY(read_levels(body->anonymous, false));
    const auto everyone = TRY(read_levels(body->everyone, true));
    call.db().write([&](db::Transaction& tx) {
        if (!anonymous.any() && !everyone.any())
            tx.run("DELETE FROM repository_opening WHERE repository_id = $1", place.repository.id);
        else
            tx.run("INSERT INTO repository_opening (repository_id, anonymous, everyone) VALUES ($1, $2, $3)"
                   " ON CONFLICT (repository_id) DO UPDATE SET anonymous = excluded.anonymous,"
                   " everyone = excluded.everyone",
                   place.repository.id, anonymous.stored(), everyone.stored());
    });
    return get(call, place);
}

// clang-format off
constexpr Operation operations[] = {
    {GET, "/repos/{owner}/{repo}/public_access", scope::repository, administers_repository,      handle<get>, 200, "repoGetPublicAccess", "Get which units of a repository are open to everybody"},
    {PUT, "/repos/{owner}/{repo}/public_access", scope::repository, administers_live_repository, handle<put>, 200, "repoSetPublicAccess", "Open units of a repository to everybody", {422}},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table public_access_table{"repository", operations};

} // namespace cairn::repositories
