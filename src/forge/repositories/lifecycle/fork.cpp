#include "repositories/lifecycle/fork.hpp"

#include "accounts/profile/block.hpp"
#include "api/view.hpp"
#include "db/composition.hpp"
#include "git/references/references.hpp"
#include "git/store/store.hpp"
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

// Takes all other branches out of a repository that nobody sees yet.
Result<void> keep_branch(const Site& site, const std::string& storage, const std::string& branch)
{
    const auto repository = TRY(git::Repository::open(site.get<git::Store>().path(storage)));
    if (!git::find_branch(repository, branch))
        return fail(Errc::unprocessable, "there is no branch " + branch + " to be forked");
    std::vector<git::RefUpdate> gone;
    TRY(git::for_each_reference(repository, git::heads, [&](std::string_view name, const git::ObjectId& target) {
        if (name.substr(git::heads.size()) != branch)
            gone.push_back({.name = std::string(name), .before = target, .after = {}});
    }));
    if (!gone.empty()) TRY(git::update_references(repository, gone));
    return git::set_default_branch(repository, branch);
}

} // namespace

Result<MadeRepository> fork_repository(const Call& call, const RepositoryContext& place, const CreateForkOption& option,
                                       const std::string& only_branch)
{
    const StoredRepository& base = place.repository;
    auto owner = TRY(owner_of_fork(call, option));
    for (const auto blocker : {place.owner.id, owner.id})
        if (accounts::is_blocked(call.db(), blocker, call.caller.id))
            return fail(Errc::forbidden, "the owner has blocked you");
    const NewRepository wanted{.name = option.name.empty() ? base.name : option.name,
                               .description = base.description,
                               .private_ = base.private_,
                               .default_branch = only_branch.empty() ? base.default_branch : only_branch,
                               .object_format = base.object_format,
                               .units = {access::Unit::code, access::Unit::pulls},
                               .fork_of = base.id,
                               .fork_storage = base.storage};
    const auto leave_one = [&](const std::string& storage) { return keep_branch(call.site, storage, only_branch); };
    auto fork = TRY(create_repository(call.site, owner, accounts::account_of(call.caller), wanted,
                                      only_branch.empty() ? Filling() : Filling(leave_one)));
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
