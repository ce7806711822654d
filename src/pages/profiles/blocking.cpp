// Having nothing to do with somebody: the question before, and the way back.
#include "accounts/guards.hpp"
#include "accounts/profile/block.hpp"
#include "http/url.hpp"
#include "pages/page.hpp"
#include "pages/profiles/tables.hpp"
#include "pages/return_address.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using accounts::Account;
using words::Phrase;

namespace {

const Notice person_blocked{"person-blocked",
                            Phrase("Blocked. You find everybody whom you have blocked in your settings.")};
const Notice person_unblocked{"person-unblocked", Phrase("No longer blocked.")};

struct BlockForm {
    std::string note;
};
BOOST_DESCRIBE_STRUCT(BlockForm, (), (note))
constexpr auto notes(const BlockForm*) { return std::array{Note{.member = "note", .max_length = 255}}; }

struct BlockView {
    PageHead head{};
    std::string name;
    Form<BlockForm> form{};
};
BOOST_DESCRIBE_STRUCT(BlockView, (), (head, name, form))

std::string profile_of(const Account& account) { return "/" + http::encode_path_segment(account.name); }

Result<BlockView> ask(Call& call, const Account& self, Path<accounts::UserPath>, Form<BlockForm> form)
{
    const auto other = TRY(accounts::blockable_at(call, "username", self.id));
    if (other.id == self.id || other.kind != accounts::AccountKind::individual)
        return fail(Errc::not_found, "only other people can be blocked");
    return BlockView{.name = other.name, .form = std::move(form)};
}

Result<Done> block(Call& call, const Account& self, Path<accounts::UserPath>, Body<BlockForm> form)
{
    const auto other = TRY(accounts::blockable_at(call, "username", self.id));
    TRY(accounts::block(call, self, other, form->note));
    return done(profile_of(other), person_blocked);
}

Result<Done> unblock(Call& call, const Account& self, Path<accounts::UserPath>, Body<ReturnQuery> form)
{
    const auto other = TRY(accounts::blockable_at(call, "username", self.id));
    TRY(accounts::unblock(call, self, other));
    return done(safe_redirect(call.settings(), form->redirect_to, profile_of(other)), person_unblocked);
}

constexpr auto& ask_page = shows<ask, "profiles/block", "userListBlocks userBlockUser">;

using accounts::signed_in;

// clang-format off
constexpr Operation blocking_operations[] = {
    {GET,  "/{username}/-/block",   scope::none, signed_in, ask_page,               200, "siteBlockPerson",     "Ask whether to block somebody"},
    {POST, "/{username}/-/block",   scope::none, signed_in, does<block, ask_page>,  303, "sitePersonBlocked",   "Block somebody"},
    {POST, "/{username}/-/unblock", scope::none, signed_in, does<unblock>,          303, "sitePersonUnblocked", "No longer block somebody"},
};
// clang-format on
static_assert(well_formed(blocking_operations));

} // namespace

const Table blocking_table{"site", blocking_operations, Door::site, refuse_page};

} // namespace cairn::pages
