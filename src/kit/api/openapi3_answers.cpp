#include "api/openapi3_answers.hpp"

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <array>

namespace cairn::api {

namespace json = boost::json;

namespace {

bool names(const DocumentRow& row, std::string_view parameter)
{
    return std::ranges::any_of(row.in_path, [&](const PathParameter& p) { return p.field->name == parameter; });
}

json::object header(std::string_view name) { return {{"$ref", "#/components/headers/" + std::string(name)}}; }

// An account or a repository that was renamed is told where it is now.
void add_redirects(const DocumentRow& row, std::vector<int>& found)
{
    const bool repository = names(row, "owner") && names(row, "repo");
    if (repository) found.push_back(301);
    if (repository || names(row, "owner") || names(row, "username") || names(row, "org")) found.push_back(307);
}

} // namespace

std::vector<int> other_statuses(const DocumentRow& row)
{
    const Operation& operation = *row.operation;
    std::vector<int> found;
    add_redirects(row, found);
    // An address or a query that cannot be read, too many requests.
    Errors errors = row.errors | Errors{400, 422, 429};
    // Credentials that are wrong, or of somebody who may not; who acts as somebody that is not there.
    if (!operation.guard.own_credentials) errors = errors | Errors{401, 403, 404};
    if (!row.in_path.empty()) errors = errors | Errors{404};
    if (operation.method != Method::GET) errors = errors | Errors{413};
    for (const int status : statuses(errors)) found.push_back(status);
    found.push_back(503); // the database is away, or there is too much to do
    if (operation.method != Method::GET) found.push_back(507);
    std::erase(found, operation.success);
    return found;
}

ErrorResponse other_response(int status)
{
    switch (status) {
    case 301:
    case 307: return {"moved", "It has another name now; Location has its address."};
    case 400: return {"badRequest", "The request cannot be read."};
    case 412: return {"changed", "It has changed since the caller last saw it."};
    case 413: return {"tooLarge", "The request, or what it asks for, is larger than this site takes."};
    case 429: return {"tooManyRequests", "The client has to wait; Retry-After has the seconds."};
    case 503: return {"unavailable", "Not at the moment; Retry-After has the seconds."};
    case 507: return {"storageFull", "There is no room left to store this."};
    default: return error_response(status);
    }
}

json::object other_responses(const json::object& error, std::span<const DocumentRow> rows)
{
    json::object responses;
    for (const DocumentRow& row : rows)
        for (const int status : other_statuses(row)) {
            const auto [name, description] = other_response(status);
            if (responses.contains(name)) continue;
            json::object response{{"description", description}};
            if (status >= 400) response["content"] = {{"application/json", {{"schema", error}}}};
            else response["content"] = {{"text/html", {{"schema", {{"type", "string"}}}}}};
            if (status == 429 || status == 503) response["headers"] = {{"Retry-After", header("Retry-After")}};
            if (status == 429)
                for (const char* limit : {"RateLimit", "RateLimit-Policy"})
                    response["headers"].as_object()[limit] = header(limit);
            responses[name] = std::move(response);
        }
    return responses;
}

json::object limit_headers()
{
    const auto described = [](std::string_view words, std::string_view type) {
        return json::object{{"description", words}, {"schema", {{"type", type}}}};
    };
    return {
        {"Retry-After", described("How many seconds to wait before it makes sense to try again.", "integer")},
        {"RateLimit",
         described("Of which limit how much is left (r), and in how many seconds all of it will be back (t).",
                   "string")},
        {"RateLimit-Policy", described("How many requests (q) the limit allows in how many seconds (w).", "string")}};
}

} // namespace cairn::api
