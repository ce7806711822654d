#include "admin/badge.hpp"

#include "db/composition.hpp"

namespace cairn::admin {

using accounts::Account;
using api::Call;

namespace {

constexpr std::size_t most_badges = 100;

Result<std::vector<std::string>> slugs_of(const UserBadgeOption& option)
{
    if (!option.badge_slugs) return fail(Errc::unprocessable, "[badge_slugs]: a value is required");
    if (option.badge_slugs->size() > most_badges)
        return fail(Errc::unprocessable, "[badge_slugs]: at most 100 at once are allowed");
    return *option.badge_slugs;
}

} // namespace

std::vector<Badge> badges_of(db::Queries& db, std::int64_t account_id)
{
    return db.all<Badge>(
        "SELECT b.id, b.slug, b.description, b.image_url, b.id AS known_id, b.slug AS known_slug,"
        " b.description AS known_description, b.image_url AS known_image_url"
        " FROM account_badge w JOIN badge b ON b.id = w.badge_id WHERE w.account_id = $1 ORDER BY b.id",
        account_id);
}

Result<void> give_badges(const Call& call, const Account& account, const UserBadgeOption& option)
{
    const auto slugs = TRY(slugs_of(option));
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

Result<void> take_badges(const Call& call, const Account& account, const UserBadgeOption& option)
{
    const auto slugs = TRY(slugs_of(option));
    if (slugs.empty()) return {};
    call.db().write([&](db::Transaction& tx) {
        db::Composition statement("DELETE FROM account_badge WHERE account_id = ");
        statement << db::bound(account.id) << " AND badge_id IN (SELECT id FROM badge WHERE slug IN "
                  << db::bound(slugs) << ")";
        tx.run(statement);
    });
    return {};
}

} // namespace cairn::admin
