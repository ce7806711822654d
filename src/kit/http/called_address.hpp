// The address of another server, as libcurl takes it apart: what is held against the rules must be what is called.
#pragma once

#include <string>

namespace cairn::http {

// A name or a number, in lower case, an IPv6 address without its brackets; empty if libcurl could not call it.
std::string called_host(const std::string& url);

// Whether what was meant for one may be sent to the other: the same scheme, host and port.
bool calls_same_origin(const std::string& one, const std::string& other);

} // namespace cairn::http
