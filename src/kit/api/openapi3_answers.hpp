// What an operation may answer beside what it was made for, as the OpenAPI document tells it.
#pragma once

#include <boost/json/object.hpp>

#include <span>
#include <vector>

#include "api/document_row.hpp"

namespace cairn::api {

// The statuses that the row, its guard, the router and the server may answer with, but for the row's success.
std::vector<int> other_statuses(const DocumentRow&);

// Its name among the document's responses, and what it means.
ErrorResponse other_response(int status);

// Adds what a few operations answer beside that, or instead: a second success, a refusal without words. `success` is
// how the row's own is described.
void add_unusual_answers(const DocumentRow&, const boost::json::object& success, boost::json::object& answers);

// The responses that the rows refer to, by name; `error` is the schema of an error's body.
boost::json::object other_responses(const boost::json::object& error, std::span<const DocumentRow>);

// The headers that answers have because of limits, by name.
boost::json::object limit_headers();

} // namespace cairn::api
