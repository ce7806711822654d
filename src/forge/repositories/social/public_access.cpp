#include "repositories/social/public_access.hpp"

#include "db/database.hpp"

namespace cairn::repositories {

using namespace api;
using access::Level;
using access::Levels;
using access::Unit;

namespace {

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

} // namespace

PublicAccess public_access(const Call& call, const RepositoryContext& place)
{
    const auto opening = call.db()
                             .first<Opening>("SELECT anonymous, everyone FROM repository_opening"
                                             " WHERE repository_id = $1",
                                             place.repository.id)
                             .value_or(Opening());
    return {.anonymous = show_levels(opening.anonymous), .everyone = show_levels(opening.everyone)};
}

Result<void> set_public_access(const Call& call, const RepositoryContext& place, const PublicAccess& wanted)
{
    const auto anonymous = TRY(read_levels(wanted.anonymous, false));
    const auto everyone = TRY(read_levels(wanted.everyone, true));
    call.db().write([&](db::Transaction& tx) {
        if (!anonymous.any() && !everyone.any())
            tx.run("DELETE FROM repository_opening WHERE repository_id = $1", place.repository.id);
        else
            tx.run("INSERT INTO repository_opening (repository_id, anonymous, everyone) VALUES ($1, $2, $3)"
                   " ON CONFLICT (repository_id) DO UPDATE SET anonymous = excluded.anonymous,"
                   " everyone = excluded.everyone",
                   place.repository.id, anonymous.stored(), everyone.stored());
    });
    return {};
}

} // namespace cairn::repositories
