// The menu of saved replies in a field that comments are written in: of issues, and of whatever else has such a field.
#pragma once

#include "pages/issue/text_form.hpp"

namespace cairn::pages {

// Offers the caller's own. `page`: the address that shows the field, to which ?reply= is added.
void offer_replies(const api::Call&, WriteView&, std::string page, std::string anchor);

// What ?reply= asks for: the text of one of the caller's own; empty for anything else.
std::string saved_reply_text(const api::Call&, std::int64_t id);

} // namespace cairn::pages
