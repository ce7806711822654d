// Repositories that are in the store and that the site does not know: taken over, or deleted.
#include "accounts/guards.hpp"
#include "pages/admin/tables.hpp"
#include "pages/navigation.hpp"
#include "pages/page.hpp"
#include "pages/pager.hpp"
#include "repositories/lifecycle/adoption.hpp"

namespace cairn::pages {

using namespace api;
using accounts::administers_site;
using enum Method;
using words::Phrase;

namespace {

const Notice repository_adopted{"repository-adopted", Phrase("The repository is taken over. It is private.")};
const Notice folder_deleted{"folder-deleted", Phrase("The folder is deleted.")};

constexpr std::string_view unadopted_address = "/-/admin/repos/unadopted";

struct UnadoptedFolder {
    std::string owner;
    std::string name;
};
BOOST_DESCRIBE_STRUCT(UnadoptedFolder, (), (owner, name))
constexpr auto notes(const UnadoptedFolder*)
{
    return std::array{Note{.member = "owner", .doc = "whose it is to be", .required = true},
                      Note{.member = "name", .doc = "the name of the repository", .required = true}};
}

struct UnadoptedView {
    Navigation navigation;
    std::string pattern;
    std::vector<UnadoptedFolder> folders{};
    Pager pager;
};
BOOST_DESCRIBE_STRUCT(UnadoptedView, (), (navigation, pattern, folders, pager))

struct DeleteFolderView {
    Navigation navigation;
    UnadoptedFolder folder;
};
BOOST_DESCRIBE_STRUCT(DeleteFolderView, (), (navigation, folder))

Result<accounts::Account> owner_of(const Call& call, const UnadoptedFolder& folder)
{
    auto owner = accounts::find_account(call.db(), folder.owner);
    if (!owner) return not_found("the account " + folder.owner);
    return std::move(*owner);
}

Result<UnadoptedView> show(Call& call, Query<repositories::ListUnadopted> query)
{
    const auto found = TRY(repositories::unadopted(call, query.value));
    UnadoptedView view{.navigation = administration_navigation(call, "/-/admin/repos"),
                       .pattern = query->pattern,
                       .pager = pager(call, query.value, found.total)};
    for (const auto& name : found.items) {
        const auto slash = name.find('/');
        view.folders.push_back({name.substr(0, slash), slash == name.npos ? "" : name.substr(slash + 1)});
    }
    return view;
}

Result<Done> adopt(Call& call, Body<UnadoptedFolder> form)
{
    TRY(repositories::adopt_repository(call, TRY(owner_of(call, form.value)), form->name));
    return done(std::string(unadopted_address), repository_adopted);
}

Result<DeleteFolderView> ask(Call& call, Query<UnadoptedFolder> query)
{
    return DeleteFolderView{.navigation = administration_navigation(call, "/-/admin/repos"), .folder = query.value};
}

Result<Done> remove(Call& call, Body<UnadoptedFolder> form)
{
    TRY(repositories::delete_unadopted(call, TRY(owner_of(call, form.value)), form->name));
    return done(std::string(unadopted_address), folder_deleted);
}

constexpr auto& list_page = shows<show, "admin/unadopted", "adminUnadoptedList">;
constexpr auto& delete_page = shows<ask, "admin/delete_unadopted">;

// clang-format off
constexpr Operation unadopted_operations[] = {
    {GET,  "/-/admin/repos/unadopted",        scope::none, administers_site, list_page,    200, "siteAdminUnadopted",       "Show repositories on the disk that the site does not know"},
    {POST, "/-/admin/repos/unadopted/adopt",  scope::none, administers_site, does<adopt>,  303, "siteAdminAdopt",           "Take over a repository that is on the disk"},
    {GET,  "/-/admin/repos/unadopted/delete", scope::none, administers_site, delete_page,  200, "siteAdminDeleteUnadopted", "Ask whether to delete a repository that the site does not know"},
    {POST, "/-/admin/repos/unadopted/delete", scope::none, administers_site, does<remove>, 303, "siteAdminUnadoptedGone",   "Delete a repository that the site does not know"},
};
// clang-format on
static_assert(well_formed(unadopted_operations));

} // namespace

const Table admin_unadopted_table{"site", unadopted_operations, Door::site, refuse_page};

} // namespace cairn::pages
