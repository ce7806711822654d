#include "pulls/follow/maintainers.hpp"

#include "db/database.hpp"
#include "repositories/protection/listed_names.hpp"

namespace cairn::pulls {

using accounts::Account;
using repositories::RefRules;
using repositories::StoredRepository;

namespace {

bool may_as_maintainer(db::Queries& db, const Known& known, const StoredRepository& head, const Account& account,
                       UpdateStyle style)
{
    if (!known.pull.allow_maintainer_edit) return false;
    const auto poster = accounts::find_account(db, known.issue.poster_id);
    return poster && may_push(db, *poster, head, known.pull.head_branch, style)
        && may_merge(db, known, merger_of(db, account, known.repository));
}

} // namespace

bool may_push(db::Queries& db, const Account& account, const StoredRepository& head, const std::string& branch,
              UpdateStyle style)
{
    if (head.archived() || head.mirror) return false;
    const auto rules =
        RefRules::load(db, head, {.account_id = account.id, .access = repositories::access_of(db, account, head)},
                       RefRules::Part::branches);
    const auto* rule = rules.rule_for(branch);
    return style == UpdateStyle::rebase ? rules.may_force_push(rule) : rules.may_push(rule);
}

bool may_update(db::Queries& db, const Known& known, const StoredRepository& head, const Account& account,
                UpdateStyle style)
{
    return may_push(db, account, head, known.pull.head_branch, style)
        || may_as_maintainer(db, known, head, account, style);
}

} // namespace cairn::pulls
