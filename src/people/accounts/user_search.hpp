// Finding people by a piece of their name, full name or address.
#pragma once

#include "accounts/visibility.hpp"
#include "api/operation.hpp"

namespace cairn::accounts {

// The patterns for LIKE that a search's text is looked for with.
struct SearchPatterns {
    explicit SearchPatterns(std::string_view text);

    std::string lower; // the text itself, without its case
    std::string exact; // for LIKE ... ESCAPE '\' on a folded text, or one in lower case
    std::string rough; // for account_search, whose index knows no ESCAPE: finds all that `exact` finds
    bool indexed;      // long enough for an index of pieces of three letters
    bool hopeless;     // longer than anything that it could be found in
};

} // namespace cairn::accounts
