#include "repositories/lifecycle/fork.hpp"

#include "accounts/profile/block.hpp"
#include "api/view.hpp"
#include "db/composition.hpp"
#include "repositories/lifecycle/create.hpp"

namespace cairn::repositories {

using namespace api;
using accounts::Account;
using db::bound;

namespace {

struct OwnedName {
    std::string owner;
    std::string name;
};
BOOST_DESCRIBE_STRUCT(OwnedName, (), (owner, name))

Result<Account> owner_of_fork(const Call& call, const CreateForkOption& wanted)
{
    if (wanted.organization.empty()) return accounts::account_of(call.caller);
    const auto account = accounts::find_account(call.db(), wanted.organization);
    if (!account || account->kind != accounts::AccountKind::organization) return not_found("the organization");
    return owner_for(call, wanted.organization);
}

} // namespace

Result<MadeRepository> fork_repository(const Call& call, const RepositoryContext& place, const CreateForkOption& option)
{
    const StoredRepository& base = place.repository;
    auto owner = TRY(owner_of_fork(call, option));
    for (const auto blocker : {place.owner.id, owner.id})
        if (accounts::is_blocked(call.db(), blocker, call.caller.id))
            return fail(Errc::forbidden, "the owner has blocked you");
    const NewRepository wanted{.name = option.name.empty() ? base.name : option.name,
                               .description = base.description,
                               .private_ = base.private_,
                               .default_branch = base.default_branch,
                               .object_format = base.object_format,
                               .units = {access::Unit::code, access::Unit::pulls},
                               .fork_of = base.id,
                               .fork_storage = base.storage};
    auto fork = TRY(create_repository(call.site, owner, accounts::account_of(call.caller), wanted));
    return MadeRepository{std::move(fork), std::move(owner)};
}

std::map<std::string, std::string> fork_names(const View& view, const StoredRepository& base,
                                              const std::vector<std::string>& owners)
{
    db::Composition query("SELECT o.name AS owner, r.name FROM repository r JOIN account o ON o.id = r.owner_id"
                          " WHERE r.fork_of = ");
    query << bound(base.id) << " AND o.name IN " << bound(owners) << " AND ";
    access::add_sees(query, access::Viewer::of(view.caller));
    std::map<std::string, std::string> names;
    for (auto& row : view.db().all<OwnedName>(query)) names.emplace(std::move(row.owner), std::move(row.name));
    return names;
}

Page<std::int64_t> forks_of(const View& view, const StoredRepository& base, const Paging& paging)
{
    db::Composition ids("SELECT r.id FROM repository r WHERE r.fork_of = ");
    ids << bound(base.id) << " AND ";
    access::add_sees(ids, access::Viewer::of(view.caller));
    ids << " ORDER BY r.id";
    return view.db().page<std::int64_t>(paging, ids);
}

} // namespace cairn::repositories
