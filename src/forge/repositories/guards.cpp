#include "repositories/guards.hpp"

#include "accounts/guards.hpp"
#include "api/routes.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"

namespace cairn::repositories {

using access::Unit;
using api::Call;

namespace {

std::unexpected<Error> refuse(const Call& call, std::string why)
{
    if (call.caller.anonymous()) return fail(Errc::unauthorized, "sign in first");
    return fail(Errc::forbidden, std::move(why));
}

} // namespace

Result<RepositoryContext> find_place(Call& call, std::string_view owner_segment, std::string_view repo_segment)
{
    auto found_owner = accounts::account_at(call, owner_segment);
    // The same words as for a repository that is hidden: they tell nothing of private accounts.
    if (!found_owner && found_owner.error().code == Errc::not_found) return not_found("the repository");
    auto owner = TRY(std::move(found_owner));
    const std::string& name = call.segment(repo_segment);
    const auto viewer = access::Viewer::of(call.caller);
    auto repository = find_repository(call.db(), owner.id, name);
    const bool moved = !repository;
    if (moved) repository = find_moved_repository(call.db(), owner.id, name);
    if (!repository) return not_found("the repository");
    const auto access = access::access_to(call.db(), viewer, repository->facts());
    if (!access.sees()) return not_found("the repository");
    if (!moved)
        return RepositoryContext{.repository = std::move(*repository), .owner = std::move(owner), .access = access};
    const auto new_owner = accounts::find_account(call.db(), repository->owner_id);
    if (!new_owner) return not_found("the repository");
    return elsewhere(Errc::moved,
                     api::address_with(call, {{owner_segment, new_owner->name}, {repo_segment, repository->name}}));
}

namespace question {

namespace {

// [actions] ENABLED = false: nobody finds workflows, whatever the repository says of them.
Result<void> check_offered(const Call& call, Unit unit)
{
    if (unit == Unit::actions && !call.settings().actions.enabled) return not_found("workflows on this site");
    return {};
}

} // namespace

Result<void> sees(const Call&, const RepositoryContext&) { return {}; }

Result<void> signed_in(const Call& call, const RepositoryContext&)
{
    if (call.caller.anonymous()) return fail(Errc::unauthorized, "sign in first");
    return {};
}

Result<void> administers(const Call& call, const RepositoryContext& place)
{
    if (place.access.administers()) return {};
    return refuse(call, "only who administers the repository may do this");
}

Result<void> not_archived(const Call&, const RepositoryContext& place)
{
    if (place.repository.archived()) return fail(Errc::locked, "the repository is archived");
    return {};
}

Result<void> administers_at_once(const Call&, const RepositoryContext& place)
{
    if (place.access.administers()) return {};
    return fail(Errc::forbidden, "only who administers the repository may do this");
}

Result<void> owns(const Call& call, const RepositoryContext& place)
{
    if (place.access.owns()) return {};
    return refuse(call, "only the repository's owner may do this");
}

Result<void> reads_or_forbidden(const Call& call, const RepositoryContext& place, Unit unit)
{
    TRY(check_offered(call, unit));
    if (place.access.reads(unit) || place.access.administers()) return {};
    return fail(Errc::forbidden, "you may not read " + std::string(word_of(unit)) + " of this repository");
}

Result<void> reads_or_unknown(const Call& call, const RepositoryContext& place, Unit unit)
{
    TRY(check_offered(call, unit));
    if (place.access.reads(unit) || place.access.administers()) return {};
    return not_found(word_of(unit));
}

Result<void> writes(const Call& call, const RepositoryContext& place, Unit unit)
{
    TRY(check_offered(call, unit));
    if (place.access.writes(unit) || place.access.administers()) return {};
    return refuse(call, "you may not write to " + std::string(word_of(unit)) + " of this repository");
}

} // namespace question

} // namespace cairn::repositories
