#include "web/notices.hpp"

#include <algorithm>
#include <array>

namespace cairn::web {

namespace {

// clang-format off
constexpr auto notices = std::to_array<Notice>({
    {"signed-out",        true,  "You are signed out."},
    {"activated",         true,  "Your account is active. You can sign in now."},
    {"password-changed",  true,  "Your password is changed. Every other browser was signed out."},
    {"password-reset",    true,  "Your new password is set. Sign in with it."},
    {"account-deleted",   true,  "Your account is deleted."},
    {"token-deleted",     true,  "The token is deleted. Nothing can use it any more."},
});
// clang-format on

} // namespace

const Notice* find_notice(std::string_view code)
{
    const auto found = std::ranges::find(notices, code, &Notice::code);
    return found == notices.end() ? nullptr : &*found;
}

} // namespace cairn::web
