// The settings that are changed while the site runs: each in a form of its own, so that nobody changes two by accident,
// or one that somebody else has just changed.
#include "admin/site_settings.hpp"
#include "accounts/guards.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "config/value.hpp"
#include "pages/admin/tables.hpp"
#include "pages/navigation.hpp"
#include "pages/page.hpp"

namespace cairn::pages {

using namespace api;
using accounts::administers_site;
using config::Key;
using config::Origin;
using enum Method;
using words::Phrase;

namespace {

constexpr auto own_path = "/-/admin/config/settings";

const Notice setting_changed{"setting-changed", Phrase("The setting is changed, and holds from now on.")};
const Notice setting_reset{"setting-reset", Phrase("What the file says holds again.")};

// Where a heading stands: above this setting and those that follow.
struct Heading {
    std::string_view first;
    Phrase words;
};
constexpr Heading headings[] = {
    {"ui.ANNOUNCEMENT", Phrase("Announcement")},
    {"service.DISABLE_REGISTRATION", Phrase("Who may come in")},
    {"service.DEFAULT_USER_VISIBILITY", Phrase("Accounts and organizations")},
    {"repository.DEFAULT_BRANCH", Phrase("Repositories")},
    {"server.LANDING_PAGE", Phrase("Pages")},
};

struct SettingForm {
    std::string setting; // "service.DISABLE_REGISTRATION"
    std::string value;
    std::string seen; // what it was when the page was made
};
BOOST_DESCRIBE_STRUCT(SettingForm, (), (setting, value, seen))
constexpr auto notes(const SettingForm*)
{
    return std::array{Note{.member = "setting", .required = true, .max_length = 100},
                      Note{.member = "value", .max_length = 65536}, Note{.member = "seen", .max_length = 65536}};
}

struct SettingChoice {
    std::string value;
    bool chosen = false;
};
BOOST_DESCRIBE_STRUCT(SettingChoice, (), (value, chosen))

struct ChangeableSetting {
    std::string name;  // "service.DISABLE_REGISTRATION"
    std::string label; // "[service] DISABLE_REGISTRATION"
    std::string doc;
    std::string value;                    // that holds
    std::string field;                    // what the form shows
    std::vector<SettingChoice> choices{}; // none: it is written
    std::string expected;                 // in words, of what is written
    bool is_bool = false;
    bool is_long = false;
    std::string said;       // what the file or the default has
    std::string said_where; // empty: it is the default
    std::string changed_by; // and when; empty: it is as the file has it
    std::string fixed_by;   // environment, file; empty: it can be changed
    std::string problem{};
};
BOOST_DESCRIBE_STRUCT(ChangeableSetting, (),
                      (name, label, doc, value, field, choices, expected, is_bool, is_long, said, said_where,
                       changed_by, fixed_by, problem))

struct SettingGroup {
    std::string title;
    std::vector<ChangeableSetting> settings{};
};
BOOST_DESCRIBE_STRUCT(SettingGroup, (), (title, settings))

struct PassedOverSetting {
    std::string label;
    std::string value;
    std::string changed_by;
    std::string why;
};
BOOST_DESCRIBE_STRUCT(PassedOverSetting, (), (label, value, changed_by, why))

struct SiteSettingsView {
    Navigation navigation;
    std::vector<SettingGroup> groups{};
    std::vector<PassedOverSetting> passed_over{};
    Form<SettingForm> form;
};
BOOST_DESCRIBE_STRUCT(SiteSettingsView, (), (navigation, groups, passed_over, form))

// Browsers send the end of a line as two characters.
std::string as_written(std::string_view sent)
{
    std::string lines(sent);
    std::erase(lines, '\r');
    return std::string(text::trim(lines));
}

std::vector<std::string> choices_of(const Key& key, const config::Settings& settings)
{
    const auto& type = key.field->type();
    if (type.kind == Kind::boolean) return {"true", "false"};
    if (type.kind == Kind::choice) return {type.choices.begin(), type.choices.end()};
    if (&settings.ui.default_theme == key.in(settings)) {
        auto themes = settings.ui.themes;
        if (std::ranges::find(themes, settings.ui.default_theme) == themes.end())
            themes.push_back(settings.ui.default_theme);
        return themes;
    }
    return {};
}

std::string_view word_of_fixing(config::FixedBy by)
{
    switch (by) {
    case config::FixedBy::file: return "file";
    case config::FixedBy::environment: return "environment";
    case config::FixedBy::nobody: break;
    }
    return "";
}

ChangeableSetting shown(const Key& key, const config::Loaded& said, const config::Loaded& holds,
                        const Form<SettingForm>& form)
{
    const auto value_in = [&](const config::Loaded& loaded) {
        return config::write_value(*key.field, key.in(loaded.settings));
    };
    const bool is_sent = form.sent() && form.value("setting") == key.named();
    ChangeableSetting one{.name = key.named(),
                          .label = key.label(),
                          .doc = std::string(key.field->note.doc),
                          .value = value_in(holds),
                          .field = {},
                          .expected = config::expected_value(*key.field),
                          .is_bool = key.field->type().kind == Kind::boolean,
                          .is_long = &holds.settings.ui.announcement == key.in(holds.settings),
                          .said = value_in(said),
                          .said_where = {},
                          .changed_by = {},
                          .fixed_by = std::string(word_of_fixing(config::fixed_by(said, key)))};
    one.field = is_sent ? form.value("value") : one.value;
    for (auto& choice : choices_of(key, holds.settings)) {
        const bool chosen = text::iequals(choice, one.field);
        one.choices.push_back({std::move(choice), chosen});
    }
    if (const auto origin = said.origins.find(&key); origin != said.origins.end())
        one.said_where = origin->second.place;
    if (const auto origin = holds.origins.find(&key);
        origin != holds.origins.end() && origin->second.source == Origin::Source::database)
        one.changed_by = origin->second.place;
    return one;
}

Result<SiteSettingsView> show(Call& call, Form<SettingForm> form)
{
    const auto& site = call.site.get<admin::SiteSettings>();
    const auto over = site.in_force();
    SiteSettingsView view{.navigation = administration_navigation(call, "/-/admin/config"), .form = std::move(form)};
    const auto& language = language_of(call);
    for (const Key* key : config::changeable()) {
        const auto heading = std::ranges::find(headings, key->named(), &Heading::first);
        if (heading != std::end(headings)) view.groups.push_back({.title = language.say(heading->words)});
        view.groups.back().settings.push_back(shown(*key, site.said(), over->loaded, view.form));
        auto& one = view.groups.back().settings.back();
        if (!view.form.sent() || view.form.value("setting") != one.name) continue;
        one.problem = view.form.control(1).problem.empty() ? view.form.problem() : view.form.control(1).problem;
    }
    for (const auto& [stored, why] : over->passed_over)
        view.passed_over.push_back({.label = config::label(stored.section, stored.name),
                                    .value = stored.value,
                                    .changed_by = stored.place,
                                    .why = why});
    return view;
}

Result<const Key*> setting_of(const SettingForm& form)
{
    const auto* key = config::find_named(form.setting);
    if (key == nullptr) return fail(Errc::unprocessable, "there is no setting of that name");
    return key;
}

Result<Done> save(Call& call, Body<SettingForm> form)
{
    const auto* key = TRY(setting_of(form.value));
    TRY(call.site.get<admin::SiteSettings>().change(call, *key, as_written(form->value), as_written(form->seen)));
    return done(own_path, setting_changed);
}

Result<Done> reset(Call& call, Body<SettingForm> form)
{
    const auto* key = TRY(setting_of(form.value));
    TRY(call.site.get<admin::SiteSettings>().reset(call, *key, as_written(form->seen)));
    return done(own_path, setting_reset);
}

constexpr auto& settings_page = shows<show, "admin/site_settings", "getGeneralAPISettings getGeneralUISettings">;

// clang-format off
constexpr Operation settings_operations[] = {
    {GET,  "/-/admin/config/settings",       scope::none, administers_site, settings_page,              200, "siteAdminSettings",       "Show the settings that are changed while the site runs"},
    {POST, "/-/admin/config/settings",       scope::none, administers_site, does<save, settings_page>,  303, "siteAdminSettingSaved",   "Change a setting"},
    {POST, "/-/admin/config/settings/reset", scope::none, administers_site, does<reset, settings_page>, 303, "siteAdminSettingReset",   "Set a setting back to what the file says"},
};
// clang-format on
static_assert(well_formed(settings_operations));

} // namespace

const Table admin_settings_table{"site", settings_operations, Door::site, refuse_page};

} // namespace cairn::pages
