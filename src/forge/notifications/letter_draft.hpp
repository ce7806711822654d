// What a letter about a notice says, in one language: the same for all who get it but for the reason, the way out and
// the address.
#pragma once

#include "mail/letter.hpp"
#include "notifications/audience.hpp"

namespace cairn::config {
struct Settings;
} // namespace cairn::config
namespace cairn::words {
class Language;
} // namespace cairn::words

namespace cairn::notifications {

mail::Letter draft_letter(db::Queries&, const config::Settings&, const Notice&, const Subject&, const words::Language&);

// The rest of it, for one of them. `named`: as filters of mail programs know people.
struct Addressee {
    std::int64_t id = 0;
    std::string name{};
    std::string email{};
    LetterReason reason = LetterReason::subscribed;
};
void address_letter(mail::Letter&, const config::Settings&, const Subject&, const words::Language&, const Addressee&);

} // namespace cairn::notifications
