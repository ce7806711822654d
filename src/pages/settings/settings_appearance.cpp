// How the pages look for oneself: colors, density, code, keys and language.
#include <algorithm>

#include "accounts/guards.hpp"
#include "accounts/profile/appearance.hpp"
#include "accounts/profile/profile.hpp"
#include "config/languages.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "pages/navigation.hpp"
#include "pages/page.hpp"
#include "pages/settings/tables.hpp"

namespace cairn::pages {

using namespace api;
using namespace accounts;
using enum Method;
using words::Phrase;

namespace {

const Notice appearance_saved{"appearance-saved", Phrase("Your choice is saved.")};

struct AppearanceForm {
    std::string theme;
    std::string density;
    std::int64_t tab_width = 0;
    std::string wrap_lines;
    std::string diff_view_style;
    std::string language;
    bool single_keys = false;
};
BOOST_DESCRIBE_STRUCT(AppearanceForm, (),
                      (theme, density, tab_width, wrap_lines, diff_view_style, language, single_keys))
constexpr auto notes(const AppearanceForm*)
{
    return std::array{Note{.member = "theme", .max_length = 255}, Note{.member = "density", .max_length = 20},
                      Note{.member = "wrap_lines", .max_length = 20},
                      Note{.member = "diff_view_style", .max_length = 20},
                      Note{.member = "language", .max_length = 20}};
}

struct AppearanceChoice {
    std::string value;
    std::string words;
    bool chosen = false;
};
BOOST_DESCRIBE_STRUCT(AppearanceChoice, (), (value, words, chosen))

struct AppearanceView {
    Navigation navigation;
    std::vector<AppearanceChoice> themes{};
    std::vector<AppearanceChoice> languages{};
    Form<AppearanceForm> form;
};
BOOST_DESCRIBE_STRUCT(AppearanceView, (), (navigation, themes, languages, form))

// Themes of ours have words; others are known by the names that the site gives them.
std::string words_for_theme(const words::Language& in, const std::string& theme)
{
    if (theme.ends_with("-light")) return in.say(Phrase("Light"));
    if (theme.ends_with("-dark")) return in.say(Phrase("Dark"));
    if (theme.ends_with("-auto")) return in.say(Phrase("As the system has it"));
    return theme;
}

Result<AppearanceView> show(Call& call, const Account& account, Form<AppearanceForm> form)
{
    const auto looks = appearance_of(call.db(), account.id);
    const auto chosen = settings_of(call.db(), call.settings(), account.id);
    const auto* language = words::find_language(account.language);
    form.begin_with({.theme = chosen.theme,
                     .density = looks.density,
                     .tab_width = looks.tab_width,
                     .wrap_lines = looks.wrap_lines,
                     .diff_view_style = chosen.diff_view_style,
                     .language = language == nullptr ? "" : language->code(),
                     .single_keys = looks.single_keys});
    AppearanceView view{.navigation = settings_navigation(call), .form = std::move(form)};
    const auto& in = language_of(call);
    for (const auto& theme : call.settings().ui.themes)
        view.themes.push_back({theme, words_for_theme(in, theme), theme == view.form.value("theme")});
    for (const words::Language* each : words::offered_languages(config::offered_languages(call.settings())))
        view.languages.push_back({each->code(), each->name(), each->code() == view.form.value("language")});
    return view;
}

Result<Done> save(Call& call, const Account& account, Body<AppearanceForm> form)
{
    const auto& themes = call.settings().ui.themes;
    if (!form->theme.empty() && std::ranges::find(themes, form->theme) == themes.end())
        return fail(Errc::unprocessable, "[theme]: the site has no such theme");
    if (!form->diff_view_style.empty() && form->diff_view_style != "unified" && form->diff_view_style != "split")
        return fail(Errc::unprocessable, "[diff_view_style]: is unified or split");
    TRY(choose_appearance(call, account,
                          {.density = form->density,
                           .tab_width = form->tab_width,
                           .wrap_lines = form->wrap_lines,
                           .single_keys = form->single_keys}));
    TRY(change_own_profile(
        call, account, {.language = form->language, .theme = form->theme, .diff_view_style = form->diff_view_style}));
    return done("/user/settings/appearance", appearance_saved);
}

constexpr auto& appearance_page = shows<show, "settings/appearance", "getUserSettings updateUserSettings">;

// clang-format off
constexpr Operation appearance_operations[] = {
    {GET,  "/user/settings/appearance", scope::none, signed_in, appearance_page,             200, "siteAppearance",      "Show how the pages look for oneself"},
    {POST, "/user/settings/appearance", scope::none, signed_in, does<save, appearance_page>, 303, "siteAppearanceSaved", "Choose how the pages look for oneself"},
};
// clang-format on
static_assert(well_formed(appearance_operations));

} // namespace

const Table appearance_table{"site", appearance_operations, Door::site, refuse_page};

} // namespace cairn::pages
