// Branches: moving them to another commit, and giving them another name.
#include "contents/branch.hpp"
#include "contents/reference_tables.hpp"
#include "db/database.hpp"
#include "events/events.hpp"
#include "git/objects/merge.hpp"
#include "git/store/repositories.hpp"

namespace cairn::contents {

using namespace api;
using enum Method;
using repositories::RefRules;
using repositories::RepositoryContext;

namespace {

struct UpdateBranchRepoOption {
    std::string new_commit_id;
    std::string old_commit_id;
    bool force = false;
};
BOOST_DESCRIBE_STRUCT(UpdateBranchRepoOption, (), (new_commit_id, old_commit_id, force))
constexpr auto notes(const UpdateBranchRepoOption*)
{
    return std::array{
        Note{.member = "new_commit_id", .doc = "where it shall be", .required = true},
        Note{"old_commit_id", "where it must be now"},
        Note{"force", "also where it would lose commits"},
    };
}

struct RenameBranchRepoOption {
    std::string name;
};
BOOST_DESCRIBE_STRUCT(RenameBranchRepoOption, (), (name))
constexpr auto notes(const RenameBranchRepoOption*)
{
    return std::array{Note{.member = "name", .doc = "what it shall be called", .required = true, .max_length = 100}};
}

struct BranchPath {
    std::string branch;
};
BOOST_DESCRIBE_STRUCT(BranchPath, (), (branch))
constexpr auto notes(const BranchPath*) { return std::array{Note{"branch", "the name of the branch"}}; }

Result<> move(Call& call, const RepositoryContext& place, Path<BranchPath> path, Body<UpdateBranchRepoOption> body)
{
    const auto repository = TRY(call.site.open_repositories.open(place.repository.storage));
    const auto before = TRY(git::find_branch(*repository, path->branch));
    if (!body->old_commit_id.empty()) {
        const auto expected = git::find_commit(*repository, body->old_commit_id);
        if (!expected || *expected != before)
            return fail(Errc::unprocessable, "the branch is at " + before.hex() + ", not at " + body->old_commit_id);
    }
    const auto after = TRY(git::find_commit(*repository, body->new_commit_id));
    if (after == before) return {};
    if (!body->force && !TRY(git::descends_from(*repository, after, before)))
        return fail(Errc::unprocessable, "the branch would lose commits; force allows that");
    const git::RefUpdate update{.name = std::string(git::heads) + path->branch, .before = before, .after = after};
    TRY(check_update(call, place, *repository, update));
    return update_and_record(call, place, *repository, update);
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

Result<> rename(Call& call, const RepositoryContext& place, Path<BranchPath> path, Body<RenameBranchRepoOption> body)
{
    const auto& from = path->branch;
    const auto& to = body->name;
    const auto repository = TRY(call.site.open_repositories.open(place.repository.storage));
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

// clang-format off
constexpr Operation operations[] = {
    {PUT,   "/repos/{owner}/{repo}/branches/{branch*}", scope::repository, repositories::writes_live_code, handle<move>,   204, "repoUpdateBranch", "Move a branch to another commit", {409, 422}},
    {PATCH, "/repos/{owner}/{repo}/branches/{branch*}", scope::repository, repositories::writes_live_code, handle<rename>, 204, "repoRenameBranch", "Give a branch another name", {422}},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table branch_move_table{"repository", operations};

} // namespace cairn::contents
