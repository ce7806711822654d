// Whom an organization wants nothing to do with.
#include "accounts/guards.hpp"
#include "accounts/profile/block.hpp"
#include "base/text.hpp"
#include "db/database.hpp"
#include "organizations/guards.hpp"
#include "organizations/member.hpp"
#include "pages/issue_lists/organization_head.hpp"
#include "pages/organizations/organization_address.hpp"
#include "pages/organizations/tables.hpp"
#include "pages/page.hpp"
#include "pages/pager.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using organizations::MemberPath;
using organizations::StoredOrganization;
using words::Phrase;

namespace {

const Notice organization_blocked{"organization-blocked", Phrase("The person is blocked.")};
const Notice organization_unblocked{"organization-unblocked", Phrase("The person is no longer blocked.")};

struct OrganizationBlocksQuery : Paging { };
BOOST_DESCRIBE_STRUCT(OrganizationBlocksQuery, (Paging), ())

struct OrganizationBlockForm {
    std::string username;
    std::string note;
};
BOOST_DESCRIBE_STRUCT(OrganizationBlockForm, (), (username, note))
constexpr auto notes(const OrganizationBlockForm*)
{
    return std::array{Note{.member = "username", .required = true, .max_length = 255},
                      Note{.member = "note", .max_length = 255}};
}

struct OrganizationBlocksView {
    PageHead head{};
    OwnerPlace place;
    Navigation navigation{};
    std::string base;
    std::vector<accounts::User> blocked{};
    Pager pager{};
    Form<OrganizationBlockForm> form{};
};
BOOST_DESCRIBE_STRUCT(OrganizationBlocksView, (), (head, place, navigation, base, blocked, pager, form))

std::string blocks_address(const StoredOrganization& organization)
{
    return organization_address(organization) + "/settings/blocked_users";
}

Result<OrganizationBlocksView> show(Call& call, const StoredOrganization& organization,
                                    Query<OrganizationBlocksQuery> query, Form<OrganizationBlockForm> form)
{
    auto found = accounts::list_blocked(call, query.value, organization.id);
    return OrganizationBlocksView{.place = TRY(organization_head(call, organization, "/org/{}/settings")),
                                  .navigation = organization_settings_navigation(call),
                                  .base = blocks_address(organization),
                                  .blocked = std::move(found.items),
                                  .pager = pager(call, query.value, found.total),
                                  .form = std::move(form)};
}

Result<Done> block(Call& call, const StoredOrganization& organization, Body<OrganizationBlockForm> form)
{
    const auto other = accounts::find_account(call.db(), text::trim(form->username));
    if (!other || other->id <= 0 || !accounts::check_blockable(call, *other, organization.id))
        return fail(Errc::unprocessable, "[username]: nobody has this name");
    TRY(at("username", organizations::block(call, organization, *other, form->note)));
    return done(blocks_address(organization), organization_blocked);
}

Result<Done> unblock(Call& call, const StoredOrganization& organization, Path<MemberPath>)
{
    TRY(organizations::unblock(call, organization, TRY(accounts::blockable_at(call, "username", organization.id))));
    return done(blocks_address(organization), organization_unblocked);
}

constexpr auto& blocks_page = shows<show, "organizations/blocked", "organizationListBlocks organizationBlockUser">;

using organizations::owns_organization;

// clang-format off
constexpr Operation blocks_operations[] = {
    {GET,  "/org/{org}/settings/blocked_users",                    scope::none, owns_organization, blocks_page,              200, "siteOrganizationBlocks",    "Show whom an organization has blocked"},
    {POST, "/org/{org}/settings/blocked_users",                    scope::none, owns_organization, does<block, blocks_page>, 303, "siteOrganizationBlocked",   "Block somebody for an organization"},
    {POST, "/org/{org}/settings/blocked_users/{username}/unblock", scope::none, owns_organization, does<unblock>,            303, "siteOrganizationUnblocked", "No longer block somebody for an organization"},
};
// clang-format on
static_assert(well_formed(blocks_operations));

} // namespace

const Table organization_blocks_table{"site", blocks_operations, Door::site, refuse_page};

} // namespace cairn::pages
