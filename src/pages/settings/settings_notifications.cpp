// Which notifications come by mail, and the ways to what one hears of on the site.
#include "accounts/guards.hpp"
#include "accounts/profile/profile.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "mail/outbox.hpp"
#include "pages/navigation.hpp"
#include "pages/page.hpp"
#include "pages/settings/tables.hpp"

namespace cairn::pages {

using namespace api;
using namespace accounts;
using config::EmailNotifications;
using enum Method;
using words::Phrase;

namespace {

const Notice notifications_saved{"notifications-saved", Phrase("Your choice is saved.")};

struct MailChoiceForm {
    EmailNotifications email_notifications = EmailNotifications::enabled;
};
BOOST_DESCRIBE_STRUCT(MailChoiceForm, (), (email_notifications))

struct NotificationSettingsView {
    Navigation navigation;
    bool notifies = false;     // the site sends notifications by mail
    std::string mail_choice{}; // which ones are sent
    Form<MailChoiceForm> form{};
};
BOOST_DESCRIBE_STRUCT(NotificationSettingsView, (), (navigation, notifies, mail_choice, form))

Result<NotificationSettingsView> show(Call& call, const Account& account, Form<MailChoiceForm> form)
{
    return NotificationSettingsView{.navigation = settings_navigation(call),
                                    .notifies = call.site.get<mail::Outbox>().enabled()
                                        && call.settings().service.enable_notify_mail,
                                    .mail_choice = mail_choice_of(call.db(), call.settings(), account.id),
                                    .form = std::move(form)};
}

Result<Done> choose(Call& call, const Account& account, Body<MailChoiceForm> form)
{
    choose_mail(call, account, form->email_notifications);
    return done("/user/settings/notifications", notifications_saved);
}

constexpr auto& notifications_page =
    shows<show, "settings/notifications", "notifyGetList userCurrentListSubscriptions">;

// clang-format off
constexpr Operation notification_operations[] = {
    {GET,  "/user/settings/notifications", scope::none, signed_in, notifications_page,               200, "siteNotificationSettings", "Show which notifications come by mail"},
    {POST, "/user/settings/notifications", scope::none, signed_in, does<choose, notifications_page>, 303, "siteMailNotifications",    "Choose which notifications come by mail"},
};
// clang-format on
static_assert(well_formed(notification_operations));

} // namespace

const Table notification_settings_table{"site", notification_operations, Door::site, refuse_page};

} // namespace cairn::pages
