// A mail as it goes over the wire: RFC 5322 headers, encoded by RFC 2047 where they are not ASCII, and a text that
// readers without HTML can show as well as one for those that have it.
#pragma once

#include "base/time.hpp"
#include "mail/address.hpp"
#include "mail/letter.hpp"

namespace cairn::mail {

struct Message {
    Address from;
    Address to;
    std::string subject;
    std::string plain; // lines end with \n
    std::string html;  // empty: there is none
    std::string id;    // without angle brackets
    Time date;
    Headers headers{};
};

// No value can end a header early or begin another: line breaks and other control characters become blanks.
std::string compose(const Message&);

// "Sun, 15 Nov 2026 06:14:00 +0000"
std::string mail_date(Time);

// The value of a header that is text; what is not plain ASCII as encoded words, folded into lines.
std::string encode_header(std::string_view);

// RFC 2045, 6.7: any text in lines of at most 76 characters, ended by CR LF.
std::string quoted_printable(std::string_view);

} // namespace cairn::mail
