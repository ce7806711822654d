#include "pages/notices.hpp"

#include <algorithm>
#include <array>

namespace cairn::pages {

namespace {

// clang-format off
constexpr auto notices = std::to_array<Notice>({
    {"signed-out",        true,  "You are signed out."},
    {"activated",         true,  "Your account is active. You can sign in now."},
    {"password-changed",  true,  "Your password is changed. Every other browser was signed out."},
    {"password-reset",    true,  "Your new password is set. Sign in with it."},
    {"profile-saved",     true,  "Your profile is saved."},
    {"email-added",       true,  "The address is added."},
    {"email-to-confirm",  true,  "The address is added. Open the link in the mail that we have sent to it."},
    {"email-link-sent",   true,  "A mail with the link is on its way. Each address gets at most one a minute."},
    {"email-confirmed",   true,  "The address is confirmed."},
    {"email-primary",     true,  "Mail goes to that address from now on."},
    {"email-removed",     true,  "The address is removed."},
    {"notifications-saved",  true, "Your choice is saved."},
    {"key-added",         true,  "The key is added."},
    {"key-removed",       true,  "The key is removed."},
    {"principal-added",   true,  "Certificates with this name open your account now."},
    {"principal-removed", true,  "Certificates with this name no longer open your account."},
    {"account-deleted",   true,  "Your account is deleted."},
    {"token-deleted",     true,  "The token is deleted. Nothing can use it any more."},
    {"application-saved",   true, "The application is saved."},
    {"application-deleted", true, "The application is deleted. Nothing of it works any more."},
    {"code-wrong",        false, "That code was wrong. See whether the clock of your device is right, and try the next one."},
    {"codes-off",         true,  "One-time codes are off."},
    {"security-key-added",   true, "The security key is added."},
    {"security-key-removed", true, "The security key is removed."},
    {"session-ended",     true,  "That browser is signed out."},
    {"sessions-ended",    true,  "Every other browser is signed out."},
});
// clang-format on

} // namespace

const Notice* find_notice(std::string_view code)
{
    const auto found = std::ranges::find(notices, code, &Notice::code);
    return found == notices.end() ? nullptr : &*found;
}

} // namespace cairn::pages
