#include "repositories/social/collaborator.hpp"

#include "accounts/guards.hpp"
#include "accounts/profile/block.hpp"
#include "accounts/visibility.hpp"
#include "db/composition.hpp"
#include "events/events.hpp"

namespace cairn::repositories {

using namespace api;
using accounts::Account;

namespace {

access::Level level_of(CollaboratorPermission permission)
{
    switch (permission) {
    case CollaboratorPermission::read: return access::Level::read;
    case CollaboratorPermission::write: return access::Level::write;
    case CollaboratorPermission::admin: return access::Level::admin;
    }
    std::unreachable();
}

constexpr auto collaborators_of = "SELECT a.* FROM collaboration c JOIN account a ON a.id = c.account_id"
                                  " WHERE c.repository_id = $5 AND NOT c.temporary AND ($6 OR "
    + accounts::visible_sql + ") ORDER BY c.created_at, c.account_id";

struct GivenLevels {
    std::int64_t account_id = 0;
    std::int64_t levels = 0;
};
BOOST_DESCRIBE_STRUCT(GivenLevels, (), (account_id, levels))

} // namespace

bool is_collaborator(db::Queries& db, const RepositoryContext& place, std::int64_t account_id)
{
    return db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM collaboration WHERE repository_id = $1"
                           " AND account_id = $2 AND NOT temporary) AS value",
                           place.repository.id, account_id);
}

Result<void> check_may_name(Call& call, const RepositoryContext& place, const Account& person)
{
    if (person.id == place.owner.id || (place.access.administers() && is_collaborator(call.db(), place, person.id)))
        return {};
    return accounts::check_sees_account(call, person);
}

Result<Account> find_person(Call& call, const RepositoryContext& place, const std::string& name)
{
    auto account = accounts::find_account(call.db(), name);
    if (!account || !check_may_name(call, place, *account))
        return fail(Errc::unprocessable, "there is nobody named " + name);
    return std::move(*account);
}

std::map<std::int64_t, access::Level> collaborator_levels(db::Queries& db, const RepositoryContext& place,
                                                          const std::vector<std::int64_t>& account_ids)
{
    std::map<std::int64_t, access::Level> levels;
    if (account_ids.empty()) return levels;
    db::Composition query("SELECT account_id, levels FROM collaboration WHERE NOT temporary AND repository_id = ");
    query << db::bound(place.repository.id) << " AND account_id IN " << db::bound(account_ids);
    for (const auto& given : db.all<GivenLevels>(query))
        levels.emplace(given.account_id, access::Levels::from_stored(given.levels).whole());
    return levels;
}

Page<accounts::ShownAccount> collaborators(const Call& call, const RepositoryContext& place, const Paging& paging)
{
    const auto viewer = access::Viewer::of(call.caller);
    const bool sees_all = place.access.administers() && !viewer.public_only;
    return call.db().page<accounts::ShownAccount>(paging, collaborators_of.text, viewer.id, viewer.admin,
                                                  viewer.restricted, viewer.public_only, place.repository.id, sees_all);
}

Result<void> add_collaborator(const Call& call, const RepositoryContext& place, const Account& person,
                              const AddCollaboratorOption& wanted)
{
    if (person.id == place.owner.id) return {};
    if (person.kind != accounts::AccountKind::individual)
        return fail(Errc::unprocessable, "an organization cannot be a collaborator");
    if (accounts::is_blocked_either_way(call.db(), place.owner.id, person.id))
        return fail(Errc::forbidden, "one of the two has blocked the other");
    const auto level = level_of(wanted.permission.value_or(CollaboratorPermission::write));
    call.db().write([&](db::Transaction& tx) {
        tx.run("INSERT INTO collaboration (repository_id, account_id, levels, created_at) VALUES ($1, $2, $3, $4)"
               " ON CONFLICT (repository_id, account_id) DO UPDATE SET levels = $3, temporary = FALSE",
               place.repository.id, person.id, access::Levels::everywhere(level).stored(), Time::now());
        call.site.events.tell(tx,
                              events::AccessLost{.account_id = person.id,
                                                 .repository_id = place.repository.id,
                                                 .owner_id = place.owner.id});
    });
    return {};
}

void remove_collaborator(const Call& call, const RepositoryContext& place, const Account& person)
{
    call.db().write([&](db::Transaction& tx) {
        if (tx.run("DELETE FROM collaboration WHERE repository_id = $1 AND account_id = $2 AND NOT temporary",
                   place.repository.id, person.id)
            == 0)
            return;
        call.site.events.tell(tx,
                              events::AccessLost{.account_id = person.id,
                                                 .repository_id = place.repository.id,
                                                 .owner_id = place.owner.id});
    });
}

Result<access::Level> permission_of(const Call& call, const RepositoryContext& place, const Account& person)
{
    if (person.id != call.caller.id && !place.access.administers())
        return fail(Errc::forbidden, "only who administers the repository may ask about others");
    const access::Viewer viewer{.id = person.id, .admin = person.is_admin, .restricted = person.is_restricted};
    return access::access_to(call.db(), viewer, place.repository.facts()).whole();
}

} // namespace cairn::repositories
