#include "issues/assignment.hpp"

#include "accounts/profile/blocks.hpp"
#include "db/database.hpp"

namespace cairn::issues {

using access::Unit;
using accounts::Account;
using accounts::AccountKind;

bool is_assignable(db::Queries& db, const repositories::StoredRepository& repository, const Account& person)
{
    if (person.kind != AccountKind::individual) return false;
    const access::Viewer viewer{.id = person.id, .admin = person.is_admin, .restricted = person.is_restricted};
    const auto access = access::access_to(db, viewer, repository.facts());
    if (access.reads(Unit::pulls)) return true;
    for (std::size_t i = 0; i < access::unit_count; ++i)
        if (access.writes(static_cast<Unit>(i))) return true;
    return false;
}

Result<std::set<std::int64_t>> find_assignees(const api::Call& call, const RepositoryContext& place,
                                              const std::vector<std::string>& names, Errc refusal)
{
    std::set<std::int64_t> ids;
    for (const auto& name : names) {
        if (name.empty()) continue;
        const auto person = accounts::find_account(call.db(), name);
        if (!person) return fail(Errc::unprocessable, "nobody is called " + name);
        if (!is_assignable(call.db(), place.repository, *person))
            return fail(refusal, person->name + " cannot be assigned here");
        if (accounts::is_blocked(call.db(), person->id, call.caller.id))
            return fail(Errc::forbidden, person->name + " has blocked you");
        ids.insert(person->id);
    }
    return ids;
}

} // namespace cairn::issues
