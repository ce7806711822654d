#include "contents/branch.hpp"

#include "db/database.hpp"
#include "git/objects/person_dates.hpp"
#include "git/store/repositories.hpp"
#include "repositories/protection/maintainers.hpp"
#include "repositories/references/pushes.hpp"

namespace cairn::contents {

using api::Call;
using git::ObjectId;
using repositories::Pusher;
using repositories::RefRules;
using repositories::RepositoryContext;
using repositories::StoredBranch;
using repositories::Tip;

namespace {

git::Person author_of(const Tip& tip)
{
    return {.name = tip.author_name,
            .email = tip.author_email,
            .when = tip.authored_at,
            .offset = static_cast<int>(tip.author_offset)};
}
git::Person committer_of(const Tip& tip)
{
    return {.name = tip.committer_name,
            .email = tip.committer_email,
            .when = tip.committed_at,
            .offset = static_cast<int>(tip.committer_offset)};
}

PayloadUser show_person(const git::Person& person, const People& people)
{
    const auto* account = people.find(person.email);
    return {.name = person.name, .email = person.email, .username = account != nullptr ? account->name : ""};
}

Result<std::optional<git::Signature>> signature_of(const Call& call, const RepositoryContext& place, const Tip& tip)
{
    if (!tip.signed_) return std::nullopt;
    const auto id = ObjectId::parse(tip.commit_id);
    if (!id) return std::nullopt;
    const auto repository = TRY(call.site.get<git::Repositories>().open(place.repository.storage));
    return git::commit_signature(*repository, *id);
}

PayloadCommit show_tip(const Addresses& addresses, const Tip& tip, const People& people, Signatures& signatures,
                       const std::optional<git::Signature>& signature)
{
    return PayloadCommit{.id = tip.commit_id,
                         .message = tip.message,
                         .url = addresses.web + "/commit/" + tip.commit_id,
                         .author = show_person(author_of(tip), people),
                         .committer = show_person(committer_of(tip), people),
                         .verification = signatures.verify(signature, committer_of(tip), people),
                         .timestamp = git::written_date(author_of(tip))};
}

// Those that are not the caller's, and to which the caller may push all the same.
std::set<std::string> maintained_branches(const Call& call, const RepositoryContext& place)
{
    const auto viewer = access::Viewer::of(call.caller);
    const auto& repository = place.repository;
    if (viewer.anonymous() || viewer.token_id != 0 || place.access.writes(access::Unit::code)) return {};
    if (repository.archived() || repository.mirror) return {};
    if (repository.fork_of == 0 && repository.forks_count == 0) return {};
    return repositories::branches_to_maintain(call.db(), repository, viewer.id);
}

} // namespace

Pusher pusher_of(const Call& call, const RepositoryContext& place)
{
    return Pusher::of(access::Viewer::of(call.caller), place.access);
}

Result<std::vector<Branch>> show_branches(const Call& call, const RepositoryContext& place,
                                          std::span<const StoredBranch> branches)
{
    std::vector<std::string> emails;
    for (const auto& branch : branches) {
        emails.push_back(branch.author_email);
        emails.push_back(branch.committer_email);
    }
    const People people(call.db(), call.settings(), emails);
    std::vector<std::optional<git::Signature>> signatures;
    for (const auto& branch : branches) signatures.push_back(TRY(signature_of(call, place, branch)));
    Signatures known(call.site, place.repository);
    known.prepare(signatures);
    const auto rules = RefRules::load(call.db(), place.repository, pusher_of(call, place), RefRules::Part::branches);
    const auto maintained = maintained_branches(call, place);
    const Addresses addresses(call.settings(), place);
    std::map<std::string_view, std::shared_ptr<PayloadCommit>> commits;
    std::vector<Branch> shown;
    shown.reserve(branches.size());
    for (const auto& stored : branches) {
        const auto* rule = rules.rule_for(stored.name);
        auto& commit = commits[stored.commit_id];
        if (!commit)
            commit = std::make_shared<PayloadCommit>(show_tip(
                addresses, stored, people, known, signatures[static_cast<std::size_t>(&stored - branches.data())]));
        auto& branch =
            shown.emplace_back(Branch{.name = stored.name,
                                      .commit = commit,
                                      .protected_ = rule != nullptr,
                                      .status_check_contexts = std::vector<std::string>(),
                                      .user_can_push = rules.may_push(rule) || maintained.contains(stored.name),
                                      .user_can_merge = rules.may_merge(rule)});
        if (rule == nullptr) continue;
        branch.required_approvals = rule->required_approvals;
        branch.enable_status_check = rule->enable_status_check;
        if (rule->status_check_contexts) branch.status_check_contexts = rule->contexts();
        else branch.status_check_contexts.reset();
        if (place.access.administers()) branch.effective_branch_protection_name = rule->rule_name;
    }
    return shown;
}

Result<void> check_update(const Call& call, const RepositoryContext& place, const git::Repository& repository,
                          const git::RefUpdate& update)
{
    const auto change = TRY(repositories::change_of(repository, update, place.repository.default_branch,
                                                    verifier(call.site, place.repository, repository)));
    return RefRules::load(call.db(), place.repository, pusher_of(call, place)).check(change);
}

void record_update(const Call& call, const RepositoryContext& place, const git::Repository& repository,
                   std::vector<git::RefUpdate> updates)
{
    repositories::record_push(call.site, place.repository, repository,
                              {.pusher_id = call.caller.id, .changes = std::move(updates)});
}

Result<void> update_and_record(const Call& call, const RepositoryContext& place, const git::Repository& repository,
                               const git::RefUpdate& update)
{
    TRY(git::update_reference(repository, update));
    record_update(call, place, repository, {update});
    return {};
}

} // namespace cairn::contents
