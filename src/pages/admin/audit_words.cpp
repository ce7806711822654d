#include "pages/admin/audit_words.hpp"

#include <algorithm>

#include "accounts/audit/audit.hpp"

namespace cairn::pages {

using accounts::AuditKind;
using words::Phrase;

namespace {

// In the order of AuditKind.
constexpr Phrase kind_words[] = {
    Phrase("Signed in"),
    Phrase("Sign in failed"),
    Phrase("Second step failed"),
    Phrase("Sign in throttled"),
    Phrase("Signed out"),
    Phrase("Acted as somebody else"),
    Phrase("Token created"),
    Phrase("Token deleted"),
    Phrase("Key added"),
    Phrase("Key removed"),
    Phrase("Two factor enabled"),
    Phrase("Two factor disabled"),
    Phrase("Recovery codes renewed"),
    Phrase("Recovery code used"),
    Phrase("Password changed"),
    Phrase("Account created"),
    Phrase("Account changed"),
    Phrase("Account deleted"),
    Phrase("Application created"),
    Phrase("Application changed"),
    Phrase("Application secret renewed"),
    Phrase("Application deleted"),
    Phrase("Application approved"),
    Phrase("Application reapproved"),
    Phrase("Application denied"),
    Phrase("Application revoked"),
    Phrase("Application tokens ended"),
    Phrase("Push signed"),
    Phrase("Setting changed"),
};
static_assert(std::size(kind_words) == type_of<AuditKind>().choices.size());

} // namespace

std::string audit_in_words(const words::Language& in, std::string_view kind)
{
    const auto choices = type_of<AuditKind>().choices;
    const auto found = std::ranges::find(choices, kind);
    if (found == choices.end()) return std::string(kind);
    return in.say(kind_words[static_cast<std::size_t>(found - choices.begin())]);
}

} // namespace cairn::pages
