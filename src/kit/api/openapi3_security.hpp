// Who may call, as the OpenAPI 3.1 document tells it. Only openapi3.cpp includes this.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <string>
#include <string_view>

#include "api/document_row.hpp"

namespace cairn::api {

boost::json::object security_schemes(std::string_view root_url);

// The ways to sign in for that operation, each with the scopes that it needs; an empty one where nobody has to.
boost::json::array security_of(const DocumentRow&);

// What a token needs, in words; empty when any will do.
std::string scope_sentence(const DocumentRow&);

} // namespace cairn::api
