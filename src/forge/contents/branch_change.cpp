#include "contents/branch_change.hpp"

#include "accounts/user_search.hpp"
#include "contents/branch.hpp"
#include "db/composition.hpp"
#include "events/events.hpp"
#include "git/objects/merge.hpp"
#include "git/store/repositories.hpp"

namespace cairn::contents {

using namespace api;
using db::bound;
using git::ObjectId;
using repositories::RefRules;
using repositories::RepositoryContext;
using repositories::StoredBranch;

namespace {

Result<ObjectId> beginning(const git::Repository& repository, const RepositoryContext& place,
                           const CreateBranchRepoOption& wanted)
{
    if (!wanted.old_ref_name.empty()) return git::find_commit(repository, wanted.old_ref_name);
    return git::find_branch(repository,
                            wanted.old_branch_name.empty() ? place.repository.default_branch : wanted.old_branch_name);
}

// Who may take the old name away, and who may use the new one.
Result<void> check_rename(const Call& call, const RepositoryContext& place, const std::string& from,
                          const std::string& to)
{
    if (place.repository.mirror) return fail(Errc::forbidden, "the repository is a mirror");
    const auto rules = RefRules::load(call.db(), place.repository, pusher_of(call, place), RefRules::Part::branches);
    const auto* old_rule = rules.rule_for(from);
    const bool named = old_rule != nullptr && old_rule->rule_name == from; // the rule will go along
    const bool held = named || from == place.repository.default_branch;
    if (held && !place.access.administers())
        return fail(Errc::forbidden, "only who administers the repository may rename this branch");
    if (const auto* rule = rules.rule_for(to); rule != nullptr && (!named || rule != old_rule) && !rules.may_push(rule))
        return fail(Errc::forbidden, "the branch " + to + " is protected: you may not push to it");
    return {};
}

// What is called by the branch's name follows it, before anybody hears that the old branch is gone.
void carry_name(const Call& call, const RepositoryContext& place, const std::string& from, const std::string& to)
{
    call.db().write([&](db::Transaction& tx) {
        tx.run("UPDATE repository SET default_branch = $3 WHERE id = $1 AND default_branch = $2", place.repository.id,
               from, to);
        tx.run("UPDATE repository SET default_target_branch = $3 WHERE id = $1 AND default_target_branch = $2",
               place.repository.id, from, to);
        tx.run("UPDATE branch_protection SET rule_name = $3 WHERE repository_id = $1 AND rule_name = $2 AND NOT EXISTS"
               " (SELECT 1 FROM branch_protection b WHERE b.repository_id = $1 AND b.rule_name = $3)",
               place.repository.id, from, to);
        call.site.events.tell(
            tx,
            events::BranchRenamed{
                .repository_id = place.repository.id, .actor_id = call.caller.id, .old_name = from, .new_name = to});
    });
}

} // namespace

Result<StoredBranch> find_branch(const Call& call, const RepositoryContext& place, const std::string& name)
{
    auto branch = repositories::find_branch(call.db(), place.repository.id, name);
    if (!branch) return not_found("the branch");
    return std::move(*branch);
}

Page<StoredBranch> branches_of(const Call& call, const RepositoryContext& place, const ListBranches& query)
{
    db::Composition wanted("SELECT * FROM branch WHERE repository_id = ");
    wanted << bound(place.repository.id);
    if (!query.q.empty()) {
        const accounts::SearchPatterns patterns(query.q);
        wanted << " AND folded(name) LIKE " << bound(patterns.exact) << " ESCAPE '\\'";
    }
    wanted << " ORDER BY committed_at DESC, arrival DESC, name";
    return call.db().page<StoredBranch>(query, wanted);
}

std::int64_t count_branches(db::Queries& db, std::int64_t repository_id)
{
    return db.scalar<std::int64_t>("SELECT count(*) AS value FROM branch WHERE repository_id = $1", repository_id);
}

Result<StoredBranch> create_branch(const Call& call, const RepositoryContext& place,
                                   const CreateBranchRepoOption& wanted)
{
    const auto& name = wanted.new_branch_name;
    if (!git::is_branch_name(name)) return fail(Errc::unprocessable, "\"" + name + "\" is not a branch name");
    if (place.repository.empty) return not_found("a commit to begin at");
    const auto repository = TRY(call.site.get<git::Repositories>().open(place.repository.storage));
    const auto commit = TRY(beginning(*repository, place, wanted));
    if (git::find_branch(*repository, name)) return fail(Errc::conflict, "there is a branch of this name already");
    if (git::find_tag(*repository, name)) return fail(Errc::conflict, "there is a tag of this name");
    const git::RefUpdate update{.name = std::string(git::heads) + name, .before = {}, .after = commit};
    TRY(check_update(call, place, *repository, update));
    TRY(update_and_record(call, place, *repository, update));
    return find_branch(call, place, name);
}

Result<void> delete_branch(const Call& call, const RepositoryContext& place, const std::string& name)
{
    const auto repository = TRY(call.site.get<git::Repositories>().open(place.repository.storage));
    const auto commit = TRY(git::find_branch(*repository, name));
    if (name == place.repository.default_target_branch)
        return fail(Errc::forbidden, "pull requests go to this branch, it cannot be deleted");
    const git::RefUpdate update{.name = std::string(git::heads) + name, .before = commit, .after = {}};
    TRY(check_update(call, place, *repository, update));
    return update_and_record(call, place, *repository, update);
}

Result<std::vector<repositories::DeletedBranch>> restorable_branches(const Call& call, const RepositoryContext& place)
{
    auto all = repositories::deleted_branches(call.db(), place.repository.id);
    if (all.empty()) return all;
    const auto repository = TRY(call.site.get<git::Repositories>().open(place.repository.storage));
    std::erase_if(all, [&](const auto& branch) { return !git::find_commit(*repository, branch.commit_id); });
    return all;
}

Result<void> restore_branch(const Call& call, const RepositoryContext& place, const std::string& name)
{
    const auto deleted = repositories::find_deleted_branch(call.db(), place.repository.id, name);
    if (!deleted) return not_found("the branch");
    TRY(create_branch(call, place,
                      {.new_branch_name = name, .old_branch_name = {}, .old_ref_name = deleted->commit_id}));
    return {};
}

Result<void> move_branch(const Call& call, const RepositoryContext& place, const std::string& name,
                         const UpdateBranchRepoOption& wanted)
{
    const auto repository = TRY(call.site.get<git::Repositories>().open(place.repository.storage));
    const auto before = TRY(git::find_branch(*repository, name));
    if (!wanted.old_commit_id.empty()) {
        const auto expected = git::find_commit(*repository, wanted.old_commit_id);
        if (!expected || *expected != before)
            return fail(Errc::unprocessable, "the branch is at " + before.hex() + ", not at " + wanted.old_commit_id);
    }
    const auto after = TRY(git::find_commit(*repository, wanted.new_commit_id));
    if (after == before) return {};
    if (!wanted.force && !TRY(git::descends_from(*repository, after, before)))
        return fail(Errc::unprocessable, "the branch would lose commits; force allows that");
    const git::RefUpdate update{.name = std::string(git::heads) + name, .before = before, .after = after};
    TRY(check_update(call, place, *repository, update));
    return update_and_record(call, place, *repository, update);
}

Result<void> rename_branch(const Call& call, const RepositoryContext& place, const std::string& from,
                           const RenameBranchRepoOption& wanted)
{
    const auto& to = wanted.name;
    const auto repository = TRY(call.site.get<git::Repositories>().open(place.repository.storage));
    const auto commit = TRY(git::find_branch(*repository, from));
    if (!git::is_branch_name(to)) return fail(Errc::unprocessable, "\"" + to + "\" is not a branch name");
    if (git::find_branch(*repository, to)) return fail(Errc::unprocessable, "there is a branch of this name already");
    TRY(check_rename(call, place, from, to));
    const std::vector<git::RefUpdate> updates{{.name = std::string(git::heads) + to, .before = {}, .after = commit},
                                              {.name = std::string(git::heads) + from, .before = commit, .after = {}}};
    if (auto moved = git::update_references(*repository, updates); !moved) {
        if (moved.error().code != Errc::conflict) return moved;
        return fail(Errc::unprocessable, moved.error().message);
    }
    if (from == place.repository.default_branch) TRY(git::set_default_branch(*repository, to));
    carry_name(call, place, from, to);
    record_update(call, place, *repository, updates);
    return {};
}

} // namespace cairn::contents
