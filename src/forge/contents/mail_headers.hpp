// What stands in the head of a mail, as far as patches come with it: RFC 5322, RFC 2047, RFC 2045.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "git/objects/objects.hpp"

namespace cairn::contents {

struct MailHead {
    std::map<std::string, std::string> fields{}; // by their names in lower case; the first of each, unfolded
    std::size_t size = 0;                        // of the head, with the empty line behind it

    std::string_view field(const std::string& name) const;
};

// Of a text that begins with one. Nothing in `fields` where it does not.
MailHead read_mail_head(std::string_view text);

// A value in words: encoded words are decoded, what is no UTF-8 is replaced.
std::string mail_words(std::string_view value);

// "Ada <ada@example.org>", with quotes or without. Nothing where there is no address.
std::optional<git::Person> mail_author(std::string_view value);

// "Thu, 19 Nov 2026 03:40:00 +0100": sets the time and the offset. False for what is no date.
bool read_mail_date(std::string_view value, git::Person& person);

// A body, by its Content-Transfer-Encoding; nothing for one that cannot be decoded.
std::optional<std::string> mail_body(std::string_view body, std::string_view encoding);

// Bytes in the charset of a Content-Type as text, as far as anybody still uses it.
std::string mail_text(std::string_view bytes, std::string_view charset);

} // namespace cairn::contents
