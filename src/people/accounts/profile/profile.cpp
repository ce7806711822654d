#include "accounts/profile/profile.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"

namespace cairn::accounts {

Result<void> check_profile(const ProfileChange& change)
{
    if (change.website) TRY(check_website(*change.website));
    return {};
}

bool may_choose(const config::Settings& settings, Visibility visibility)
{
    return std::ranges::any_of(settings.service.allowed_user_visibility_modes,
                               [&](const auto& word) { return text::iequals(word, word_of(visibility)); });
}

Result<void> change_profile(db::Transaction& tx, const Account& account, const ProfileChange& change)
{
    TRY(check_profile(change));
    tx.run("UPDATE account SET full_name = COALESCE($2, full_name), website = COALESCE($3, website),"
           " description = COALESCE($4, description), location = COALESCE($5, location),"
           " language = COALESCE($6, language), theme = COALESCE($7, theme),"
           " diff_view_style = COALESCE($8, diff_view_style), visibility = COALESCE($9, visibility),"
           " keep_email_private = COALESCE($10, keep_email_private), hide_activity = COALESCE($11, hide_activity),"
           " updated_at = $12 WHERE id = $1",
           account.id, change.full_name, change.website, change.description, change.location, change.language,
           change.theme, change.diff_view_style, change.visibility, change.keep_email_private, change.hide_activity,
           Time::now());
    return {};
}

UserSettings settings_of(db::Queries& db, const config::Settings& site, std::int64_t account_id)
{
    auto settings = db.one<UserSettings>("SELECT full_name, website, description, location, language, theme,"
                                         " diff_view_style, keep_email_private AS hide_email, hide_activity"
                                         " FROM account WHERE id = $1",
                                         account_id);
    if (settings.theme.empty()) settings.theme = site.ui.default_theme;
    return settings;
}

Result<UserSettings> change_own_profile(const api::Call& call, const Account& account, const ProfileChange& change)
{
    if (change.visibility && *change.visibility != account.visibility
        && !may_choose(call.settings(), *change.visibility))
        return fail(Errc::unprocessable, "this site does not allow that visibility");
    return call.db().write([&](db::Transaction& tx) -> Result<UserSettings> {
        TRY(change_profile(tx, account, change));
        return settings_of(tx, call.settings(), account.id);
    });
}

std::string mail_choice_of(db::Queries& db, const config::Settings& settings, std::int64_t account_id)
{
    auto chosen = db.scalar<std::string>("SELECT email_notifications FROM account WHERE id = $1", account_id);
    return chosen.empty() ? std::string(word_of(settings.admin.default_email_notifications)) : chosen;
}

void choose_mail(const api::Call& call, const Account& account, config::EmailNotifications choice)
{
    call.db().write([&](db::Transaction& tx) {
        tx.run("UPDATE account SET email_notifications = $2 WHERE id = $1", account.id, choice);
    });
}

} // namespace cairn::accounts
