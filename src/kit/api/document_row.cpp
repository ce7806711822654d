#include "api/document_row.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <tuple>

namespace cairn::api {

// What error_body() writes, for the documents.
struct APIError {
    std::string message;
    std::string url;
};
BOOST_DESCRIBE_STRUCT(APIError, (), (message, url))
constexpr auto notes(const APIError*)
{
    return std::array{Note{"", "What every request that failed is answered with"},
                      Note{"message", "what went wrong, for a person to read"},
                      Note{.member = "url", .doc = "the address of this documentation", .omit_empty = true}};
}

namespace {

std::string without_stars(std::string_view path)
{
    std::string plain(path);
    std::erase(plain, '*');
    return plain;
}

std::vector<PathParameter> parameters_in_path(const Operation& operation)
{
    std::vector<PathParameter> found;
    for (const Type* type : {operation.guard.path, operation.handler.path})
        for (const Field& field : type != nullptr ? type->fields : std::span<const Field>()) {
            const std::string star = "{" + std::string(field.name) + "*}";
            found.push_back({&field, operation.path.find(star) != operation.path.npos});
        }
    std::ranges::sort(found, {}, [&](const PathParameter& parameter) {
        const std::string brace = "{" + std::string(parameter.field->name);
        return operation.path.find(brace + (parameter.rest ? "*}" : "}"));
    });
    return found;
}

} // namespace

std::string_view DocumentRow::verb() const
{
    constexpr std::array<std::string_view, 5> verbs{"get", "post", "put", "patch", "delete"};
    return verbs[static_cast<std::size_t>(operation->method)];
}

std::span<const Field> DocumentRow::query() const
{
    return operation->handler.query != nullptr ? operation->handler.query->fields : std::span<const Field>();
}

bool DocumentRow::shows_bytes() const
{
    return operation->handler.raw && (operation->success == 200 || operation->success == 201);
}

std::string_view DocumentRow::content_type() const
{
    if (!operation->produces.empty()) return operation->produces;
    return operation->handler.raw ? "application/octet-stream" : "application/json";
}

std::vector<DocumentRow> document_rows(std::span<const Table* const> catalog)
{
    std::vector<DocumentRow> rows;
    for (const Table* table : catalog) {
        if (table->door != Door::api) continue;
        for (const Operation& operation : table->operations) {
            const auto level = operation.method == Method::GET ? Level::read : Level::write;
            rows.push_back({.table = table,
                            .operation = &operation,
                            .path = without_stars(operation.path),
                            .in_path = parameters_in_path(operation),
                            .errors = operation.guard.errors | operation.errors,
                            .scopes = ScopeSet().missing(operation.scope, level)});
        }
    }
    const auto address = [](const DocumentRow& row) {
        return std::tuple(std::string_view(row.path), row.operation->method);
    };
    std::ranges::sort(rows, {}, address);
    if (const auto twice = std::ranges::adjacent_find(rows, {}, address); twice != rows.end())
        throw std::logic_error("two operations at " + twice->path);
    return rows;
}

std::vector<std::string_view> document_tags(std::span<const DocumentRow> rows)
{
    std::vector<std::string_view> tags;
    for (const DocumentRow& row : rows) tags.push_back(row.table->tag);
    std::ranges::sort(tags);
    tags.erase(std::ranges::unique(tags).begin(), tags.end());
    return tags;
}

ErrorResponse error_response(int status)
{
    switch (status) {
    case 401: return {"unauthorized", "The caller is not signed in, or the credentials are wrong."};
    case 403: return {"forbidden", "The caller may not do this, or the token lacks a scope."};
    case 404: return {"notFound", "It does not exist, or the caller may not see it."};
    case 409: return {"conflict", "The request contradicts what is there already."};
    case 422: return {"validationError", "A value does not fit; the message names it."};
    case 423: return {"repoArchivedError", "The repository is archived."};
    default: return {"error", "The request failed; the message says why."};
    }
}

const Type& api_error() { return type_of<APIError>(); }

std::vector<int> statuses(Errors errors)
{
    std::vector<int> codes;
    for (int code = 400; code < 464; ++code)
        if (errors.has(code)) codes.push_back(code);
    return codes;
}

std::string_view scheme_of(std::string_view root_url) { return root_url.substr(0, root_url.find(':')); }

std::string_view path_of(std::string_view root_url)
{
    const auto host = root_url.find("//");
    const auto path = host == root_url.npos ? root_url.npos : root_url.find('/', host + 2);
    return path == root_url.npos ? "/" : root_url.substr(path);
}

} // namespace cairn::api
