#include "issues/guards.hpp"

namespace cairn::issues {

using access::Unit;
using api::Call;
using repositories::RepositoryContext;

Result<void> check_writes_issues_or_pulls(const Call& call, const RepositoryContext& place)
{
    const auto& access = place.access;
    if (access.writes(Unit::issues) || access.writes(Unit::pulls) || access.administers()) return {};
    if (call.caller.anonymous()) return fail(Errc::unauthorized, "sign in first");
    return fail(Errc::forbidden, "you may write neither to issues nor to pull requests of this repository");
}

} // namespace cairn::issues
