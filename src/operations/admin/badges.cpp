// Badges: marks of honor that operators put into the database and administrators give to people.
#include "accounts/guards.hpp"
#include "admin/tables.hpp"
#include "db/composition.hpp"

namespace cairn::admin {

using namespace api;
using namespace accounts;
using enum Method;

namespace {

// The document has the first four members, today's clients look for the others; so each thing is told under both names.
struct Badge {
    std::int64_t id = 0;
    std::string slug;
    std::string description;
    std::string image_url;
    std::int64_t known_id = 0;
    std::string known_slug;
    std::string known_description;
    std::string known_image_url;
};
BOOST_DESCRIBE_STRUCT(Badge, (),
                      (id, slug, description, image_url, known_id, known_slug, known_description, known_image_url))
constexpr auto notes(const Badge*)
{
    return std::array{
        Note{"", "A mark of honor that accounts can wear"},
        Note{"slug", "its short name, once on the site"},
        Note{.member = "known_id", .doc = "the same as id", .alias = "ID"},
        Note{.member = "known_slug", .doc = "the same as slug", .alias = "Slug"},
        Note{.member = "known_description", .doc = "the same as description", .alias = "Description"},
        Note{.member = "known_image_url", .doc = "the same as image_url", .alias = "ImageURL"},
    };
}

struct UserBadgeOption {
    std::optional<std::vector<std::string>> badge_slugs;
};
BOOST_DESCRIBE_STRUCT(UserBadgeOption, (), (badge_slugs))
constexpr auto notes(const UserBadgeOption*)
{
    return std::array{Note{"badge_slugs", "the short names of the badges; it may be empty, but not absent"}};
}

constexpr std::size_t most_badges = 100;

Result<std::vector<std::string>> slugs_of(const UserBadgeOption& option)
{
    if (!option.badge_slugs) return fail(Errc::unprocessable, "[badge_slugs]: a value is required");
    if (option.badge_slugs->size() > most_badges)
        return fail(Errc::unprocessable, "[badge_slugs]: at most 100 at once are allowed");
    return *option.badge_slugs;
}

Result<Unlinked<Badge>> list(Call& call, const Account& account)
{
    auto worn = call.db().all<Badge>(
        "SELECT b.id, b.slug, b.description, b.image_url, b.id AS known_id, b.slug AS known_slug,"
        " b.description AS known_description, b.image_url AS known_image_url"
        " FROM account_badge w JOIN badge b ON b.id = w.badge_id WHERE w.account_id = $1 ORDER BY b.id",
        account.id);
    const auto total = static_cast<std::int64_t>(worn.size());
    return Unlinked<Badge>{{std::move(worn), total}};
}

Result<> add(Call& call, const Account& account, Body<UserBadgeOption> body)
{
    const auto slugs = TRY(slugs_of(body.value));
    return call.db().write([&](db::Transaction& tx) -> Result<void> {
        for (const std::string& slug : slugs) {
            const auto id = tx.first<std::int64_t>("SELECT id AS value FROM badge WHERE slug = $1", slug);
            if (!id) return fail(Errc::unprocessable, "there is no badge '" + slug + "'");
            tx.run("INSERT INTO account_badge (account_id, badge_id) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                   account.id, *id);
        }
        return {};
    });
}

Result<> remove(Call& call, const Account& account, Body<UserBadgeOption> body)
{
    const auto slugs = TRY(slugs_of(body.value));
    if (slugs.empty()) return {};
    call.db().write([&](db::Transaction& tx) {
        db::Composition statement("DELETE FROM account_badge WHERE account_id = ");
        statement << db::bound(account.id) << " AND badge_id IN (SELECT id FROM badge WHERE slug IN "
                  << db::bound(slugs) << ")";
        tx.run(statement);
    });
    return {};
}

// clang-format off
constexpr Operation operations[] = {
    {GET,    "/admin/users/{username}/badges", scope::admin, administers_user, handle<list>,   200, "adminListUserBadges",   "List the badges of an account", {}, "BadgeList"},
    {POST,   "/admin/users/{username}/badges", scope::admin, administers_user, handle<add>,    204, "adminAddUserBadges",    "Give badges to an account", {422}},
    {DELETE, "/admin/users/{username}/badges", scope::admin, administers_user, handle<remove>, 204, "adminDeleteUserBadges", "Take badges from an account", {422}},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table badge_table{"admin", operations};

} // namespace cairn::admin
