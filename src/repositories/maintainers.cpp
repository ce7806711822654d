#include "repositories/maintainers.hpp"

#include <algorithm>

#include "db/database.hpp"
#include "repositories/listed_names.hpp"

namespace cairn::repositories {

namespace {

struct Proposal {
    std::int64_t poster_id = 0;
    std::int64_t repository_id = 0; // that it is for
    std::string base_branch;
};
BOOST_DESCRIBE_STRUCT(Proposal, (), (poster_id, repository_id, base_branch))

Pusher pusher_of(db::Queries& db, const accounts::Account& account, const StoredRepository& repository)
{
    return {.account_id = account.id, .access = access_of(db, account, repository)};
}

bool may_merge(db::Queries& db, const Proposal& proposal, const accounts::Account& account)
{
    const auto base = find_repository(db, proposal.repository_id);
    if (!base) return false;
    const auto rules = RefRules::load(db, *base, pusher_of(db, account, *base), RefRules::Part::branches);
    return rules.may_merge(rules.rule_for(proposal.base_branch));
}

} // namespace

std::vector<Pusher> posters_who_let_in(db::Queries& db, const StoredRepository& head, const std::string& branch,
                                       std::int64_t account_id)
{
    const auto proposals = db.all<Proposal>(
        "SELECT i.poster_id, p.repository_id, p.base_branch FROM pull_request p JOIN issue i ON i.id = p.issue_id"
        " WHERE p.head_repository_id = $1 AND p.head_branch = $2 AND p.repository_id <> $1 AND p.allow_maintainer_edit"
        " AND NOT i.closed AND i.poster_id IS NOT NULL ORDER BY p.issue_id",
        head.id, branch);
    std::vector<Pusher> posters;
    const auto account = proposals.empty() ? std::nullopt : accounts::find_account(db, account_id);
    if (!account) return posters;
    for (const auto& proposal : proposals)
        if (const auto poster = accounts::find_account(db, proposal.poster_id);
            poster && may_merge(db, proposal, *account))
            posters.push_back(pusher_of(db, *poster, head));
    return posters;
}

std::set<std::string> branches_of_posters(db::Queries& db, const StoredRepository& head)
{
    const auto names = db.all<std::string>(
        "SELECT DISTINCT p.head_branch FROM pull_request p JOIN issue i ON i.id = p.issue_id"
        " WHERE p.head_repository_id = $1 AND p.repository_id <> $1 AND p.allow_maintainer_edit AND NOT i.closed",
        head.id);
    return {names.begin(), names.end()};
}

bool may_push_as_maintainer(db::Queries& db, const StoredRepository& head, const std::string& branch,
                            std::int64_t account_id)
{
    return std::ranges::any_of(posters_who_let_in(db, head, branch, account_id), [&](const Pusher& poster) {
        const auto rules = RefRules::load(db, head, poster, RefRules::Part::branches);
        return rules.may_push(rules.rule_for(branch));
    });
}

} // namespace cairn::repositories
