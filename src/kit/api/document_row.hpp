// A row of the operation table as both documents tell it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "api/operation.hpp"

namespace cairn::api {

struct PathParameter {
    const Field* field;
    bool rest; // {name*}: it may contain slashes
};

struct DocumentRow {
    const Table* table;
    const Operation* operation;
    std::string path;                   // without the stars
    std::vector<PathParameter> in_path; // in the order of the path
    Errors errors;                      // the row's and its guard's
    std::vector<std::string> scopes;    // that a token needs, in normal form

    std::string_view verb() const; // "get"
    std::span<const Field> query() const;
    std::string_view content_type() const; // of the answer
    bool shows_bytes() const;
    // The request's body is a file that the API keeps, not a text that it turns into another.
    bool takes_file() const
    {
        return operation->handler.streamed && operation->handler.reply != nullptr;
    } // the answer is no JSON; where it says that all is done, it is nothing
};

// The rows that are documented, sorted by path and method. Throws std::logic_error for two rows of one address.
std::vector<DocumentRow> document_rows(std::span<const Table* const> catalog);

// Every tag that the rows use, sorted.
std::vector<std::string_view> document_tags(std::span<const DocumentRow>);

// The name of the response that both documents share for an error ("notFound"), and what it means.
struct ErrorResponse {
    std::string_view name;
    std::string_view description;
};
ErrorResponse error_response(int status);

// The body of every error.
const Type& api_error();

// The statuses in a set, in order.
std::vector<int> statuses(Errors);

// "https://example.org/git/" is "https" and "/git/".
std::string_view scheme_of(std::string_view root_url);
std::string_view path_of(std::string_view root_url);

} // namespace cairn::api
