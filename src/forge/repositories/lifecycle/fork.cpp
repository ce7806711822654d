#include "repositories/lifecycle/fork.hpp"

#include "accounts/profile/block.hpp"
#include "api/view.hpp"
#include "db/composition.hpp"
#include "git/references/references.hpp"
#include "git/store/store.hpp"
#include "repositories/lifecycle/create.hpp"
#include "repositories/references/queue_branch.hpp"

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

// Takes branches out of a repository that nobody sees yet: all others than the only one, and else those of a merge
// queue, which nobody could delete.
Result<void> take_out_branches(const Site& site, const std::string& storage, const std::string& only_branch)
{
    const auto repository = TRY(git::Repository::open(site.get<git::Store>().path(storage)));
    if (!only_branch.empty() && !git::find_branch(repository, only_branch))
        return fail(Errc::unprocessable, "there is no branch " + only_branch + " to be forked");
    std::vector<git::RefUpdate> gone;
    TRY(git::for_each_reference(repository, git::heads, [&](std::string_view name, const git::ObjectId& target) {
        if (only_branch.empty() ? is_queue_reference(name) : name.substr(git::heads.size()) != only_branch)
            gone.push_back({.name = std::string(name), .before = target, .after = {}});
    }));
    if (!gone.empty()) TRY(git::update_references(repository, gone));
    return only_branch.empty() ? Result<void>() : git::set_default_branch(repository, only_branch);
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
    const auto take_out = [&](const std::string& storage) {
        return take_out_branches(call.site, storage, only_branch);
    };
    auto fork = TRY(create_repository(call.site, owner, accounts::account_of(call.caller), wanted, take_out));
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

Result<void> end_fork(const Call& call, const RepositoryContext& place)
{
    return call.db().write([&](db::Transaction& tx) -> Result<void> {
        const auto repository = find_repository(tx, place.repository.id);
        if (!repository) return not_found("the repository");
        if (repository->fork_of == 0) return fail(Errc::unprocessable, "the repository is no fork");
        tx.run("UPDATE repository SET forks_count = forks_count - 1 WHERE id = $1", repository->fork_of);
        tx.run("UPDATE repository SET fork_of = NULL, updated_at = $2 WHERE id = $1", repository->id, Time::now());
        return {};
    });
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
