// The API described for machines, made from the same rows that serve it: clients' generators and /api/swagger read it.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "api/operation.hpp"

namespace cairn::api {

// Swagger 2.0, with the names that today's client generators know. `root_url` ends in a slash.
std::string swagger_document(std::span<const Table* const> catalog, std::string_view version,
                             std::string_view root_url);

// OpenAPI 3.1, which also tells what may be null, what an answer always has and which scopes a token needs.
std::string openapi_document(std::span<const Table* const> catalog, std::string_view version,
                             std::string_view root_url);

} // namespace cairn::api
