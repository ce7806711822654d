// What people have chosen for their own account, through the API.
#include "accounts/guards.hpp"
#include "accounts/profile/profile.hpp"
#include "accounts/tables.hpp"
#include "db/database.hpp"

namespace cairn::accounts {

using namespace api;
using enum Method;

namespace {

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

Result<UserSettings> get(Call& call, const Account& self) { return settings_of(call.db(), call.settings(), self.id); }

Result<UserSettings> update(Call& call, const Account& self, Body<UserSettingsOptions> body)
{
    return change_own_profile(call, self,
                              {.full_name = body->full_name,
                               .website = body->website,
                               .description = body->description,
                               .location = body->location,
                               .language = body->language,
                               .theme = body->theme,
                               .diff_view_style = body->diff_view_style,
                               .keep_email_private = body->hide_email,
                               .hide_activity = body->hide_activity});
}

// clang-format off
constexpr Operation settings_operations[] = {
    {GET,   "/user/settings", own_settings, signed_in, handle<get>,    200, "getUserSettings",    "Show your settings"},
    {PATCH, "/user/settings", own_settings, signed_in, handle<update>, 200, "updateUserSettings", "Change your settings", {422}},
};
// clang-format on
static_assert(well_formed(settings_operations));

} // namespace

const Table settings_table{"user", settings_operations};

} // namespace cairn::accounts
