// A team: who is in it and who is invited to it, which repositories it has, and what it may do there.
#include "accounts/guards.hpp"
#include "accounts/sign_in/in_person.hpp"
#include "api/view.hpp"
#include "base/text.hpp"
#include "organizations/invitation.hpp"
#include "organizations/member_list.hpp"
#include "organizations/named_team.hpp"
#include "pages/explore/shown_account.hpp"
#include "pages/explore/shown_repository.hpp"
#include "pages/issue_lists/organization_head.hpp"
#include "pages/organizations/organization_address.hpp"
#include "pages/organizations/tables.hpp"
#include "pages/organizations/team_units.hpp"
#include "pages/page.hpp"
#include "pages/pager.hpp"
#include "repositories/social/team_access.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using organizations::TeamAndOrganization;
using words::Phrase;

namespace {

const Notice team_member_added{"team-member-added", Phrase("They are in the team now.")};
const Notice team_invitation_sent{"team-invitation-sent", Phrase("An invitation is on its way to that address.")};
const Notice team_invitation_ended{"team-invitation-ended",
                                   Phrase("The invitation is called off. Its link works no more.")};
const Notice team_member_removed{"team-member-removed", Phrase("They are no longer in the team.")};
const Notice team_repository_added{"team-repository-added", Phrase("The team has the repository now.")};
const Notice team_repository_removed{"team-repository-removed", Phrase("The team no longer has the repository.")};

struct AddMemberForm {
    std::string username;
};
BOOST_DESCRIBE_STRUCT(AddMemberForm, (), (username))
constexpr auto notes(const AddMemberForm*)
{
    return std::array{Note{.member = "username", .required = true, .max_length = 255}};
}

struct InvitationIdPath {
    std::int64_t id = 0;
};
BOOST_DESCRIBE_STRUCT(InvitationIdPath, (), (id))
constexpr auto notes(const InvitationIdPath*) { return std::array{Note{"id", "the invitation's id"}}; }

struct TeamRepositoryForm {
    std::string repository;
};
BOOST_DESCRIBE_STRUCT(TeamRepositoryForm, (), (repository))
constexpr auto notes(const TeamRepositoryForm*)
{
    return std::array{Note{.member = "repository", .required = true, .max_length = 255}};
}

struct TeamListQuery : Paging { };
BOOST_DESCRIBE_STRUCT(TeamListQuery, (Paging), ())

struct TeamView {
    PageHead head{};
    OwnerPlace place;
    std::string base;    // of what is done to the team
    std::string address; // of its page
    std::string name;
    std::string description{};
    organizations::Visibility visibility = organizations::Visibility::private_;
    bool of_owners = false;
    bool administers = false;
    bool all_repositories = false;
    bool may_create_repositories = false;
    std::vector<TeamUnitRow> units{};
    std::int64_t member_count = 0;
    std::int64_t repository_count = 0;
    bool joined = false;
    bool owns = false;     // the reader owns the organization
    bool may_give = false; // repositories to the team
    bool of_repositories = false;
    bool invites = false; // the site sends mail
    std::vector<ShownPerson> members{};
    std::vector<organizations::OpenInvitation> invitations{}; // for owners
    std::vector<ShownRepository> repositories{};
    Pager pager{};
    Form<AddMemberForm> member_form{};
    Form<TeamRepositoryForm> repository_form{};
};
BOOST_DESCRIBE_STRUCT(TeamView, (),
                      (head, place, base, address, name, description, visibility, of_owners, administers,
                       all_repositories, may_create_repositories, units, member_count, repository_count, joined, owns,
                       may_give, of_repositories, invites, members, invitations, repositories, pager, member_form,
                       repository_form))

Result<TeamView> team_view(Call& call, const TeamAndOrganization& of)
{
    const auto& team = of.team;
    auto counts = organizations::team_counts(call, {team.id});
    const bool owns = call.caller.admin
        || access::standing_in(call.db(), of.organization.id, call.caller.id) == access::Standing::owner;
    return TeamView{.head = {.values = {{"id", std::to_string(team.id)}}},
                    .place = TRY(organization_head(call, of.organization, "/org/{}/teams")),
                    .base = team_base(of.organization, team),
                    .address = team_address(of.organization, team),
                    .name = team.name,
                    .description = team.description,
                    .visibility = team.visibility,
                    .of_owners = team.is_of_owners(),
                    .administers = team.permission == access::Level::admin,
                    .all_repositories = team.includes_all_repositories,
                    .may_create_repositories = team.can_create_org_repo,
                    .units = team_unit_rows(language_of(call), team),
                    .member_count = counts[team.id].members,
                    .repository_count = counts[team.id].repositories,
                    .joined = counts[team.id].joined,
                    .owns = owns,
                    .may_give = owns && !team.includes_all_repositories};
}

Result<TeamView> show_members(Call& call, const TeamAndOrganization& of, Query<TeamListQuery> query,
                              Form<AddMemberForm> form)
{
    auto view = TRY(team_view(call, of));
    const auto found = organizations::members_of(call, of.team, query.value);
    view.members = show_account_rows(call, found.items, accounts::AccountKind::individual);
    view.invites = organizations::can_invite(call);
    if (view.owns) view.invitations = organizations::open_invitations(call.db(), of.team);
    view.pager = pager(call, query.value, found.total);
    view.member_form = std::move(form);
    return view;
}

Result<TeamView> show_repositories(Call& call, const TeamAndOrganization& of, Query<TeamListQuery> query,
                                   Form<TeamRepositoryForm> form)
{
    auto view = TRY(team_view(call, of));
    const auto found = repositories::repositories_of(call, of.team, query.value);
    view.of_repositories = true;
    view.repositories = show_repository_rows(call, found.items);
    view.pager = pager(call, query.value, found.total);
    view.repository_form = std::move(form);
    return view;
}

Result<Done> add_member(Call& call, const TeamAndOrganization& of, Body<AddMemberForm> form)
{
    const std::string named(text::trim(form->username));
    // No name has an '@' in it.
    if (named.contains('@')) {
        TRY(at("username", organizations::invite(call, of, named)));
        return done(team_address(of.organization, of.team), team_invitation_sent);
    }
    const auto person = accounts::find_account(call.db(), named);
    if (!person || person->kind != accounts::AccountKind::individual || person->id <= 0
        || !accounts::check_sees_account(call, *person))
        return fail(Errc::unprocessable, "[username]: nobody has this name");
    TRY(at("username", organizations::add_to_team(call, of.team, *person)));
    return done(team_address(of.organization, of.team), team_member_added);
}

Result<Done> end_invitation(Call& call, const TeamAndOrganization& of, Path<InvitationIdPath> path)
{
    TRY(organizations::call_off(call, of.team, path->id));
    return done(team_address(of.organization, of.team), team_invitation_ended);
}

Result<Done> remove_member(Call& call, const TeamAndOrganization& of, Path<organizations::MemberPath>)
{
    TRY(organizations::remove_from_team(call, of.team, TRY(organizations::person_at(call))));
    return done(team_address(of.organization, of.team), team_member_removed);
}

// "tern", or "fjordworks/tern" as one copies it from elsewhere.
Result<repositories::TeamRepository> named_repository(Call& call, const TeamAndOrganization& of, std::string_view text)
{
    text = text::trim(text);
    const auto slash = text.find('/');
    const auto owner = slash == text.npos ? of.organization.name : std::string(text.substr(0, slash));
    const std::string name(slash == text.npos ? text : text.substr(slash + 1));
    auto found = repositories::find_repository_of(call, of, owner, name);
    if (!found) return fail(Errc::unprocessable, "[repository]: the organization has no such repository");
    return found;
}

Result<Done> add_repository(Call& call, const TeamAndOrganization& of, Body<TeamRepositoryForm> form)
{
    const auto repository = TRY(named_repository(call, of, form->repository));
    TRY(at("repository", repositories::give_to_team(call, of, repository)));
    return done(team_base(of.organization, of.team) + "/repositories", team_repository_added);
}

Result<Done> remove_repository(Call& call, const TeamAndOrganization& of, Body<TeamRepositoryForm> form)
{
    const auto repository = TRY(named_repository(call, of, form->repository));
    TRY(at("repository", repositories::take_from_team(call, of, repository)));
    return done(team_base(of.organization, of.team) + "/repositories", team_repository_removed);
}

constexpr auto& members_page =
    shows<show_members, "organizations/team", "orgGetTeam orgListTeamMembers orgAddTeamMember">;
constexpr auto& repositories_page =
    shows<show_repositories, "organizations/team", "orgGetTeam orgListTeamRepos orgAddTeamRepository">;

using accounts::in_person;
using organizations::owns_named_team;
using organizations::reads_named_team;

// clang-format off
constexpr Operation team_operations[] = {
    {GET,  "/org/{org}/teams/{team}",                           scope::none, reads_named_team,           members_page,                            200, "siteTeam",                  "Show a team"},
    {GET,  "/org/{org}/teams/{team}/members",                   scope::none, reads_named_team,           members_page,                            200, "siteTeamMembers",           "Show the members of a team, whatever it is called"},
    {POST, "/org/{org}/teams/{team}/members",                   scope::none, in_person<owns_named_team>, does<add_member, members_page>,          303, "siteTeamMemberAdded",       "Put somebody into a team"},
    {POST, "/org/{org}/teams/{team}/members/{username}/remove", scope::none, owns_named_team,            does<remove_member>,                     303, "siteTeamMemberRemoved",     "Take somebody out of a team"},
    {POST, "/org/{org}/teams/{team}/invitations/{id}/end",      scope::none, owns_named_team,            does<end_invitation>,                    303, "siteTeamInvitationEnded",   "Call off an invitation to a team"},
    {GET,  "/org/{org}/teams/{team}/repositories",              scope::none, reads_named_team,           repositories_page,                       200, "siteTeamRepositories",      "Show the repositories of a team"},
    {POST, "/org/{org}/teams/{team}/repositories",              scope::none, reads_named_team,           does<add_repository, repositories_page>, 303, "siteTeamRepositoryAdded",   "Give a repository to a team"},
    {POST, "/org/{org}/teams/{team}/repositories/remove",       scope::none, reads_named_team,           does<remove_repository, repositories_page>, 303, "siteTeamRepositoryRemoved", "Take a repository from a team"},
};
// clang-format on
static_assert(well_formed(team_operations));

} // namespace

const Table team_page_table{"site", team_operations, Door::site, refuse_page};

} // namespace cairn::pages
