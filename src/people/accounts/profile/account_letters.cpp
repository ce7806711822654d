#include "accounts/profile/account_letters.hpp"

#include "config/settings.hpp"

namespace cairn::accounts {

namespace {

std::string hello(std::string_view name) { return "Hello " + std::string(name) + ","; }

// "3 hours", "45 minutes"
std::string duration(std::int64_t minutes)
{
    const bool hours = minutes % 60 == 0;
    const auto count = hours ? minutes / 60 : minutes;
    return std::to_string(count) + (hours ? " hour" : " minute") + (count == 1 ? "" : "s");
}

} // namespace

mail::Letter activation_letter(const config::Settings& settings, const Account& account, const std::string& code)
{
    const auto& site = settings.general.app_name;
    return {.to = account.email,
            .subject = "Activate your account",
            .greeting = hello(account.name),
            .paragraphs = {"Somebody, most likely you, has registered at " + site + " with this address.",
                           "The link below activates the account. It works for "
                               + duration(settings.service.active_code_live_minutes) + "."},
            .link = settings.server.root_url + "user/activate?code=" + code,
            .link_label = "Activate the account",
            .afterword = "If it was not you, ignore this mail: without the link the account stays closed."};
}

mail::Letter recovery_letter(const config::Settings& settings, std::string_view account_name, const std::string& to,
                             const std::string& code)
{
    return {.to = to,
            .subject = "Choose a new password",
            .greeting = hello(account_name),
            .paragraphs = {"Somebody, most likely you, wants to choose a new password for your account at "
                               + settings.general.app_name + ".",
                           "The link below does it, once, within "
                               + duration(settings.service.reset_passwd_code_live_minutes) + "."},
            .link = settings.server.root_url + "user/recover_account?code=" + code,
            .link_label = "Choose a new password",
            .afterword = "If it was not you, ignore this mail: your password stays as it is."};
}

mail::Letter address_letter(const config::Settings& settings, const Account& account, const std::string& to,
                            const std::string& code)
{
    return {.to = to,
            .subject = "Confirm your e-mail address",
            .greeting = hello(account.name),
            .paragraphs = {"You have added this address to your account at " + settings.general.app_name + ".",
                           "The link below confirms that it is yours. It works for "
                               + duration(settings.service.active_code_live_minutes) + "."},
            .link = settings.server.root_url + "user/activate_email?code=" + code,
            .link_label = "Confirm the address",
            .afterword = "If it was not you, ignore this mail."};
}

mail::Letter welcome_letter(const config::Settings& settings, const Account& account)
{
    return {
        .to = account.email,
        .subject = "Welcome to " + settings.general.app_name,
        .greeting = hello(account.name),
        .paragraphs = {"An administrator has made an account for you at " + settings.general.app_name
                           + ". Your user name is " + account.name + ".",
                       "If you were not told a password, choose one yourself by \"Forgot it?\" on the sign-in page."},
        .link = settings.server.root_url + "user/login",
        .link_label = "Sign in"};
}

mail::Letter password_changed_letter(const config::Settings& settings, const Account& account)
{
    return {.to = account.email,
            .subject = "Your password was changed",
            .greeting = hello(account.name),
            .paragraphs = {"The password of your account at " + settings.general.app_name + " was changed just now."},
            .link = settings.server.root_url + "user/forgot_password",
            .link_label = "It was not me: choose a new password",
            .afterword = "If it was you, there is nothing to do."};
}

} // namespace cairn::accounts
