// Addresses that programs know without having been told: where a password is changed, for the managers of passwords
// (https://w3c.github.io/webappsec-change-password-url/). The provider's own are in src/identity.
#include "pages/page.hpp"
#include "pages/site/tables.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;

namespace {

Result<Raw> change_password(Call& call) { return see_other(call, "/user/settings/account"); }

// clang-format off
constexpr Operation well_known_operations[] = {
    {GET, "/.well-known/change-password", scope::none, unguarded, handle<change_password>, 303, "siteChangePassword", "Lead to where a password is changed"},
};
// clang-format on
static_assert(well_formed(well_known_operations));

} // namespace

const Table well_known_table{"site", well_known_operations, Door::site, refuse_page};

} // namespace cairn::pages
