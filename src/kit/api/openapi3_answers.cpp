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

// A row has one status of success and one form of errors, and clients know these operations otherwise. They are named
// here and not in their rows, because nothing but this document has any use for it.
enum class Form : std::uint8_t {
    as_success, // another status for the same
    nothing,    // no body, or not always one
};
struct UnusualAnswer {
    std::string_view id;
    int status;
    Form form;
};
constexpr UnusualAnswer unusual_answers[] = {
    {"ActionsDispatchWorkflow", 204, Form::nothing},
    {"issueAddAssignees", 403, Form::nothing},
    {"issueAddSubscription", 200, Form::nothing},
    {"issueAddSubscription", 201, Form::nothing},
    {"issueAddTime", 403, Form::nothing},
    {"issueClearLabels", 403, Form::nothing},
    {"issueDeleteComment", 400, Form::nothing},
    {"issueDeleteComment", 403, Form::nothing},
    {"issueDeleteCommentDeprecated", 400, Form::nothing},
    {"issueDeleteCommentDeprecated", 403, Form::nothing},
    {"issueDeleteStopWatch", 403, Form::nothing},
    {"issueDeleteSubscription", 200, Form::nothing},
    {"issueDeleteSubscription", 201, Form::nothing},
    {"issueDeleteTime", 403, Form::nothing},
    {"issueEditComment", 204, Form::nothing},
    {"issueEditComment", 403, Form::nothing},
    {"issueEditCommentDeprecated", 204, Form::nothing},
    {"issueEditCommentDeprecated", 403, Form::nothing},
    {"issueEditIssue", 403, Form::nothing},
    {"issueGetComment", 204, Form::nothing},
    {"issuePostCommentReaction", 200, Form::as_success},
    {"issuePostIssueReaction", 200, Form::as_success},
    {"issueRemoveAssignees", 403, Form::nothing},
    {"issueRemoveLabel", 403, Form::nothing},
    {"issueResetTime", 403, Form::nothing},
    {"issueStartStopWatch", 403, Form::nothing},
    {"issueStopStopWatch", 403, Form::nothing},
    {"organizationCheckUserBlock", 404, Form::nothing},
    {"repoEditPullRequest", 403, Form::nothing},
    {"repoGetContentsExt", 404, Form::nothing},
    {"repoGetContentsExtRoot", 404, Form::nothing},
    {"repoMigrate", 202, Form::as_success},
    {"repoTransfer", 201, Form::as_success},
    {"repoUpdateFile", 201, Form::as_success},
    {"repoUpdatePullRequest", 403, Form::nothing},
    {"updateOrgSecret", 201, Form::nothing},
    {"updateOrgSecret", 204, Form::nothing},
    {"updateRepoSecret", 201, Form::nothing},
    {"updateRepoSecret", 204, Form::nothing},
    {"updateUserSecret", 201, Form::nothing},
    {"updateUserSecret", 204, Form::nothing},
    {"userCheckUserBlock", 404, Form::nothing},
    {"userVerifyGPGKey", 200, Form::as_success},
};

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

void add_unusual_answers(const DocumentRow& row, const json::object& success, json::object& answers)
{
    for (const auto& [id, status, form] : unusual_answers) {
        if (id != row.operation->id) continue;
        if (form == Form::as_success) answers[std::to_string(status)] = success;
        else if (status < 300) answers[std::to_string(status)] = {{"description", "Done; there is nothing to show."}};
        else answers[std::to_string(status)] = {{"description", "It may come without a body."}};
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
