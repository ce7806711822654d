// Git on one connection from its first word to its last, as SSH has it. What goes wrong before the client has read
// anything is returned, in words for people; afterwards git has told it in its own way.
#pragma once

#include "git/receive/stream.hpp"
#include "transport/git_context.hpp"

namespace cairn::transport {

Result<> serve_fetch(const api::Site&, const GitContext&, int version, git::Source&, git::Sink&);
Result<> serve_push(const api::Site&, const GitContext&, const Visitor&, int version, git::Source&, git::Sink&);
// git archive --remote
Result<> serve_archive(const api::Site&, const GitContext&, git::Source&, git::Sink&);

} // namespace cairn::transport
