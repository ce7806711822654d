// Mail addresses as settings and headers have them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cairn::mail {

struct Address {
    std::string name; // of the person; may be empty
    std::string email;
};

// "a@example.org" or "A Name <a@example.org>". Nothing for an address that could be taken for anything but an address:
// with blanks, control characters, angle brackets or commas, or without exactly one @.
std::optional<Address> parse_address(std::string_view);

} // namespace cairn::mail
