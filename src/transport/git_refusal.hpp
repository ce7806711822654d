// Private to src/transport: how git is told that something is not to be had. It shows people the words of a text.
#pragma once

#include "api/operation.hpp"

namespace cairn::transport {

http::Response refuse_git(const api::Call&, const Error&);

} // namespace cairn::transport
