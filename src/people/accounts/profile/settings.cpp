// What people have chosen for their own account, through the API.
#include "config/settings.hpp"
#include "accounts/guards.hpp"
#include "accounts/profile/profile.hpp"
#include "accounts/tables.hpp"
#include "db/database.hpp"

namespace cairn::accounts {

using namespace api;
using enum Method;

namespace {

struct UserSettings {
    std::string full_name;
    std::string website;
    std::string description;
    std::string location;
    std::string language;
    std::string theme;
    std::string diff_view_style;
    bool hide_email = false;
    bool hide_activity = false;
};
BOOST_DESCRIBE_STRUCT(UserSettings, (),
                      (full_name, website, description, location, language, theme, diff_view_style, hide_email,
                       hide_activity))
constexpr auto notes(const UserSettings*)
{
    return std::array{
        Note{"", "What a person has chosen for the own account"},
        Note{"language", "the language of the pages; empty: the browser's"},
        Note{"theme", "the theme of the pages"},
        Note{"hide_email", "tells the address to administrators alone"},
        Note{"hide_activity", "tells what the account did to administrators alone"},
    };
}

struct UserSettingsOptions {
    std::optional<std::string> full_name;
    std::optional<std::string> website;
    std::optional<std::string> description;
    std::optional<std::string> location;
    std::optional<std::string> language;
    std::optional<std::string> theme;
    std::optional<std::string> diff_view_style;
    std::optional<bool> hide_email;
    std::optional<bool> hide_activity;
};
BOOST_DESCRIBE_STRUCT(UserSettingsOptions, (),
                      (full_name, website, description, location, language, theme, diff_view_style, hide_email,
                       hide_activity))
constexpr auto notes(const UserSettingsOptions*)
{
    return std::array{
        Note{"", "The settings to change; what is absent stays as it is"},
        Note{.member = "full_name", .max_length = 100},
        Note{.member = "website", .doc = "an address with http or https, or nothing", .max_length = 255},
        Note{.member = "description", .max_length = 255},
        Note{.member = "location", .max_length = 50},
        Note{.member = "language", .max_length = 255},
        Note{.member = "theme", .max_length = 255},
        Note{.member = "diff_view_style", .max_length = 255},
    };
}

constexpr Scope own_settings = scope::closed_to_public_only(scope::user);

UserSettings read(db::Queries& db, const config::Settings& site, std::int64_t account_id)
{
    auto settings = db.one<UserSettings>("SELECT full_name, website, description, location, language, theme,"
                                         " diff_view_style, keep_email_private AS hide_email, hide_activity"
                                         " FROM account WHERE id = $1",
                                         account_id);
    if (settings.theme.empty()) settings.theme = site.ui.default_theme;
    return settings;
}

Result<UserSettings> get(Call& call, const Account& self) { return read(call.db(), call.settings(), self.id); }

Result<UserSettings> update(Call& call, const Account& self, Body<UserSettingsOptions> body)
{
    const ProfileChange change{.full_name = body->full_name,
                               .website = body->website,
                               .description = body->description,
                               .location = body->location,
                               .language = body->language,
                               .theme = body->theme,
                               .diff_view_style = body->diff_view_style,
                               .keep_email_private = body->hide_email,
                               .hide_activity = body->hide_activity};
    return call.db().write([&](db::Transaction& tx) -> Result<UserSettings> {
        TRY(change_own_profile(tx, call.settings(), self, change));
        return read(tx, call.settings(), self.id);
    });
}

// clang-format off
constexpr Operation operations[] = {
    {GET,   "/user/settings", own_settings, signed_in, handle<get>,    200, "getUserSettings",    "Show your settings"},
    {PATCH, "/user/settings", own_settings, signed_in, handle<update>, 200, "updateUserSettings", "Change your settings", {422}},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table settings_table{"user", operations};

} // namespace cairn::accounts
