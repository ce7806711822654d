#include "organizations/invitation_letter.hpp"

#include "accounts/profile/account_letters.hpp"
#include "config/settings.hpp"
#include "organizations/invitation.hpp"

namespace cairn::organizations {

using words::Phrase;

mail::Letter invitation_letter(const config::Settings& settings, const InvitationLetter& about)
{
    const auto& in = accounts::language_of(settings, about.language);
    mail::Letter letter{.to = about.email,
                        .subject = in.say(Phrase("{who} invites you to {organization}"),
                                          {{"who", about.inviter}, {"organization", about.organization}}),
                        .greeting = in.say(Phrase("Hello,")),
                        .language = in.code()};
    letter.paragraphs = {
        in.say(Phrase("{who} invites you to the team {team} of the organization {organization} at {site}."),
               {{"who", about.inviter},
                {"team", about.team},
                {"organization", about.organization},
                {"site", settings.general.app_name}}),
        in.say(Phrase("The link below shows what the team may do, and asks whether you want to join. It "
                      "works once, within {count} day.",
                      "The link below shows what the team may do, and asks whether you want to join. It "
                      "works once, within {count} days."),
               invitation_days),
        in.say(Phrase("Whoever has the link can join with it: do not pass it on."))};
    letter.link = settings.server.root_url + "org/invite/" + about.token;
    letter.link_label = in.say(Phrase("Look at the invitation"));
    letter.afterword = in.say(Phrase("If you do not want to join, ignore this mail: nothing happens then."));
    return letter;
}

} // namespace cairn::organizations
