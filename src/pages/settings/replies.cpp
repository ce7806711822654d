// Saved replies: the list, a new one, changing and deleting one.
#include "accounts/guards.hpp"
#include "base/shortened.hpp"
#include "db/database.hpp"
#include "issues/saved_reply.hpp"
#include "pages/navigation.hpp"
#include "pages/page.hpp"
#include "pages/settings/tables.hpp"

namespace cairn::pages {

using namespace api;
using accounts::Account;
using accounts::signed_in;
using enum Method;
using issues::SavedReply;
using issues::SavedReplyOption;
using words::Phrase;

namespace {

constexpr std::string_view address = "/user/settings/replies";

const Notice reply_created{"reply-created", Phrase("The reply is saved. Fields for comments have it in their menu.")};
const Notice reply_changed{"reply-changed", Phrase("The reply is changed.")};
const Notice reply_deleted{"reply-deleted", Phrase("The reply is deleted.")};

struct ReplyPath {
    std::int64_t id = 0;
};
BOOST_DESCRIBE_STRUCT(ReplyPath, (), (id))

struct RepliesView {
    Navigation navigation;
    std::vector<SavedReply> replies;
    bool full = false; // there may be no more
    Form<SavedReplyOption> form;
};
BOOST_DESCRIBE_STRUCT(RepliesView, (), (navigation, replies, full, form))

struct ReplyView {
    Navigation navigation;
    SavedReply reply;
    Form<SavedReplyOption> form;
};
BOOST_DESCRIBE_STRUCT(ReplyView, (), (navigation, reply, form))

Result<RepliesView> show(Call& call, const Account& account, Form<SavedReplyOption> form)
{
    RepliesView view{.navigation = settings_navigation(call),
                     .replies = issues::saved_replies(call.db(), account.id),
                     .form = std::move(form)};
    view.full = static_cast<std::int64_t>(view.replies.size()) >= issues::most_saved_replies;
    // A row shows the beginning.
    constexpr std::size_t most_shown = 200;
    for (auto& reply : view.replies) reply.body = shortened(reply.body, most_shown);
    return view;
}

Result<Done> create(Call& call, const Account&, Body<SavedReplyOption> form)
{
    TRY(issues::create_saved_reply(call, form.value));
    return done(std::string(address), reply_created);
}

Result<ReplyView> show_one(Call& call, const Account& account, Path<ReplyPath> path, Form<SavedReplyOption> form)
{
    auto reply = issues::find_saved_reply(call.db(), account.id, path->id);
    if (!reply) return not_found("the saved reply");
    form.begin_with({.title = reply->title, .body = reply->body});
    return ReplyView{.navigation = settings_navigation(call), .reply = std::move(*reply), .form = std::move(form)};
}

Result<Done> change(Call& call, const Account&, Path<ReplyPath> path, Body<SavedReplyOption> form)
{
    TRY(issues::change_saved_reply(call, path->id, form.value));
    return done(std::string(address), reply_changed);
}

Result<Done> remove(Call& call, const Account&, Path<ReplyPath> path)
{
    TRY(issues::delete_saved_reply(call, path->id));
    return done(std::string(address), reply_deleted);
}

constexpr auto& list_page = shows<show, "settings/replies">;
constexpr auto& edit_page = shows<show_one, "settings/reply">;
constexpr auto& delete_page = shows<show_one, "settings/delete_reply">;

// clang-format off
constexpr Operation reply_operations[] = {
    {GET,  "/user/settings/replies",             scope::none, signed_in, list_page,               200, "siteReplies",       "Show the own saved replies"},
    {POST, "/user/settings/replies",             scope::none, signed_in, does<create, list_page>, 303, "siteNewReply",      "Save a reply"},
    {GET,  "/user/settings/replies/{id}",        scope::none, signed_in, edit_page,               200, "siteReply",         "Show a saved reply, to be changed"},
    {POST, "/user/settings/replies/{id}",        scope::none, signed_in, does<change, edit_page>, 303, "siteReplyChanged",  "Change a saved reply"},
    {GET,  "/user/settings/replies/{id}/delete", scope::none, signed_in, delete_page,             200, "siteDeleteReply",   "Ask whether to delete a saved reply"},
    {POST, "/user/settings/replies/{id}/delete", scope::none, signed_in, does<remove>,            303, "siteReplyDeleted",  "Delete a saved reply"},
};
// clang-format on
static_assert(well_formed(reply_operations));

} // namespace

const Table replies_table{"site", reply_operations, Door::site, refuse_page};

} // namespace cairn::pages
