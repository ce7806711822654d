// The mail that invites somebody to a team.
#pragma once

#include <string>

#include "mail/letter.hpp"

namespace cairn::config {
struct Settings;
} // namespace cairn::config

namespace cairn::organizations {

struct InvitationLetter {
    std::string email;
    std::string token;
    std::string organization;
    std::string team;
    std::string inviter;
    std::string language{}; // as accounts::language_of() takes it
};

// It says nothing that somebody could have written freely: names alone.
mail::Letter invitation_letter(const config::Settings&, const InvitationLetter&);

} // namespace cairn::organizations
