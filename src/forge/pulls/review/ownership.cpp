#include "pulls/review/ownership.hpp"

#include <algorithm>
#include <set>

#include "api/call.hpp"
#include "base/log.hpp"
#include "base/text.hpp"
#include "db/database.hpp"
#include "git/objects/diff.hpp"
#include "git/references/references.hpp"
#include "pulls/review/code_owners.hpp"

namespace cairn::pulls {

using accounts::Account;
using git::ObjectId;
using organizations::StoredTeam;
using repositories::StoredRepository;

namespace {

// How many are asked because of one pull request. Whoever changes everything does not write to everybody.
constexpr std::size_t most_asked = 100;

Result<std::vector<std::string>> changed_paths(const git::Repository& repository, const StoredPull& pull)
{
    const auto beginning = ObjectId::parse(pull.merge_base);
    const auto head = ObjectId::parse(pull.head_sha);
    if (!beginning || !head) return not_found("the commits");
    const auto diff = TRY(git::Diff::between(repository, TRY(repository.peel(*beginning, git::Kind::tree)),
                                             TRY(repository.peel(*head, git::Kind::tree)), {.most_files = 50'000}));
    std::vector<std::string> paths;
    for (auto& file : diff.files()) paths.push_back(std::move(file.path));
    return paths;
}

// Nothing where there is no such file.
Result<std::optional<CodeOwners>> read_code_owners(const git::Repository& repository, const std::string& branch)
{
    const auto commit = TRY(git::find_branch(repository, branch));
    const auto tree = TRY(repository.peel(commit, git::Kind::tree));
    for (const auto path : code_owner_files) {
        const auto entry = git::find_entry(repository, tree, path);
        if (!entry || !entry->is_file()) continue;
        return CodeOwners::read(TRY(git::read_blob(repository, entry->id, largest_code_owner_file)));
    }
    return std::optional<CodeOwners>();
}

// Those whom a rule names and who are there: people, and teams of the organization whose repository it is.
struct Owners {
    std::vector<Account> people{};
    std::vector<StoredTeam> teams{};
};

Owners find_owners(db::Queries& db, const StoredRepository& repository, const CodeOwners::Rule& rule)
{
    Owners found;
    for (const auto& owner : rule.owners) {
        auto account = accounts::find_account(db, owner.account);
        if (!account) continue;
        if (owner.team.empty()) {
            if (account->kind == accounts::AccountKind::individual) found.people.push_back(std::move(*account));
        } else if (account->id == repository.owner_id) {
            if (auto team = db.first<StoredTeam>("SELECT * FROM team WHERE organization_id = $1 AND lower_name = $2",
                                                 account->id, text::to_lower(owner.team)))
                found.teams.push_back(std::move(*team));
        }
    }
    return found;
}

Result<std::vector<Owners>> owners_of_changes(db::Queries& db, const StoredRepository& repository,
                                              const git::Repository& git, const StoredPull& pull)
{
    std::vector<Owners> owners;
    const auto file = TRY(read_code_owners(git, pull.base_branch));
    if (!file || file->rules().empty()) return owners;
    for (const auto* rule : TRY(file->rules_for(TRY(changed_paths(git, pull)))))
        owners.push_back(find_owners(db, repository, *rule));
    return owners;
}

// Whoever was asked once, or has said something, knows of it.
bool knows_of_it(db::Queries& db, std::int64_t issue_id, std::int64_t account_id)
{
    return db.scalar<bool>("SELECT (EXISTS (SELECT 1 FROM review WHERE issue_id = $1 AND reviewer_id = $2)"
                           " OR EXISTS (SELECT 1 FROM comment WHERE issue_id = $1 AND kind = 'review_request'"
                           " AND assignee_id = $2)) AS value",
                           issue_id, account_id);
}

bool knows_of_it(db::Queries& db, std::int64_t issue_id, const StoredTeam& team)
{
    return db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM comment WHERE issue_id = $1 AND kind = 'review_request'"
                           " AND assignee_team_id = $2) AS value",
                           issue_id, team.id);
}

Reviewers whom_to_ask(db::Queries& db, const StoredRepository& repository, const StoredIssue& issue,
                      std::vector<Owners> owners)
{
    Reviewers asked;
    std::set<std::int64_t> seen_people{issue.poster_id};
    std::set<std::int64_t> seen_teams;
    for (auto& [people, teams] : owners) {
        for (auto& person : people)
            if (asked.people.size() < most_asked && seen_people.insert(person.id).second
                && !knows_of_it(db, issue.id, person.id)
                && check_can_review(db, repository, issue.poster_id, issue.poster_id, {.people = {person}}))
                asked.people.push_back(std::move(person));
        for (auto& team : teams)
            if (asked.teams.size() < most_asked && seen_teams.insert(team.id).second && !knows_of_it(db, issue.id, team)
                && check_can_review(db, repository, issue.poster_id, issue.poster_id, {.teams = {team}}))
                asked.teams.push_back(std::move(team));
    }
    return asked;
}

} // namespace

std::vector<Account> owners_of_files(db::Queries& db, const StoredRepository& repository, const git::Repository& git,
                                     const std::string& branch, const std::vector<std::string>& files)
{
    std::vector<Account> people;
    const auto file = read_code_owners(git, branch);
    if (!file || !*file) return people;
    const auto rules = (*file)->rules_for(files);
    if (!rules) return people;
    for (const auto* rule : *rules)
        for (auto& person : find_owners(db, repository, *rule).people)
            if (people.size() < most_asked && std::ranges::find(people, person.id, &Account::id) == people.end())
                people.push_back(std::move(person));
    return people;
}

void request_code_owners(const api::Site& site, const StoredRepository& repository, const git::Repository& git,
                         std::int64_t issue_id)
{
    const auto issue = issues::find_issue(site.db, issue_id);
    const auto pull = find_pull(site.db, issue_id);
    if (!issue || !pull || issue->draft || issue->closed || issue->poster_id == 0) return;
    auto owners = owners_of_changes(site.db, repository, git, *pull);
    if (!owners) {
        log::warn("the owners of changed files could not be found",
                  {{"repository", repository.id}, {"number", issue->number}, {"error", owners.error().message}});
        return;
    }
    const auto asked = whom_to_ask(site.db, repository, *issue, std::move(*owners));
    if (asked.empty()) return;
    (void)site.db.write([&](db::Transaction& tx) -> Result<void> {
        auto now = issues::find_issue(tx, issue_id);
        if (!now || now->closed) return {};
        TRY(request_reviews({tx, site.events, issue->poster_id, *now}, repository, *pull, asked));
        return {};
    });
}

Result<void> check_code_owners(db::Queries& db, const StoredRepository& repository, const git::Repository& git,
                               const StoredPull& pull)
{
    const auto issue = issues::find_issue(db, pull.issue_id);
    const auto owners = owners_of_changes(db, repository, git, pull);
    if (!issue || !owners) return fail(Errc::method_not_allowed, "the owners of the changed files cannot be found");
    const auto approving = db.all<std::int64_t>(
        "SELECT reviewer_id FROM review WHERE issue_id = $1 AND state = 'APPROVED' AND NOT dismissed"
        " AND reviewer_id IS NOT NULL",
        pull.issue_id);
    std::set<std::int64_t> agreeing(approving.begin(), approving.end());
    agreeing.insert(issue->poster_id); // who proposes it need not say so again
    const auto is_agreeing = [&](const StoredTeam& team) {
        return std::ranges::any_of(
            db.all<std::int64_t>("SELECT account_id FROM team_member WHERE team_id = $1", team.id),
            [&](std::int64_t id) { return agreeing.contains(id); });
    };
    for (const auto& [people, teams] : *owners) {
        if (people.empty() && teams.empty()) continue; // nobody is left who could agree
        if (std::ranges::any_of(people, [&](const Account& person) { return agreeing.contains(person.id); })) continue;
        if (std::ranges::any_of(teams, is_agreeing)) continue;
        return fail(Errc::method_not_allowed, "the owners of changed files have not approved it");
    }
    return {};
}

} // namespace cairn::pulls
