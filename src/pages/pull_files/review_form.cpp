#include "pages/pull_files/review_form.hpp"

#include "pages/pull_place/pull_place.hpp"

namespace cairn::pages {

using api::Call;
using pulls::PullContext;

ReviewForm review_form(const Call& call, const PullContext& at, std::int64_t drafts, Form<pulls::SaidOpinion> form)
{
    const auto rights = thread_rights(call, at);
    ReviewForm shown{.action = pull_address(at) + "/review", .form = std::move(form)};
    shown.may_talk = rights.may_talk;
    shown.signed_in = rights.signed_in;
    shown.own = at.is_poster(call.caller);
    shown.closed = at.issue.closed;
    shown.may_judge = rights.may_talk && !shown.own && !shown.closed;
    shown.drafts = drafts;
    shown.head = at.pull.head_sha;
    if (drafts > 0) shown.discard = pull_address(at) + "/review/discard";
    return shown;
}

} // namespace cairn::pages
