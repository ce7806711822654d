#include "runners/task_at_work.hpp"

#include "base/text.hpp"
#include "db/database.hpp"

namespace cairn::runners {

Result<void> check_is_task(api::Call& call)
{
    const auto authorization = call.request.header("Authorization");
    constexpr std::string_view scheme = "Bearer ";
    const auto claims = text::istarts_with(authorization, scheme)
        ? read_runtime_token(call.settings(), text::trim(authorization.substr(scheme.size())), Time::now())
        : std::nullopt;
    const bool works = claims
        && call.db().scalar<bool>("SELECT EXISTS (SELECT 1 FROM access_token WHERE task_id = $1"
                                  " AND (expires_at = 0 OR expires_at > $2)) AS value",
                                  claims->task_id, Time::now());
    if (!works) return fail(Errc::unauthorized, "only a task that is at work may do this, with its own token");
    call.load(*claims);
    return {};
}

} // namespace cairn::runners
