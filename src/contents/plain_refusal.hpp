// How addresses beside the API that give files and texts tell an error: in a line of words.
#pragma once

#include "api/call.hpp"

namespace cairn::contents {

http::Response refuse_in_words(const api::Call&, const Error&);

} // namespace cairn::contents
