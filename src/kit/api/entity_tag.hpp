// Tags by which a client knows whether it has an answer already (RFC 9110, 8.8.3).
#pragma once

#include <string>
#include <string_view>

namespace cairn::api {

// Of these bytes, in quotes. It is quick, and withstands nobody who makes two bodies alike on purpose: both are theirs.
std::string entity_tag(std::string_view body);

} // namespace cairn::api
