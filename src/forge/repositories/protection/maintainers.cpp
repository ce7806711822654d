#include "repositories/protection/maintainers.hpp"

#include <map>

#include "db/database.hpp"
#include "db/sql_text.hpp"
#include "repositories/protection/listed_names.hpp"

namespace cairn::repositories {

namespace {

struct Proposal {
    std::int64_t poster_id = 0;
    std::int64_t repository_id = 0; // that it is for
    std::string base_branch;
    std::string head_branch;
};
BOOST_DESCRIBE_STRUCT(Proposal, (), (poster_id, repository_id, base_branch, head_branch))

// Those that are open and whose posters let maintainers in; the head repository and more conditions follow.
constexpr db::SqlText proposals_from("SELECT i.poster_id, p.repository_id, p.base_branch, p.head_branch"
                                     " FROM pull_request p JOIN issue i ON i.id = p.issue_id"
                                     " WHERE p.head_repository_id = $1 AND p.repository_id <> $1"
                                     " AND p.allow_maintainer_edit AND NOT i.closed AND i.poster_id IS NOT NULL");
constexpr auto proposals_of_branch = proposals_from + " AND p.head_branch = $2 ORDER BY p.issue_id";

Pusher pusher_of(db::Queries& db, const accounts::Account& account, const StoredRepository& repository)
{
    return {.account_id = account.id, .access = access_of(db, account, repository)};
}

RefRules rules_for(db::Queries& db, const accounts::Account& account, const StoredRepository& repository)
{
    return RefRules::load(db, repository, pusher_of(db, account, repository), RefRules::Part::branches);
}

bool may_merge(const RefRules& base, const Proposal& proposal)
{
    return base.may_merge(base.rule_for(proposal.base_branch));
}

} // namespace

std::vector<Pusher> posters_who_let_in(db::Queries& db, const StoredRepository& head, const std::string& branch,
                                       std::int64_t account_id)
{
    const auto proposals = db.all<Proposal>(proposals_of_branch.text, head.id, branch);
    std::vector<Pusher> posters;
    const auto account = proposals.empty() ? std::nullopt : accounts::find_account(db, account_id);
    if (!account) return posters;
    for (const auto& proposal : proposals) {
        const auto base = find_repository(db, proposal.repository_id);
        if (!base || !may_merge(rules_for(db, *account, *base), proposal)) continue;
        if (const auto poster = accounts::find_account(db, proposal.poster_id))
            posters.push_back(pusher_of(db, *poster, head));
    }
    return posters;
}

std::set<std::string> branches_to_maintain(db::Queries& db, const StoredRepository& head, std::int64_t account_id)
{
    std::set<std::string> branches;
    const auto proposals = db.all<Proposal>(proposals_from.text, head.id);
    const auto account = proposals.empty() ? std::nullopt : accounts::find_account(db, account_id);
    if (!account) return branches;
    std::map<std::int64_t, std::optional<RefRules>> in_base; // the person's, by repository
    std::map<std::int64_t, std::optional<RefRules>> in_head; // the posters'
    for (const auto& proposal : proposals) {
        const auto [base, base_is_new] = in_base.try_emplace(proposal.repository_id);
        if (base_is_new)
            if (const auto repository = find_repository(db, proposal.repository_id))
                base->second.emplace(rules_for(db, *account, *repository));
        if (!base->second || !may_merge(*base->second, proposal)) continue;
        const auto [rules, poster_is_new] = in_head.try_emplace(proposal.poster_id);
        if (poster_is_new)
            if (const auto poster = accounts::find_account(db, proposal.poster_id))
                rules->second.emplace(rules_for(db, *poster, head));
        if (rules->second && rules->second->may_push(rules->second->rule_for(proposal.head_branch)))
            branches.insert(proposal.head_branch);
    }
    return branches;
}

} // namespace cairn::repositories
