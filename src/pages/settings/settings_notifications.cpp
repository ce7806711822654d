// What one hears of, by mail and on the site: how much comes by mail at all, and then matter by matter.
#include "accounts/guards.hpp"
#include "accounts/profile/profile.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "mail/outbox.hpp"
#include "notifications/choice.hpp"
#include "pages/navigation.hpp"
#include "pages/page.hpp"
#include "pages/settings/tables.hpp"

namespace cairn::pages {

using namespace api;
using namespace accounts;
using config::EmailNotifications;
using enum Method;
using notifications::Matter;
using notifications::Way;
using words::Phrase;

namespace {

const Notice notifications_saved{"notifications-saved", Phrase("Your choice is saved.")};

// The members of the matters have their names.
struct NotificationsForm {
    std::optional<EmailNotifications> email_notifications;
    std::optional<Way> mentioned;
    std::optional<Way> assigned;
    std::optional<Way> review_requested;
    std::optional<Way> author;
    std::optional<Way> participating;
    std::optional<Way> issues;
    std::optional<Way> pulls;
    std::optional<Way> releases;
    std::optional<Way> offered;
};
BOOST_DESCRIBE_STRUCT(NotificationsForm, (),
                      (email_notifications, mentioned, assigned, review_requested, author, participating, issues, pulls,
                       releases, offered))

struct MatterWords {
    Matter matter;
    std::optional<Way> NotificationsForm::* member;
    Phrase words;
    Phrase hint;
    bool named = false; // comes also to who wants mail for their own name alone
};

// clang-format off
constexpr MatterWords matters[] = {
    {Matter::mentioned,        &NotificationsForm::mentioned,        Phrase("Mentions"),                             Phrase("Somebody writes your name, or that of a team of yours"), true},
    {Matter::assigned,         &NotificationsForm::assigned,         Phrase("Assignments"),                          Phrase("You are to do an issue or a pull request"), true},
    {Matter::review_requested, &NotificationsForm::review_requested, Phrase("Review requests"),                      Phrase("Your review is asked for, or that of a team of yours"), true},
    {Matter::author,           &NotificationsForm::author,           Phrase("What you have opened"),                 Phrase("Something happens in an issue or a pull request of yours")},
    {Matter::participating,    &NotificationsForm::participating,    Phrase("What you take part in"),                Phrase("Something happens where you are assigned, review, have commented, or have subscribed")},
    {Matter::issues,           &NotificationsForm::issues,           Phrase("Issues in what you watch"),             Phrase("One is opened, commented, closed or opened again")},
    {Matter::pulls,            &NotificationsForm::pulls,            Phrase("Pull requests in what you watch"),      Phrase("One is opened, changed, reviewed, commented, merged or closed")},
    {Matter::releases,         &NotificationsForm::releases,         Phrase("Releases of what you watch"),           Phrase("They come by mail or not at all")},
    {Matter::offered,          &NotificationsForm::offered,          Phrase("Repositories that are offered to you"), Phrase("Somebody wants to give one to you or to an organization of yours"), true},
};
// clang-format on

struct MatterRow {
    std::string name; // of the form's field
    std::string words;
    std::string hint;
    std::string way;     // as it is, or as it was sent
    std::string problem; // with what was sent
    bool mailed = true;  // as much as comes by mail at all
    bool on_site = true; // the site tells of it
};
BOOST_DESCRIBE_STRUCT(MatterRow, (), (name, words, hint, way, problem, mailed, on_site))

struct NotificationSettingsView {
    Navigation navigation;
    bool notifies = false;   // the site sends notifications by mail
    std::string mail_choice; // how much of it is sent
    std::vector<MatterRow> matters;
    Form<NotificationsForm> form;
};
BOOST_DESCRIBE_STRUCT(NotificationSettingsView, (), (navigation, notifies, mail_choice, matters, form))

// Whether a matter comes by mail to who has chosen so much of it.
bool comes_by_mail(const MatterWords& of, std::string_view choice)
{
    if (choice == word_of(EmailNotifications::onmention)) return of.named;
    return choice != word_of(EmailNotifications::disabled);
}

std::vector<MatterRow> matter_rows(const words::Language& in, const notifications::Ways& chosen,
                                   std::string_view mail_choice, Form<NotificationsForm>& form)
{
    std::vector<MatterRow> rows;
    for (const auto& of : matters) {
        const auto number = static_cast<std::size_t>(of.matter);
        const auto& control = form.control(number + 1);
        const bool sent = form.sent() && !control.value.empty();
        rows.push_back({.name = std::string(word_of(of.matter)),
                        .words = in.say(of.words),
                        .hint = in.say(of.hint),
                        .way = sent ? control.value : std::string(word_of(chosen.at(number))),
                        .problem = control.problem,
                        .mailed = comes_by_mail(of, mail_choice),
                        .on_site = notifications::may_choose(of.matter, Way::site)});
    }
    return rows;
}

Result<NotificationSettingsView> show(Call& call, const Account& account, Form<NotificationsForm> form)
{
    auto mail_choice = mail_choice_of(call.db(), call.settings(), account.id);
    if (const auto& sent = form.value("email_notifications"); form.sent() && !sent.empty()) mail_choice = sent;
    auto rows = matter_rows(language_of(call), notifications::ways_of(call.db(), account.id), mail_choice, form);
    return NotificationSettingsView{.navigation = settings_navigation(call),
                                    .notifies = call.site.get<mail::Outbox>().enabled()
                                        && call.settings().service.enable_notify_mail,
                                    .mail_choice = std::move(mail_choice),
                                    .matters = std::move(rows),
                                    .form = std::move(form)};
}

Result<Done> choose(Call& call, const Account& account, Body<NotificationsForm> form)
{
    notifications::WaysToChange wanted;
    for (const auto& of : matters) wanted.at(static_cast<std::size_t>(of.matter)) = form.value.*of.member;
    TRY(notifications::choose_ways(call, wanted));
    if (form->email_notifications) choose_mail(call, account, *form->email_notifications);
    return done("/user/settings/notifications", notifications_saved);
}

constexpr auto& notifications_page =
    shows<show, "settings/notifications", "notifyGetList userCurrentListSubscriptions">;

// clang-format off
constexpr Operation notification_operations[] = {
    {GET,  "/user/settings/notifications", scope::none, signed_in, notifications_page,               200, "siteNotificationSettings", "Show what one hears of, by mail and on the site"},
    {POST, "/user/settings/notifications", scope::none, signed_in, does<choose, notifications_page>, 303, "siteMailNotifications",    "Choose what one hears of, by mail and on the site"},
};
// clang-format on
static_assert(well_formed(notification_operations));

} // namespace

const Table notification_settings_table{"site", notification_operations, Door::site, refuse_page};

} // namespace cairn::pages
