// What cannot be undone with the same button: each has a page of its own that says what follows, and asks for the
// repository's name.
#include "accounts/sign_in/in_person.hpp"
#include "accounts/unlimited.hpp"
#include "mirrors/pull.hpp"
#include "pages/page.hpp"
#include "pages/places/repository_address.hpp"
#include "pages/places/repository_place.hpp"
#include "pages/repository_settings/tables.hpp"
#include "repositories/lifecycle/create.hpp"
#include "repositories/lifecycle/edit.hpp"
#include "repositories/lifecycle/fork.hpp"
#include "repositories/lifecycle/transfer.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using repositories::RepositoryContext;
using words::Phrase;

namespace {

const Notice made_private{"repository-private", Phrase("The repository is private now.")};
const Notice made_public{"repository-public", Phrase("The repository is public now.")};
const Notice given_away{"repository-given-away", Phrase("The repository has a new owner.")};
const Notice offered{"repository-offered",
                     Phrase("The repository is offered. It stays as it is until the offer is taken.")};
const Notice archived{"repository-archived", Phrase("The repository is archived.")};
const Notice unarchived{"repository-unarchived", Phrase("The repository can be changed again.")};
const Notice mirror_converted{"mirror-converted", Phrase("The repository is no mirror any more.")};
const Notice fork_converted{"fork-converted", Phrase("The repository is no fork any more.")};
const Notice repository_deleted{"repository-deleted", Phrase("The repository is deleted.")};

struct TypedNameForm {
    std::string typed_name;
};
BOOST_DESCRIBE_STRUCT(TypedNameForm, (), (typed_name))
constexpr auto notes(const TypedNameForm*) { return std::array{Note{.member = "typed_name", .required = true}}; }

struct VisibilityForm {
    bool private_ = false;
    std::string typed_name;
};
BOOST_DESCRIBE_STRUCT(VisibilityForm, (), (private_, typed_name))
constexpr auto notes(const VisibilityForm*)
{
    return std::array{Note{.member = "private", .required = true}, Note{.member = "typed_name", .required = true}};
}

struct TransferForm {
    std::string new_owner;
    std::string typed_name;
};
BOOST_DESCRIBE_STRUCT(TransferForm, (), (new_owner, typed_name))
constexpr auto notes(const TransferForm*)
{
    return std::array{Note{.member = "new_owner", .required = true, .max_length = 100},
                      Note{.member = "typed_name", .required = true}};
}

// What would be lost or follow, in numbers.
struct RepositoryToll {
    std::string full_name;
    bool private_ = false;
    bool archived = false;
    std::int64_t issues = 0; // that are open
    std::int64_t pulls = 0;
    std::int64_t releases = 0;
    std::int64_t stars = 0;
    std::int64_t watchers = 0;
    std::int64_t forks = 0;
    std::string fork_of{};
};
BOOST_DESCRIBE_STRUCT(RepositoryToll, (),
                      (full_name, private_, archived, issues, pulls, releases, stars, watchers, forks, fork_of))

struct DangerPage {
    RepositoryPlace place;
    Navigation navigation{};
    std::string base; // the address of the settings
    RepositoryToll toll;
};
BOOST_DESCRIBE_STRUCT(DangerPage, (), (place, navigation, base, toll))

struct VisibilityView : DangerPage {
    Form<VisibilityForm> form;
};
BOOST_DESCRIBE_STRUCT(VisibilityView, (DangerPage), (form))

struct TransferView : DangerPage {
    Form<TransferForm> form;
};
BOOST_DESCRIBE_STRUCT(TransferView, (DangerPage), (form))

struct TypedNameView : DangerPage {
    Form<TypedNameForm> form;
};
BOOST_DESCRIBE_STRUCT(TypedNameView, (DangerPage), (form))

std::string settings_address(const RepositoryContext& place) { return repository_address(place) + "/settings"; }

Result<void> check_typed(const RepositoryContext& place, std::string_view typed)
{
    if (typed == place.owner.name + "/" + place.repository.name) return {};
    return fail(Errc::unprocessable, "[typed_name]: this is not the name of the repository");
}

template <class View, class T> View show(const Call& call, const RepositoryContext& place, Form<T> form)
{
    const auto& repository = place.repository;
    View view;
    view.place = repository_place(call, place, RepositoryTab::settings);
    view.navigation = repository_settings_navigation(call);
    view.base = settings_address(place);
    view.toll = {.full_name = place.owner.name + "/" + repository.name,
                 .private_ = repository.private_,
                 .archived = repository.archived(),
                 .issues = repository.open_issues_count,
                 .pulls = repository.open_pulls_count,
                 .releases = repository.release_count,
                 .stars = repository.stars_count,
                 .watchers = repository.watchers_count,
                 .forks = repository.forks_count,
                 .fork_of = view.place.parent};
    view.form = std::move(form);
    return view;
}

Result<void> check_may_change_privacy(const Call& call, const RepositoryContext& place)
{
    if (repositories::can_change_privacy(call, place.repository)) return {};
    return fail(Errc::forbidden, "who sees this repository cannot be changed here");
}

Result<VisibilityView> show_visibility(Call& call, const RepositoryContext& place, Form<VisibilityForm> form)
{
    TRY(check_may_change_privacy(call, place));
    return show<VisibilityView>(call, place, std::move(form));
}

Result<Done> change_visibility(Call& call, const RepositoryContext& place, Body<VisibilityForm> form)
{
    if (form->private_ != place.repository.private_) TRY(check_may_change_privacy(call, place));
    TRY(check_typed(place, form->typed_name));
    repositories::EditRepoOption wanted;
    wanted.private_ = form->private_;
    TRY(repositories::edit_repository(call, place, wanted));
    return done(settings_address(place), form->private_ ? made_private : made_public);
}

Result<TransferView> show_transfer(Call& call, const RepositoryContext& place, Form<TransferForm> form)
{
    return show<TransferView>(call, place, std::move(form));
}

Result<Done> transfer(Call& call, const RepositoryContext& place, Body<TransferForm> form)
{
    TRY(check_typed(place, form->typed_name));
    auto moved = repositories::transfer_repository(call, place, {.new_owner = form->new_owner, .team_ids = {}});
    if (!moved && moved.error().code == Errc::not_found)
        return fail(Errc::unprocessable, "[new_owner]: there is no person or organization of this name");
    if (TRY(at("new_owner", std::move(moved))) == repositories::Transferred::offered)
        return done(repository_address(place), offered);
    const auto recipient = accounts::find_account(call.db(), form->new_owner);
    return done(repository_address(recipient ? recipient->name : form->new_owner, place.repository.name), given_away);
}

Result<TypedNameView> show_asking(Call& call, const RepositoryContext& place, Form<TypedNameForm> form)
{
    return show<TypedNameView>(call, place, std::move(form));
}

Result<Done> set_archived(Call& call, const RepositoryContext& place, bool yes)
{
    repositories::EditRepoOption wanted;
    wanted.archived = yes;
    TRY(repositories::edit_repository(call, place, wanted));
    return done(settings_address(place), yes ? archived : unarchived);
}

Result<Done> archive(Call& call, const RepositoryContext& place) { return set_archived(call, place, true); }
Result<Done> unarchive(Call& call, const RepositoryContext& place) { return set_archived(call, place, false); }

Result<Done> convert_mirror(Call& call, const RepositoryContext& place, Body<TypedNameForm> form)
{
    TRY(check_typed(place, form->typed_name));
    TRY(mirrors::convert_pull_mirror(call, place));
    return done(settings_address(place), mirror_converted);
}

Result<Done> convert_fork(Call& call, const RepositoryContext& place, Body<TypedNameForm> form)
{
    TRY(check_typed(place, form->typed_name));
    TRY(repositories::end_fork(call, place));
    return done(settings_address(place), fork_converted);
}

Result<Done> remove(Call& call, const RepositoryContext& place, Body<TypedNameForm> form)
{
    TRY(check_typed(place, form->typed_name));
    repositories::delete_repository(call.site, place.repository, call.caller.id);
    return done("/", repository_deleted);
}

using accounts::in_person;
using repositories::administers_repository;
using repositories::owns_repository;
constexpr auto& gives_away = accounts::unlimited<owns_repository>;

constexpr auto& visibility_page = shows<show_visibility, "repository_settings/visibility", "repoGet repoEdit">;
constexpr auto& transfer_page = shows<show_transfer, "repository_settings/transfer", "repoGet repoTransfer">;
constexpr auto& archive_page = shows<show_asking, "repository_settings/archive", "repoGet repoEdit">;
constexpr auto& mirror_page = shows<show_asking, "repository_settings/convert_mirror", "repoGet repoConvertMirror">;
constexpr auto& fork_page = shows<show_asking, "repository_settings/convert_fork", "repoGet">;
constexpr auto& delete_page = shows<show_asking, "repository_settings/delete", "repoGet repoDelete">;

// clang-format off
constexpr Operation danger_operations[] = {
    {GET,  "/{owner}/{repo}/settings/visibility",     scope::none, administers_repository, visibility_page,                          200, "siteVisibility",         "Ask whether others shall see a repository"},
    {POST, "/{owner}/{repo}/settings/visibility",     scope::none, administers_repository, does<change_visibility, visibility_page>, 303, "siteChangeVisibility",   "Make a repository private or public"},
    {GET,  "/{owner}/{repo}/settings/transfer",       scope::none, gives_away,             transfer_page,                            200, "siteTransfer",           "Ask who shall own a repository"},
    {POST, "/{owner}/{repo}/settings/transfer",       scope::none, in_person<gives_away>,  does<transfer, transfer_page>,            303, "siteTransferred",        "Give a repository to another owner, or offer it"},
    {GET,  "/{owner}/{repo}/settings/archive",        scope::none, administers_repository, archive_page,                             200, "siteArchive",            "Ask whether to archive a repository"},
    {POST, "/{owner}/{repo}/settings/archive",        scope::none, administers_repository, does<archive>,                            303, "siteArchived",           "Archive a repository"},
    {POST, "/{owner}/{repo}/settings/unarchive",      scope::none, administers_repository, does<unarchive>,                          303, "siteUnarchived",         "Let a repository be changed again"},
    {GET,  "/{owner}/{repo}/settings/convert_mirror", scope::none, owns_repository,        mirror_page,                              200, "siteConvertMirror",      "Ask whether a mirror shall be a repository of its own"},
    {POST, "/{owner}/{repo}/settings/convert_mirror", scope::none, owns_repository,        does<convert_mirror, mirror_page>,        303, "siteMirrorConverted",    "Make a repository of its own out of a mirror"},
    {GET,  "/{owner}/{repo}/settings/convert_fork",   scope::none, owns_repository,        fork_page,                                200, "siteConvertFork",        "Ask whether a fork shall be a repository of its own"},
    {POST, "/{owner}/{repo}/settings/convert_fork",   scope::none, owns_repository,        does<convert_fork, fork_page>,            303, "siteForkConverted",      "Make a repository of its own out of a fork"},
    {GET,  "/{owner}/{repo}/settings/delete",         scope::none, owns_repository,        delete_page,                              200, "siteDeleteRepository",   "Ask whether to delete a repository"},
    {POST, "/{owner}/{repo}/settings/delete",         scope::none, owns_repository,        does<remove, delete_page>,                303, "siteRepositoryDeleted",  "Delete a repository"},
};
// clang-format on
static_assert(well_formed(danger_operations));

} // namespace

const Table repository_danger_table{"site", danger_operations, Door::site, refuse_page};

} // namespace cairn::pages
