// Which of the HTML that people write is shown: the elements, their attributes, the addresses. What is not named here
// does not get through.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cairn::markup {

enum class Fate : std::uint8_t {
    shown,
    unwrapped, // its content is shown without it
    dropped,   // with all that is in it
};
Fate fate_of(std::string_view element);

// script and style: what people see of them is what was written.
bool is_program(std::string_view element);

enum class Rule : std::uint8_t {
    refused,
    harmless,
    link,    // an address that somebody may follow
    picture, // an address that is fetched
    pictures,
    id,
    style,
};
Rule rule_of(std::string_view element, std::string_view attribute);

// The value of a style attribute with what is allowed of it: colors. Empty when that is nothing.
std::string allowed_style(std::string_view);

// An id that cannot be taken for one of the page's own.
std::string prefixed_id(std::string_view);

// The scheme of an address in lower case, read as browsers read it (they pass over white space and control
// characters); empty for a relative one.
std::string scheme_of(std::string_view address);

// Whether people may be led there: anywhere but where the address itself is a program or a document.
bool is_allowed_scheme(std::string_view scheme);

// Fit for an attribute: without the characters that no address has.
std::string encode_address(std::string_view);

} // namespace cairn::markup
