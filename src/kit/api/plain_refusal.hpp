// How addresses beside the API that give files and texts tell an error: in a line of words.
#pragma once

#include "api/call.hpp"

namespace cairn::api {

http::Response refuse_in_words(const Call&, const Error&);

} // namespace cairn::api
