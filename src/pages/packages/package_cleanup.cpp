// The rule by which old versions of the packages of a person or an organization go, and what it would remove now.
#include "access/organizations.hpp"
#include "accounts/guards.hpp"
#include "db/database.hpp"
#include "http/url.hpp"
#include "organizations/guards.hpp"
#include "packages/cleanup.hpp"
#include "packages/guards.hpp"
#include "pages/packages/package_home.hpp"
#include "pages/packages/tables.hpp"
#include "pages/page.hpp"

namespace cairn::pages {

using namespace api;
using accounts::Account;
using enum Method;
using packages::CleanupRuleOption;
using words::Phrase;

namespace {

const Notice cleanup_saved{"cleanup-saved", Phrase("The rule is saved.")};
const Notice cleanup_deleted{"cleanup-deleted", Phrase("The rule is deleted.")};

// Whose rule it is.
struct CleanupHome {
    Account owner;
    std::string address;
    bool organization = false;
};

struct CleanupOrganizationPath {
    std::string org;
};
BOOST_DESCRIBE_STRUCT(CleanupOrganizationPath, (), (org))
constexpr auto notes(const CleanupOrganizationPath*) { return std::array{Note{"org", "the name of the organization"}}; }

struct CleanupVersion {
    std::string name;
    std::string version;
    std::string address;
    Time created_at{};
};
BOOST_DESCRIBE_STRUCT(CleanupVersion, (), (name, version, address, created_at))

struct CleanupView {
    OwnerPlace place{}; // of an organization
    Navigation navigation;
    std::string address;
    bool has_rule = false;
    bool enabled = false;
    std::vector<CleanupVersion> versions{}; // that the rule would remove now
    std::int64_t total = 0;
    bool cut = false; // and perhaps more
    Form<CleanupRuleOption> form;
};
BOOST_DESCRIBE_STRUCT(CleanupView, (), (place, navigation, address, has_rule, enabled, versions, total, cut, form))

Result<void> check_own_cleanup(Call& call)
{
    TRY(packages::check_offered(call));
    TRY(accounts::check_signed_in(call));
    call.load(CleanupHome{.owner = accounts::account_of(call.caller), .address = "/user/settings/packages"});
    return {};
}

Result<void> check_organization_cleanup(Call& call)
{
    TRY(packages::check_offered(call));
    TRY(organizations::check_owns_organization(call));
    auto owner = TRY(accounts::account_at(call, "org"));
    auto address = "/org/" + http::encode_path_segment(owner.name) + "/settings/packages";
    call.load(CleanupHome{.owner = std::move(owner), .address = std::move(address), .organization = true});
    return {};
}

constexpr Guard own_cleanup{
    .name = "signed in", .loads = &tag<CleanupHome>, .errors = {401, 404}, .check = &check_own_cleanup};
constexpr Guard organization_cleanup{.name = "owns the organization",
                                     .path = &type_of<CleanupOrganizationPath>(),
                                     .loads = &tag<CleanupHome>,
                                     .errors = {401, 403, 404},
                                     .check = &check_organization_cleanup};

void add_removed(const Call& call, const CleanupHome& at, const packages::CleanupRule& rule, CleanupView& view)
{
    constexpr std::size_t most_shown = 100;
    const auto removed = packages::removed_by(call.db(), rule, most_shown);
    view.total = removed.total;
    view.cut = removed.cut;
    for (const auto& version : removed.items)
        view.versions.push_back({.name = version.name,
                                 .version = version.version,
                                 .address = package_address(at.owner, {.type = version.type, .name = version.name})
                                     + "/" + http::encode_path_segment(version.version),
                                 .created_at = version.created_at});
}

Result<CleanupView> show(Call& call, const CleanupHome& at, Form<CleanupRuleOption> form)
{
    const auto rule = packages::find_cleanup_rule(call.db(), at.owner.id, packages::generic);
    CleanupView view{.navigation = at.organization ? organization_settings_navigation(call) : settings_navigation(call),
                     .address = at.address,
                     .has_rule = rule.has_value(),
                     .enabled = rule && rule->enabled,
                     .form = std::move(form)};
    if (at.organization)
        view.place = organization_place(call, at.owner, {.member = true, .owner = true}, "/org/{}/settings");
    if (rule) {
        view.form.begin_with({.enabled = rule->enabled,
                              .keep_count = rule->keep_count,
                              .keep_pattern = rule->keep_pattern,
                              .remove_days = rule->remove_days,
                              .remove_pattern = rule->remove_pattern});
        add_removed(call, at, *rule, view);
    } else {
        // Nothing is removed before somebody has looked at what that is.
        CleanupRuleOption first;
        first.enabled = false;
        view.form.begin_with(first);
    }
    return view;
}

Result<Done> save(Call& call, const CleanupHome& at, Body<CleanupRuleOption> form)
{
    TRY(packages::save_cleanup_rule(call.db(), at.owner.id, packages::generic, form.value));
    return done(at.address, cleanup_saved);
}

Result<Done> remove(Call& call, const CleanupHome& at)
{
    TRY(packages::delete_cleanup_rule(call.db(), at.owner.id, packages::generic));
    return done(at.address, cleanup_deleted);
}

constexpr auto& own_page = shows<show, "packages/cleanup">;
constexpr auto& organization_page = shows<show, "packages/organization_cleanup">;

// clang-format off
constexpr Operation cleanup_operations[] = {
    {GET,  "/user/settings/packages",              scope::none, own_cleanup,          own_page,                      200, "siteOwnCleanup",                 "Show the rule for old versions of own packages"},
    {POST, "/user/settings/packages",              scope::none, own_cleanup,          does<save, own_page>,          303, "siteOwnCleanupSaved",            "Change the rule for old versions of own packages"},
    {POST, "/user/settings/packages/delete",       scope::none, own_cleanup,          does<remove>,                  303, "siteOwnCleanupDeleted",          "Delete the rule for old versions of own packages"},
    {GET,  "/org/{org}/settings/packages",         scope::none, organization_cleanup, organization_page,             200, "siteOrganizationCleanup",        "Show the rule for old versions of an organization's packages"},
    {POST, "/org/{org}/settings/packages",         scope::none, organization_cleanup, does<save, organization_page>, 303, "siteOrganizationCleanupSaved",   "Change the rule for old versions of an organization's packages"},
    {POST, "/org/{org}/settings/packages/delete",  scope::none, organization_cleanup, does<remove>,                  303, "siteOrganizationCleanupDeleted", "Delete the rule for old versions of an organization's packages"},
};
// clang-format on
static_assert(well_formed(cleanup_operations));

} // namespace

const Table package_cleanup_table{"site", cleanup_operations, Door::site, refuse_page};

} // namespace cairn::pages
