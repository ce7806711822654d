// What an account says of itself and how much of it is shown. The one place that writes these columns, for the API, the
// settings pages and administrators alike.
#pragma once

#include "accounts/account.hpp"
#include "api/call.hpp"

namespace cairn::config {
enum class EmailNotifications : std::uint8_t;
} // namespace cairn::config

namespace cairn::accounts {

// What is absent stays as it is.
struct ProfileChange {
    std::optional<std::string> full_name{};
    std::optional<std::string> website{};
    std::optional<std::string> description{};
    std::optional<std::string> location{};
    std::optional<std::string> language{};
    std::optional<std::string> theme{};
    std::optional<std::string> diff_view_style{};
    std::optional<Visibility> visibility{};
    std::optional<bool> keep_email_private{};
    std::optional<bool> hide_activity{};
};

// Errc::unprocessable for a website that is no address. To be asked before anything else of a larger change is done.
Result<void> check_profile(const ProfileChange&);

// Whether [service] ALLOWED_USER_VISIBILITY_MODES lets people choose it for themselves.
bool may_choose(const config::Settings&, Visibility);

// As administrators change it, as a part of a larger change. Errc::unprocessable as check_profile() says.
Result<void> change_profile(db::Transaction&, const Account&, const ProfileChange&);

// What people see of their own choices.
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
UserSettings settings_of(db::Queries&, const config::Settings&, std::int64_t account_id);

// As people change their own: Errc::unprocessable for a visibility, too, that they may not choose and do not have.
Result<UserSettings> change_own_profile(const api::Call&, const Account&, const ProfileChange&);

// Which notifications the account gets by mail: what was chosen, or the site's default.
std::string mail_choice_of(db::Queries&, const config::Settings&, std::int64_t account_id);
void choose_mail(const api::Call&, const Account&, config::EmailNotifications);

} // namespace cairn::accounts
