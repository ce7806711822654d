#include "issues/assignment.hpp"

#include "accounts/profile/block.hpp"
#include "db/database.hpp"
#include "issues/changes.hpp"

namespace cairn::issues {

using access::Unit;
using accounts::Account;
using accounts::AccountKind;
using api::Call;

namespace {

Result<StoredIssue> change(const Call& call, const IssueContext& at, const std::set<std::int64_t>& ids, bool assigned)
{
    return call.db().write([&](db::Transaction& tx) -> Result<StoredIssue> {
        auto issue = find_issue(tx, at.issue.id);
        if (!issue) return not_found("the issue");
        for (const auto id : ids) set_assigned({tx, call.site.events, call.caller.id, *issue}, id, assigned);
        return *issue;
    });
}

} // namespace

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

Result<std::set<std::int64_t>> find_assignees(const Call& call, const RepositoryContext& place,
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

Result<void> check_assigns(Call& call)
{
    auto place = TRY(repositories::find_place(call));
    TRY(question::changeable(call, place));
    auto issue = TRY(find_readable_issue(call, place));
    if (!place.access.writes(issue.unit()))
        return fail(Errc::forbidden, "you may not assign this issue to anybody", ErrorForm::empty);
    call.load(IssueContext{.place = std::move(place), .issue = std::move(issue)});
    return {};
}

Result<StoredIssue> assign(const Call& call, const IssueContext& at, const IssueAssigneesOption& option)
{
    return change(call, at, TRY(find_assignees(call, at.place, option.assignees, Errc::forbidden)), true);
}

Result<StoredIssue> unassign(const Call& call, const IssueContext& at, const IssueAssigneesOption& option)
{
    std::set<std::int64_t> ids;
    for (const auto& name : option.assignees) {
        const auto person = accounts::find_account(call.db(), name);
        if (!person) return fail(Errc::unprocessable, "nobody is called " + name);
        ids.insert(person->id);
    }
    return change(call, at, ids, false);
}

} // namespace cairn::issues
