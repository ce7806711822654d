// Who is in an organization: showing it or not, leaving, and taking somebody out.
#include "accounts/guards.hpp"
#include "api/view.hpp"
#include "organizations/guards.hpp"
#include "organizations/member_list.hpp"
#include "pages/issue_lists/organization_head.hpp"
#include "pages/organizations/organization_address.hpp"
#include "pages/organizations/tables.hpp"
#include "pages/page.hpp"
#include "pages/pager.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using accounts::Account;
using organizations::MemberPath;
using organizations::StoredOrganization;
using words::Phrase;

namespace {

const Notice member_shown{"member-shown", Phrase("Everybody sees the membership now.")};
const Notice member_hidden{"member-hidden", Phrase("Only members see the membership now.")};
const Notice member_removed{"member-removed", Phrase("They are no longer a member.")};
const Notice organization_left{"organization-left", Phrase("You have left the organization.")};

struct MembersQuery : Paging {
    std::string q;
};
BOOST_DESCRIBE_STRUCT(MembersQuery, (Paging), (q))
constexpr auto notes(const MembersQuery*) { return std::array{Note{"q", "a piece of the name or the full name"}}; }

struct MemberRow {
    std::string name;
    std::string full_name{};
    std::string avatar{}; // an address
    bool owner = false;
    bool shown = false; // to everybody
    bool second_step = false;
    bool oneself = false;
    bool may_show = false; // the reader may change that
    bool may_remove = false;
};
BOOST_DESCRIBE_STRUCT(MemberRow, (),
                      (name, full_name, avatar, owner, shown, second_step, oneself, may_show, may_remove))

struct MembersView {
    PageHead head{};
    OwnerPlace place;
    std::string base;
    std::string q{};
    bool belongs = false;
    bool owns = false; // sees who has a second step
    std::vector<MemberRow> members{};
    Pager pager{};
};
BOOST_DESCRIBE_STRUCT(MembersView, (), (head, place, base, q, belongs, owns, members, pager))

struct LeaveView {
    PageHead head{};
    OwnerPlace place;
    std::string base;
    std::string name; // who is to go
    bool oneself = false;
};
BOOST_DESCRIBE_STRUCT(LeaveView, (), (head, place, base, name, oneself))

constexpr std::string_view tab = "/org/{}/members";

bool owns(const Call& call, const StoredOrganization& organization)
{
    return call.caller.admin
        || access::standing_in(call.db(), organization.id, call.caller.id) == access::Standing::owner;
}

std::string list_of(const StoredOrganization& organization) { return organization_address(organization) + "/members"; }

Result<MembersView> show(Call& call, const StoredOrganization& organization, Query<MembersQuery> query)
{
    const auto found = organizations::list_members(call, organization, query->q, query.value);
    MembersView view{.place = TRY(organization_head(call, organization, tab)),
                     .base = list_of(organization),
                     .q = query->q,
                     .belongs = !call.caller.anonymous() && organizations::sees_all_members(call, organization),
                     .owns = !call.caller.anonymous() && owns(call, organization),
                     .pager = pager(call, query.value, found.total)};
    for (const auto& one : found.items) {
        const bool oneself = one.id == call.caller.id;
        view.members.push_back({.name = one.name,
                                .full_name = one.full_name,
                                .avatar = one.avatar.empty() ? "" : "/avatars/" + one.avatar,
                                .owner = one.owner,
                                .shown = one.is_public,
                                .second_step = view.owns && one.second_step,
                                .oneself = oneself,
                                .may_show = oneself || view.owns,
                                .may_remove = view.owns && !oneself});
    }
    return view;
}

Result<Done> publicize(Call& call, const StoredOrganization& organization, Path<MemberPath>)
{
    TRY(organizations::show_membership(call, organization, TRY(organizations::person_at(call)), true));
    return done(list_of(organization), member_shown);
}

Result<Done> conceal(Call& call, const StoredOrganization& organization, Path<MemberPath>)
{
    TRY(organizations::show_membership(call, organization, TRY(organizations::person_at(call)), false));
    return done(list_of(organization), member_hidden);
}

Result<Account> member_at(Call& call, const StoredOrganization& organization)
{
    auto person = TRY(organizations::person_at(call));
    if (access::standing_in(call.db(), organization.id, person.id) == access::Standing::stranger)
        return not_found("the member");
    return person;
}

Result<LeaveView> ask_removal(Call& call, const StoredOrganization& organization, Path<MemberPath>)
{
    const auto person = TRY(member_at(call, organization));
    return LeaveView{
        .place = TRY(organization_head(call, organization, tab)), .base = list_of(organization), .name = person.name};
}

Result<Done> remove(Call& call, const StoredOrganization& organization, Path<MemberPath>)
{
    TRY(organizations::remove_member(call, organization, TRY(member_at(call, organization))));
    return done(list_of(organization), member_removed);
}

Result<LeaveView> ask_leaving(Call& call, const StoredOrganization& organization)
{
    const auto& account = accounts::account_of(call.caller);
    if (access::standing_in(call.db(), organization.id, account.id) == access::Standing::stranger)
        return fail(Errc::forbidden, "you are not a member of the organization");
    return LeaveView{.head = {.values = {{"username", account.name}}},
                     .place = TRY(organization_head(call, organization, tab)),
                     .base = list_of(organization),
                     .name = account.name,
                     .oneself = true};
}

Result<Done> leave(Call& call, const StoredOrganization& organization)
{
    TRY(organizations::remove_member(call, organization, accounts::account_of(call.caller)));
    return done("/", organization_left);
}

constexpr auto& list_page =
    shows<show, "organizations/members", "orgListPublicMembers orgPublicizeMember orgDeleteMember">;
constexpr auto& remove_page = shows<ask_removal, "organizations/leave", "orgListMembers orgDeleteMember">;
constexpr auto& leave_page = shows<ask_leaving, "organizations/leave", "orgListMembers">;

using organizations::belongs_to_organization;
using organizations::owns_organization;
using organizations::reads_organization;
using organizations::reads_organization_signed_in;

// clang-format off
constexpr Operation members_operations[] = {
    {GET,  "/org/{org}/members",                   scope::none, reads_organization,           list_page,                 200, "siteMembers",       "Show the members of an organization"},
    {POST, "/org/{org}/members/{username}/show",   scope::none, reads_organization_signed_in, does<publicize>,           303, "siteShowMember",    "Show that somebody is a member"},
    {POST, "/org/{org}/members/{username}/hide",   scope::none, reads_organization_signed_in, does<conceal>,             303, "siteHideMember",    "Hide that somebody is a member"},
    {GET,  "/org/{org}/members/{username}/remove", scope::none, owns_organization,            remove_page,               200, "siteRemoveMember",  "Ask whether to take somebody out of an organization"},
    {POST, "/org/{org}/members/{username}/remove", scope::none, owns_organization,            does<remove>,              303, "siteMemberRemoved", "Take somebody out of an organization"},
    {GET,  "/org/{org}/leave",                     scope::none, belongs_to_organization,      leave_page,                200, "siteLeaveOrganization", "Ask whether to leave an organization"},
    {POST, "/org/{org}/leave",                     scope::none, belongs_to_organization,      does<leave>,               303, "siteOrganizationLeft", "Leave an organization"},
};
// clang-format on
static_assert(well_formed(members_operations));

} // namespace

const Table organization_members_table{"site", members_operations, Door::site, refuse_page};

} // namespace cairn::pages
