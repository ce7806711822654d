#include "pages/issue/reply_menu.hpp"

#include "db/database.hpp"

namespace cairn::pages {

void offer_replies(const api::Call& call, WriteView& view, std::string page, std::string anchor)
{
    if (call.caller.anonymous()) return;
    view.offers_replies = true;
    view.replies = issues::saved_reply_titles(call.db(), call.caller.id);
    view.reply_page = std::move(page);
    view.reply_anchor = std::move(anchor);
}

std::string saved_reply_text(const api::Call& call, std::int64_t id)
{
    if (id <= 0 || call.caller.anonymous()) return {};
    const auto reply = issues::find_saved_reply(call.db(), call.caller.id, id);
    return reply ? reply->body : std::string();
}

} // namespace cairn::pages
