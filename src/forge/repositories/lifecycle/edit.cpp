#include "repositories/lifecycle/edit.hpp"

#include "config/settings.hpp"
#include "db/database.hpp"
#include "git/references/references.hpp"
#include "git/store/store.hpp"
#include "repositories/lifecycle/create.hpp"
#include "repositories/lifecycle/mirror.hpp"
#include "repositories/lifecycle/moving.hpp"
#include "repositories/references/post_push_worker.hpp"

namespace cairn::repositories {

using namespace api;

namespace {

// A fork is what its base is, whatever is asked for; but one that stayed private when its base became public is its
// owner's to publish.
bool becomes_private(db::Queries& db, const StoredRepository& repository, bool hidden)
{
    const auto base = find_repository(db, repository.fork_of);
    return base ? base->private_ || (hidden && repository.private_) : hidden;
}

bool may_be_public(const Call& call) { return !call.settings().repository.force_private || call.caller.admin; }

Result<void> edit_privacy(const Call& call, db::Transaction& tx, StoredRepository& repository, bool wanted,
                          const accounts::Account& owner)
{
    const bool hidden = becomes_private(tx, repository, wanted);
    if (!hidden && repository.private_ && !may_be_public(call))
        return fail(Errc::unprocessable, "repositories of this site are private");
    if (hidden != repository.private_) change_privacy(call.site, tx, repository, owner, hidden);
    return {};
}

Result<void> rename(const Call& call, db::Transaction& tx, StoredRepository& repository, const std::string& name)
{
    if (name == repository.name) return {};
    const std::string old_name = repository.name;
    TRY(move_repository(tx, repository, repository.owner_id, name));
    tx.run("INSERT INTO activity (actor_id, repository_id, kind, content, created_at)"
           " VALUES ($1, $2, 'rename_repo', $3, $4)",
           call.caller.id, repository.id, old_name, Time::now());
    return {};
}

Result<void> archive(StoredRepository& repository, bool archived)
{
    if (repository.mirror) return fail(Errc::unprocessable, "a mirror cannot be archived");
    if (archived != repository.archived()) repository.archived_at = archived ? Time::now() : Time{};
    return {};
}

// Whether HEAD has to be moved to the branch that was asked for.
Result<bool> edit_default_branch(const Call& call, StoredRepository& repository,
                                 const std::optional<std::string>& branch)
{
    if (!branch || branch->empty() || *branch == repository.default_branch) return false;
    if (repository.empty) {
        if (!git::is_branch_name(*branch)) return fail(Errc::unprocessable, "\"" + *branch + "\" is not a branch name");
    } else {
        const auto opened = TRY(git::Repository::open(call.site.get<git::Store>().path(repository.storage)));
        if (!git::find_branch(opened, *branch)) return false;
    }
    repository.default_branch = *branch;
    return true;
}

} // namespace

bool can_change_privacy(const Call& call, const StoredRepository& repository)
{
    const bool wanted = !repository.private_;
    return becomes_private(call.db(), repository, wanted) == wanted && (wanted || may_be_public(call));
}

Result<StoredRepository> edit_repository(const Call& call, const RepositoryContext& place, const EditRepoOption& wanted)
{
    StoredRepository with_branch = place.repository;
    const bool moves_head = TRY(edit_default_branch(call, with_branch, wanted.default_branch));
    auto edited = TRY(call.db().write([&](db::Transaction& tx) -> Result<StoredRepository> {
        auto repository = find_repository(tx, place.repository.id);
        if (!repository) return not_found("the repository");
        if (wanted.description) repository->description = *wanted.description;
        if (wanted.website) repository->website = *wanted.website;
        if (wanted.template_) repository->template_ = *wanted.template_;
        if (wanted.archived) TRY(archive(*repository, *wanted.archived));
        TRY(edit_mirror(call.settings(), tx, *repository, wanted));
        if (moves_head) repository->default_branch = with_branch.default_branch;
        TRY(edit_units(*repository, wanted, available_units(call.settings())));
        if (wanted.private_) TRY(edit_privacy(call, tx, *repository, *wanted.private_, place.owner));
        if (wanted.name) TRY(rename(call, tx, *repository, *wanted.name));
        save_repository(tx, *repository);
        if (moves_head) put_index_jobs(tx, repository->id);
        return std::move(*repository);
    }));
    if (moves_head) {
        const auto opened = TRY(git::Repository::open(call.site.get<git::Store>().path(edited.storage)));
        TRY(git::set_default_branch(opened, edited.default_branch));
    }
    return edited;
}

void choose_trust_model(const Call& call, const RepositoryContext& place, TrustModel model)
{
    call.db().write([&](db::Transaction& tx) {
        tx.run("UPDATE repository SET trust_model = $2 WHERE id = $1", place.repository.id, model);
    });
}

} // namespace cairn::repositories
