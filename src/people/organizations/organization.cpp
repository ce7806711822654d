#include "organizations/organization.hpp"

#include "accounts/profile/follow.hpp"
#include "accounts/renaming.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "crypto/random.hpp"
#include "db/composition.hpp"
#include "events/events.hpp"
#include "organizations/membership.hpp"
#include "organizations/team.hpp"

namespace cairn::organizations {

namespace {

constexpr auto select_organizations =
    "SELECT " + organization_columns + " FROM account o WHERE o.kind = 'organization'";
constexpr auto by_name = select_organizations + " AND o.lower_name = $1";
constexpr auto by_id = select_organizations + " AND o.id = $1";
constexpr auto by_ids = select_organizations + " AND o.id IN ";

} // namespace

Organization show_organization(const StoredOrganization& stored, const api::Caller& caller,
                               const config::Settings& settings)
{
    return {.id = stored.id,
            .name = stored.name,
            .full_name = stored.full_name,
            .email = caller.anonymous() ? std::string() : stored.email,
            .avatar_url = settings.server.root_url + "avatars/" + stored.avatar,
            .description = stored.description,
            .website = stored.website,
            .location = stored.location,
            .visibility = stored.visibility,
            .repo_admin_change_team_access = stored.repo_admin_change_team_access,
            .username = stored.name};
}

Page<Organization> show_organizations(const Page<StoredOrganization>& page, const api::Caller& caller,
                                      const config::Settings& settings)
{
    Page<Organization> shown{.items = {}, .total = page.total};
    for (const auto& organization : page.items)
        shown.items.push_back(show_organization(organization, caller, settings));
    return shown;
}

std::optional<StoredOrganization> find_organization(db::Queries& db, std::string_view name)
{
    return db.first<StoredOrganization>(by_name.text, text::to_lower(name));
}

std::optional<StoredOrganization> find_organization(db::Queries& db, std::int64_t id)
{
    return db.first<StoredOrganization>(by_id.text, id);
}

std::vector<StoredOrganization> find_organizations(db::Queries& db, const std::vector<std::int64_t>& ids)
{
    if (ids.empty()) return {};
    db::Composition query(by_ids.text);
    query << db::bound(ids);
    return db.all<StoredOrganization>(query);
}

Result<StoredOrganization> create_organization(db::Transaction& tx, const NewOrganization& made,
                                               std::int64_t founder_id)
{
    TRY(accounts::check_name(made.name));
    TRY(accounts::check_website(made.website));
    const auto lower_name = text::to_lower(made.name);
    if (tx.scalar<bool>("SELECT EXISTS (SELECT 1 FROM account WHERE lower_name = $1) AS value", lower_name))
        return fail(Errc::unprocessable, "the name '" + made.name + "' is taken");
    accounts::take_name(tx, lower_name);

    const auto now = Time::now();
    auto organization = tx.one<StoredOrganization>(
        "INSERT INTO account (kind, name, lower_name, full_name, email, description, website, location, visibility,"
        " repo_admin_change_team_access, avatar, created_at, updated_at)"
        " VALUES ('organization', $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING *",
        made.name, lower_name, made.full_name, made.email, made.description, made.website, made.location,
        made.visibility, made.repo_admin_change_team_access, crypto::random_hex(16), now, now);
    const auto owners = create_team(tx, organization.id, owners_team());
    join_team(tx, owners, founder_id, made.shows_members);
    return organization;
}

Result<void> delete_organization(db::Transaction& tx, accounts::DeletionChecks deletion_checks,
                                 const events::Bus& events, const Account& organization)
{
    for (const accounts::DeletionCheck* deletion_check : deletion_checks)
        TRY(deletion_check->check_free(tx, organization));
    events.tell(tx, events::AccountDeleted{.account_id = organization.id});
    accounts::uncount_follows(tx, organization.id);
    tx.run("DELETE FROM account WHERE id = $1", organization.id);
    return {};
}

Result<void> check_may_found(const Account& account, const config::Settings& settings)
{
    if (account.kind != accounts::AccountKind::individual)
        return fail(Errc::unprocessable, "an organization cannot own another");
    if (account.is_admin) return {};
    if (!account.allow_create_organization || settings.admin.disable_regular_org_creation)
        return fail(Errc::forbidden, "the account may not make organizations");
    return {};
}

} // namespace cairn::organizations

template <> const cairn::Type& cairn::type_of<cairn::organizations::Organization>()
{
    return detail::type<cairn::organizations::Organization>;
}
