#include "accounts/sign_in/listening.hpp"

namespace cairn::accounts {

Result<api::Raw> listen(const api::Call& call, std::vector<live::Topic> topics)
{
    if (call.caller.credential != api::Credential::session) return fail(Errc::forbidden, "events are for pages");
    auto listener = TRY(call.site.get<live::Hub>().listen(call.caller.id, call.caller.session_id, std::move(topics)));
    return api::Raw{.body = http::body_of(std::move(listener)),
                    .content_type = "text/event-stream",
                    .status = 200,
                    .headers = {{"Cache-Control", "no-store, no-transform"}, {"X-Accel-Buffering", "no"}}};
}

} // namespace cairn::accounts
