#include "accounts/profile/account_letters.hpp"

#include "config/languages.hpp"
#include "config/settings.hpp"

namespace cairn::accounts {

using words::Language;
using words::Phrase;

namespace {

// "3 hours", "45 minutes"
std::string duration(const Language& in, std::int64_t minutes)
{
    if (minutes % 60 == 0) return in.say(Phrase("{count} hour", "{count} hours"), minutes / 60);
    return in.say(Phrase("{count} minute", "{count} minutes"), minutes);
}

mail::Letter begun(const Language& in, std::string_view name, std::string to, Phrase subject,
                   const words::Values& values = {})
{
    return {.to = std::move(to),
            .subject = in.say(subject, values),
            .greeting = in.say(Phrase("Hello {name},"), {{"name", std::string(name)}}),
            .language = in.code()};
}

} // namespace

const Language& language_of(const config::Settings& settings, std::string_view chosen)
{
    return words::choose_language(config::offered_languages(settings), chosen, "");
}

mail::Letter activation_letter(const config::Settings& settings, const Account& account, const std::string& code)
{
    const auto& in = language_of(settings, account.language);
    auto letter = begun(in, account.name, account.email, Phrase("Activate your account"));
    letter.paragraphs = {in.say(Phrase("Somebody, most likely you, has registered at {site} with this address."),
                                {{"site", settings.general.app_name}}),
                         in.say(Phrase("The link below activates the account. It works for {duration}."),
                                {{"duration", duration(in, settings.service.active_code_live_minutes)}})};
    letter.link = settings.server.root_url + "user/activate?code=" + code;
    letter.link_label = in.say(Phrase("Activate the account"));
    letter.afterword =
        in.say(Phrase("If it was not you, ignore this mail: without the link the account stays closed."));
    return letter;
}

mail::Letter recovery_letter(const config::Settings& settings, std::string_view account_name, const std::string& to,
                             const std::string& code, std::string_view language)
{
    const auto& in = language_of(settings, language);
    auto letter = begun(in, account_name, to, Phrase("Choose a new password"));
    letter.paragraphs = {
        in.say(Phrase("Somebody, most likely you, wants to choose a new password for your account at {site}."),
               {{"site", settings.general.app_name}}),
        in.say(Phrase("The link below does it, once, within {duration}."),
               {{"duration", duration(in, settings.service.reset_passwd_code_live_minutes)}})};
    letter.link = settings.server.root_url + "user/recover_account?code=" + code;
    letter.link_label = in.say(Phrase("Choose a new password"));
    letter.afterword = in.say(Phrase("If it was not you, ignore this mail: your password stays as it is."));
    return letter;
}

mail::Letter address_letter(const config::Settings& settings, const Account& account, const std::string& to,
                            const std::string& code)
{
    const auto& in = language_of(settings, account.language);
    auto letter = begun(in, account.name, to, Phrase("Confirm your e-mail address"));
    letter.paragraphs = {
        in.say(Phrase("You have added this address to your account at {site}."), {{"site", settings.general.app_name}}),
        in.say(Phrase("The link below confirms that it is yours. It works for {duration}."),
               {{"duration", duration(in, settings.service.active_code_live_minutes)}})};
    letter.link = settings.server.root_url + "user/activate_email?code=" + code;
    letter.link_label = in.say(Phrase("Confirm the address"));
    letter.afterword = in.say(Phrase("If it was not you, ignore this mail."));
    return letter;
}

mail::Letter welcome_letter(const config::Settings& settings, const Account& account)
{
    const auto& in = language_of(settings, account.language);
    auto letter =
        begun(in, account.name, account.email, Phrase("Welcome to {site}"), {{"site", settings.general.app_name}});
    letter.paragraphs = {
        in.say(Phrase("An administrator has made an account for you at {site}. Your user name is {name}."),
               {{"site", settings.general.app_name}, {"name", account.name}}),
        in.say(Phrase("If you were not told a password, choose one yourself by \"Forgot it?\" on the sign-in page."))};
    letter.link = settings.server.root_url + "user/login";
    letter.link_label = in.say(Phrase("Sign in"));
    return letter;
}

mail::Letter password_changed_letter(const config::Settings& settings, const Account& account)
{
    const auto& in = language_of(settings, account.language);
    auto letter = begun(in, account.name, account.email, Phrase("Your password was changed"));
    letter.paragraphs = {in.say(Phrase("The password of your account at {site} was changed just now."),
                                {{"site", settings.general.app_name}})};
    letter.link = settings.server.root_url + "user/forgot_password";
    letter.link_label = in.say(Phrase("It was not me: choose a new password"));
    letter.afterword = in.say(Phrase("If it was you, there is nothing to do."));
    return letter;
}

} // namespace cairn::accounts
