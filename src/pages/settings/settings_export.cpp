// Taking along all that the site knows of oneself.
#include "accounts/guards.hpp"
#include "pages/navigation.hpp"
#include "pages/page.hpp"
#include "pages/settings/tables.hpp"
#include "takeout/takeout.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using accounts::Account;

namespace {

struct ExportView {
    Navigation navigation;
};
BOOST_DESCRIBE_STRUCT(ExportView, (), (navigation))

Result<ExportView> show(Call& call, const Account&) { return ExportView{.navigation = settings_navigation(call)}; }

Result<Raw> send(Call& call, const Account& account)
{
    return Raw{.body = TRY(takeout::take_out(call, account)),
               .content_type = "application/zip",
               .headers = {{"Content-Disposition", "attachment; filename=" + account.name + ".zip"},
                           {"Cache-Control", "private, no-store"},
                           {"X-Content-Type-Options", "nosniff"}}};
}

// clang-format off
constexpr Operation export_operations[] = {
    {GET,  "/user/settings/export", scope::none, accounts::signed_in, shows<show, "settings/export", "getUserSettings userCurrentListRepos">, 200, "siteExport", "Show what can be taken along"},
    {POST, "/user/settings/export", scope::none, accounts::signed_in, handle<send>, 200, "siteExported", "Take along all that the site knows of oneself"},
};
// clang-format on
static_assert(well_formed(export_operations));

} // namespace

const Table export_table{"site", export_operations, Door::site, refuse_page};

} // namespace cairn::pages
