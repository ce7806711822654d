// Whom one has blocked.
#include "accounts/guards.hpp"
#include "accounts/profile/block.hpp"
#include "base/text.hpp"
#include "db/database.hpp"
#include "pages/navigation.hpp"
#include "pages/page.hpp"
#include "pages/pager.hpp"
#include "pages/settings/tables.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using accounts::Account;
using words::Phrase;

namespace {

const Notice blocked_by_name{"blocked-by-name", Phrase("The person is blocked.")};
const Notice unblocked_by_name{"unblocked-by-name", Phrase("The person is no longer blocked.")};

struct OwnBlocksQuery : Paging { };
BOOST_DESCRIBE_STRUCT(OwnBlocksQuery, (Paging), ())

struct OwnBlockForm {
    std::string username;
    std::string note;
};
BOOST_DESCRIBE_STRUCT(OwnBlockForm, (), (username, note))
constexpr auto notes(const OwnBlockForm*)
{
    return std::array{Note{.member = "username", .required = true, .max_length = 255},
                      Note{.member = "note", .max_length = 255}};
}

struct OwnBlocksView {
    Navigation navigation;
    std::vector<accounts::User> blocked{};
    Pager pager{};
    Form<OwnBlockForm> form{};
};
BOOST_DESCRIBE_STRUCT(OwnBlocksView, (), (navigation, blocked, pager, form))

constexpr std::string_view blocks = "/user/settings/blocked_users";

Result<OwnBlocksView> show(Call& call, const Account& account, Query<OwnBlocksQuery> query, Form<OwnBlockForm> form)
{
    auto found = accounts::list_blocked(call, query.value, account.id);
    return OwnBlocksView{.navigation = settings_navigation(call),
                         .blocked = std::move(found.items),
                         .pager = pager(call, query.value, found.total),
                         .form = std::move(form)};
}

Result<Done> block(Call& call, const Account& account, Body<OwnBlockForm> form)
{
    const auto other = accounts::find_account(call.db(), text::trim(form->username));
    if (!other || other->id <= 0 || !accounts::check_blockable(call, *other, account.id))
        return fail(Errc::unprocessable, "[username]: nobody has this name");
    TRY(at("username", accounts::block(call, account, *other, form->note)));
    return done(std::string(blocks), blocked_by_name);
}

Result<Done> unblock(Call& call, const Account& account, Path<accounts::UserPath>)
{
    TRY(accounts::unblock(call, account, TRY(accounts::blockable_at(call, "username", account.id))));
    return done(std::string(blocks), unblocked_by_name);
}

constexpr auto& blocks_page = shows<show, "settings/blocked", "userListBlocks userBlockUser">;

// clang-format off
constexpr Operation own_blocks_operations[] = {
    {GET,  "/user/settings/blocked_users",                    scope::none, accounts::signed_in, blocks_page,              200, "siteOwnBlocks",    "Show whom one has blocked"},
    {POST, "/user/settings/blocked_users",                    scope::none, accounts::signed_in, does<block, blocks_page>, 303, "siteOwnBlocked",   "Block somebody by name"},
    {POST, "/user/settings/blocked_users/{username}/unblock", scope::none, accounts::signed_in, does<unblock>,            303, "siteOwnUnblocked", "No longer block somebody"},
};
// clang-format on
static_assert(well_formed(own_blocks_operations));

} // namespace

const Table own_blocks_table{"site", own_blocks_operations, Door::site, refuse_page};

} // namespace cairn::pages
