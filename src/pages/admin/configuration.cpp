// The settings that hold, each with its default and where it comes from; the sources of accounts; and the examination
// of all that the site stands on.
#include "accounts/guards.hpp"
#include "admin/self_check.hpp"
#include "admin/site_settings.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "config/show.hpp"
#include "config/stored.hpp"
#include "pages/admin/tables.hpp"
#include "pages/navigation.hpp"
#include "pages/page.hpp"

namespace cairn::pages {

using namespace api;
using accounts::administers_site;
using config::Origin;
using enum Method;
using words::Phrase;

namespace {

const Notice check_begun{"check-begun", Phrase("The self-check runs.")};
const Notice check_runs{"check-runs", Phrase("A self-check is under way already."), Notice::Tone::bad};

struct ShownSetting {
    std::string name;
    std::string doc;
    std::string value;
    std::string standard; // its default; empty: none, or it is that
    std::string origin;   // file, environment, database; empty: it is the default
    std::string place;
    std::string change; // where it can be changed; empty: in the file alone
    bool secret = false;
    bool set = false;
};
BOOST_DESCRIBE_STRUCT(ShownSetting, (), (name, doc, value, standard, origin, place, change, secret, set))

struct ShownSection {
    std::string name;
    std::string id; // of its heading
    std::vector<ShownSetting> settings{};
};
BOOST_DESCRIBE_STRUCT(ShownSection, (), (name, id, settings))

struct ConfigurationQuery {
    std::string q;
    bool changed = false;
};
BOOST_DESCRIBE_STRUCT(ConfigurationQuery, (), (q, changed))

struct ConfigurationView {
    Navigation navigation;
    std::string file;
    std::string q;
    bool changed = false; // only what is not the default
    std::vector<ShownSection> sections{};
};
BOOST_DESCRIBE_STRUCT(ConfigurationView, (), (navigation, file, q, changed, sections))

struct SourcesView {
    Navigation navigation;
    bool registration = false;
    bool basic = false;
    bool enforced = false; // a second step
    bool provider = false; // of OAuth2
};
BOOST_DESCRIBE_STRUCT(SourcesView, (), (navigation, registration, basic, enforced, provider))

struct SelfCheckView {
    Navigation navigation;
    bool running = false;
    Time begun_at{};
    Time ended_at{};
    std::vector<admin::Examined> found{};
    std::string failure{};
    std::int64_t complaints = 0;
};
BOOST_DESCRIBE_STRUCT(SelfCheckView, (), (navigation, running, begun_at, ended_at, found, failure, complaints))

std::string_view word_of_source(Origin::Source source)
{
    switch (source) {
    case Origin::Source::file: return "file";
    case Origin::Source::environment: return "environment";
    case Origin::Source::database: return "database";
    case Origin::Source::standard: break;
    }
    return "";
}

// Empty: it is not changed there.
std::string place_of_change(const config::Loaded& said, const config::SettingInForce& setting)
{
    const auto* key = config::find_key(setting.section, setting.name);
    if (!config::is_changeable(*key) || config::fixed_by(said, *key) != config::FixedBy::nobody) return {};
    return "/-/admin/config/settings#" + key->named();
}

bool fits(const config::SettingInForce& setting, const ConfigurationQuery& query)
{
    if (query.changed && setting.source == Origin::Source::standard) return false;
    const auto wanted = text::to_lower(text::trim(query.q));
    const auto name = text::to_lower(setting.section + " " + setting.name);
    return wanted.empty() || name.find(wanted) != name.npos
        || text::to_lower(setting.doc).find(wanted) != std::string::npos;
}

Result<ConfigurationView> show(Call& call, Query<ConfigurationQuery> query)
{
    const auto& site = call.site.get<admin::SiteSettings>();
    const auto all = config::in_force(site.in_force()->loaded);
    ConfigurationView view{
        .navigation = administration_navigation(call), .file = all.file, .q = query->q, .changed = query->changed};
    for (const auto& setting : all.settings) {
        if (!fits(setting, query.value)) continue;
        if (view.sections.empty() || view.sections.back().name != setting.section)
            view.sections.push_back({.name = setting.section, .id = "section-" + setting.section});
        view.sections.back().settings.push_back({.name = setting.name,
                                                 .doc = setting.doc,
                                                 .value = setting.value,
                                                 .standard = setting.standard == setting.value ? "" : setting.standard,
                                                 .origin = std::string(word_of_source(setting.source)),
                                                 .place = setting.place,
                                                 .change = place_of_change(site.said(), setting),
                                                 .secret = setting.secret,
                                                 .set = setting.set});
    }
    return view;
}

Result<SourcesView> show_sources(Call& call)
{
    const auto& settings = call.settings();
    return SourcesView{.navigation = administration_navigation(call),
                       .registration = !settings.service.disable_registration,
                       .basic = settings.service.enable_basic_authentication,
                       .enforced = settings.security.two_factor_auth == config::TwoFactorAuth::enforced,
                       .provider = settings.oauth2.enabled};
}

Result<SelfCheckView> show_check(Call& call)
{
    auto state = call.site.get<admin::SelfCheck>().state();
    SelfCheckView view{.navigation = administration_navigation(call),
                       .running = state.running,
                       .begun_at = state.begun_at,
                       .ended_at = state.ended_at,
                       .found = std::move(state.found),
                       .failure = std::move(state.failure)};
    for (const auto& one : view.found) view.complaints += static_cast<std::int64_t>(one.complaints.size());
    return view;
}

Result<Done> begin_check(Call& call)
{
    const bool begun = call.site.get<admin::SelfCheck>().begin();
    return done("/-/admin/self_check", begun ? check_begun : check_runs);
}

// clang-format off
constexpr Operation configuration_operations[] = {
    {GET,  "/-/admin/config",     scope::none, administers_site, shows<show, "admin/configuration", "getGeneralAPISettings getGeneralUISettings">, 200, "siteAdminConfig",    "Show the settings that hold"},
    {GET,  "/-/admin/auths",      scope::none, administers_site, shows<show_sources, "admin/sources">,                                      200, "siteAdminSources",   "Show where people sign in"},
    {GET,  "/-/admin/self_check", scope::none, administers_site, shows<show_check, "admin/self_check">,                                     200, "siteAdminCheck",     "Show what the last self-check found"},
    {POST, "/-/admin/self_check", scope::none, administers_site, does<begin_check>,                                                         303, "siteAdminCheckRuns", "Examine what the site stands on"},
};
// clang-format on
static_assert(well_formed(configuration_operations));

} // namespace

const Table admin_configuration_table{"site", configuration_operations, Door::site, refuse_page};

} // namespace cairn::pages
