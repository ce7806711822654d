#include "contents/web_commit.hpp"

#include "base/text.hpp"
#include "db/database.hpp"
#include "git/objects/person_dates.hpp"
#include "git/objects/writing.hpp"
#include "git/references/references.hpp"
#include "git/store/repositories.hpp"
#include "repositories/protection/maintainers.hpp"
#include "repositories/protection/ref_rules.hpp"
#include "repositories/references/authorship.hpp"
#include "repositories/references/pushes.hpp"
#include "repositories/references/signing.hpp"

namespace cairn::contents {

using access::Unit;
using access::Viewer;
using api::Call;
using git::ObjectId;
using repositories::Pusher;
using repositories::RepositoryContext;

namespace {

struct Signers {
    git::Person author;
    git::Person committer;
};

std::string either(const std::string& one, const std::string& other, const std::string& last)
{
    return !one.empty() ? one : !other.empty() ? other : last;
}

// Whoever has just told a time is told it in UTC; wherever else the commit is shown, with its offset.
CommitUser show_in_utc(git::Person person)
{
    person.offset = 0;
    return show_person(person);
}

Result<void> set_date(git::Person& person, std::string_view member, const std::string& date)
{
    if (date.empty() || git::read_date(date, person)) return {};
    return fail(Errc::unprocessable,
                "[dates." + std::string(member) + "]: a time is expected, such as 2026-11-15T02:40:00Z");
}

Result<Signers> people_of(const Call& call, const CommitOptions& options)
{
    const auto self = repositories::author_of(accounts::account_of(call.caller), call.settings());
    const auto& author = options.author;
    const auto& committer = options.committer;
    Signers signers{.author = {.name = either(author.name, committer.name, self.name),
                               .email = either(author.email, committer.email, self.email),
                               .when = self.when},
                    .committer = {.name = either(committer.name, author.name, self.name),
                                  .email = either(committer.email, author.email, self.email),
                                  .when = self.when}};
    TRY(set_date(signers.author, "author", options.dates.author));
    TRY(set_date(signers.committer, "committer", options.dates.committer));
    return signers;
}

std::string message_of(const CommitOptions& options, std::string_view given, const std::string& usual,
                       const git::Person& committer)
{
    std::string message(text::trim(given.empty() ? std::string_view(options.message) : given));
    if (message.empty()) message = usual;
    if (!options.signoff) return message + "\n";
    return message + "\n\nSigned-off-by: " + committer.name + " <" + committer.email + ">";
}

Result<void> check_branch_name(const std::string& name)
{
    if (git::is_branch_name(name)) return {};
    return fail(Errc::unprocessable, "\"" + name + "\" is not a name that a branch can have");
}

bool has_branches(const git::Repository& repository)
{
    const auto branches = git::list_references(repository, git::heads);
    return branches && !branches->empty();
}

// Zero if there is no such branch.
Result<ObjectId> head_of(const git::Repository& repository, const std::string& branch)
{
    auto found = git::find_branch(repository, branch);
    if (!found && found.error().code == Errc::not_found) return ObjectId{};
    return found;
}

// Whoever the rules shall judge: the caller or, on the branch of a pull request, somebody who lets the caller push
// there.
Result<Pusher> pusher_to(const Call& call, const RepositoryContext& place, const std::string& branch,
                         const std::string& target)
{
    const auto viewer = Viewer::of(call.caller);
    if (place.access.writes(Unit::code)) return Pusher::of(viewer, place.access);
    if (target == branch && viewer.token_id == 0)
        for (const auto& poster : repositories::posters_who_let_in(call.db(), place.repository, target, call.caller.id))
            if (poster.access.writes(Unit::code)) return poster;
    return fail(Errc::forbidden, "you may not write to this repository");
}

FileCommitResponse show(const Call& call, const RepositoryContext& place, const git::Commit& commit)
{
    const Addresses addresses(call.settings(), place);
    FileCommitResponse shown{.url = addresses.commit(commit.id),
                             .sha = commit.id.hex(),
                             .html_url = addresses.page(commit.id),
                             .author = show_in_utc(commit.author),
                             .committer = show_in_utc(commit.committer),
                             .message = commit.message,
                             .tree = CommitMeta{.url = addresses.tree(commit.tree), .sha = commit.tree.hex()}};
    for (const auto& parent : commit.parents) shown.parents.push_back(addresses.meta(parent));
    return shown;
}

} // namespace

Result<void> question::may_propose(const Call& call, const RepositoryContext& place)
{
    TRY(repositories::question::reads_or_forbidden(call, place, Unit::code));
    if (place.repository.archived()) return fail(Errc::locked, "the repository is archived");
    if (place.repository.mirror) return fail(Errc::locked, "the repository is a mirror");
    return repositories::question::signed_in(call, place);
}

CommitWays commit_ways(const Call& call, const RepositoryContext& place, const std::string& branch)
{
    if (call.caller.anonymous()) return {};
    CommitWays ways{.new_branch = place.access.writes(Unit::code)};
    const auto pusher = pusher_to(call, place, branch, branch);
    const auto allowed = pusher ? repositories::RefRules::load(call.db(), place.repository, *pusher).check_ahead(branch)
                                : Result<void>(std::unexpected(pusher.error()));
    ways.direct = allowed.has_value();
    if (!allowed) ways.why = allowed.error().message;
    return ways;
}

Result<WebCommit> commit_change(const Call& call, const RepositoryContext& place, const git::Repository& repository,
                                const CommitOptions& options, const Change& change)
{
    const auto branch = options.branch.empty() ? place.repository.default_branch : options.branch;
    const auto target = options.new_branch.empty() ? branch : options.new_branch;
    TRY(check_branch_name(branch));
    TRY(check_branch_name(target));
    const auto rules =
        repositories::RefRules::load(call.db(), place.repository, TRY(pusher_to(call, place, branch, target)));
    const auto people = TRY(people_of(call, options));
    // Whoever may not put anything there is told so before anybody looks at what it is.
    if (target == branch) TRY(rules.check_ahead(target));

    const auto verifies = verifier(call.site, place.repository, repository);
    const auto write = repositories::signing_writer(call.site,
                                                    {.conditions = call.settings().repository_signing.crud_actions,
                                                     .account_id = call.caller.id,
                                                     .verifies = verifies});
    const auto make = [&](const ObjectId& head) -> Result<ObjectId> {
        auto base = head;
        if (target != branch || options.begin) {
            if (!head.is_zero() && !(options.force_push && change.may_rewrite))
                return fail(Errc::unprocessable, "there is a branch " + target + " already");
            base = options.begin ? *options.begin : TRY(head_of(repository, branch));
        }
        if (base.is_zero() && has_branches(repository)) return not_found("the branch " + branch);
        auto planned = change.commits;
        if (planned.empty()) planned.push_back({.tree = TRY(change.make(base))});
        for (const auto& one : planned) {
            git::NewCommit commit{.tree = one.tree,
                                  .author = one.author.value_or(people.author),
                                  .committer = people.committer,
                                  .message = message_of(options, one.message, change.message, people.committer)};
            if (commit.author.when == Time::never()) commit.author.when = people.author.when;
            if (!base.is_zero()) commit.parents = {base};
            base = TRY(write(repository, commit));
        }
        return base;
    };
    const auto allow = [&](const git::RefUpdate& update) -> Result<> {
        return rules.check(TRY(repositories::change_of(repository, update, place.repository.default_branch, verifies)));
    };
    const auto done = TRY(git::land(repository, {.branch = target, .make = make, .allow = allow}));
    repositories::record_push(call.site, place.repository, repository,
                              {.pusher_id = call.caller.id, .changes = {done}});

    const auto commit = TRY(git::read_commit(repository, done.after));
    return WebCommit{.commit = done.after,
                     .branch = target,
                     .shown = show(call, place, commit),
                     .verification = TRY(verify_commit(call.site, place.repository, repository, done.after))};
}

} // namespace cairn::contents
