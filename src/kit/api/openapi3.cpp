// The OpenAPI 3.1 document.
#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include "api/document.hpp"
#include "api/openapi3_answers.hpp"
#include "api/openapi3_security.hpp"
#include "api/schema.hpp"

namespace cairn::api {

namespace {

namespace json = boost::json;

json::object reference(std::string_view kind, std::string_view name)
{
    std::string target = "#/components/";
    target += kind;
    target += '/';
    target += name;
    return {{"$ref", target}};
}

json::object parameter(std::string_view name, std::string_view in, const Field& field, json::object schema)
{
    json::object described{{"name", name}, {"in", in}};
    if (in == "path" || field.note.required) described["required"] = true;
    if (schema.erase("description") > 0) described["description"] = field.note.doc;
    described["schema"] = std::move(schema);
    return described;
}

json::array parameters(Schemas& schemas, const DocumentRow& row)
{
    json::array list;
    for (const auto& [field, rest] : row.in_path) {
        auto described = parameter(field->name, "path", *field, schemas.of(*field));
        if (rest) {
            std::string words(field->note.doc);
            words += words.empty() ? "It may contain slashes." : ", which may contain slashes";
            described["description"] = words;
        }
        list.push_back(std::move(described));
    }
    for (const Field& field : row.query()) {
        const bool paging = row.operation->handler.paged && (field.name == "page" || field.name == "limit");
        if (paging) list.push_back(reference("parameters", field.name));
        else list.push_back(parameter(field.outer_name(), "query", field, schemas.of(field)));
    }
    return list;
}

json::object request_body(Schemas& schemas, const Type& type)
{
    const json::object schema = schemas.of(type);
    bool required = false;
    for (const Field& field : type.fields) required = required || field.note.required;
    return {{"required", required}, {"content", {{"application/json", {{"schema", schema}}}}}};
}

json::object success(Schemas& schemas, const DocumentRow& row)
{
    const Operation& operation = *row.operation;
    json::object response{
        {"description",
         operation.handler.reply == nullptr && !row.shows_bytes() ? "Done; there is nothing to show." : "Done."}};
    if (operation.handler.counted) {
        json::object headers{{"X-Total-Count", reference("headers", "X-Total-Count")}};
        if (operation.handler.linked) headers["Link"] = reference("headers", "Link");
        response["headers"] = std::move(headers);
    }
    if (operation.handler.reply != nullptr)
        response["content"] = {{row.content_type(), {{"schema", schemas.of(operation.handler.reply())}}}};
    else if (row.shows_bytes()) response["content"] = {{row.content_type(), {{"schema", {{"type", "string"}}}}}};
    return response;
}

// A file as a part of a form, or by itself.
json::object file_body()
{
    const json::object file{{"type", "string"}, {"format", "binary"}};
    const json::object form{{"type", "object"}, {"properties", json::object{{"attachment", file}}}};
    return {{"required", true},
            {"content",
             json::object{{"multipart/form-data", json::object{{"schema", form}}},
                          {"application/octet-stream", json::object{{"schema", file}}}}}};
}

json::object operation(Schemas& schemas, const DocumentRow& row)
{
    const auto done = success(schemas, row);
    json::object answers{{std::to_string(row.operation->success), done}};
    for (int status : other_statuses(row))
        answers[std::to_string(status)] = reference("responses", other_response(status).name);
    add_unusual_answers(row, done, answers);

    json::object described{
        {"tags", json::array{row.table->tag}}, {"summary", row.operation->summary}, {"operationId", row.operation->id}};
    if (const auto words = scope_sentence(row); !words.empty()) described["description"] = words;
    if (auto list = parameters(schemas, row); !list.empty()) described["parameters"] = std::move(list);
    if (const Type* body = row.operation->handler.body) described["requestBody"] = request_body(schemas, *body);
    if (row.takes_file()) described["requestBody"] = file_body();
    else if (row.operation->handler.streamed)
        described["requestBody"] = json::object{
            {"required", true},
            {"content", json::object{{"text/plain", json::object{{"schema", json::object{{"type", "string"}}}}}}}};
    described["responses"] = std::move(answers);
    described["security"] = security_of(row);
    if (!row.scopes.empty()) described["x-required-scopes"] = json::array(row.scopes.begin(), row.scopes.end());
    return described;
}

json::object page_parameters(Schemas& schemas)
{
    json::object parameters;
    for (const Field& field : type_of<Paging>().fields) {
        json::object schema = schemas.of(field);
        schema["minimum"] = 1;
        parameters[field.name] = parameter(field.name, "query", field, std::move(schema));
    }
    return parameters;
}

json::object answer_headers()
{
    auto all = limit_headers();
    all["X-Total-Count"] = {{"description", "How many items there are on all pages together."},
                            {"schema", {{"type", "integer"}, {"format", "int64"}}}};
    all["Link"] = {
        {"description", "The addresses of the next, last, first and previous page, as RFC 8288 writes them."},
        {"schema", {{"type", "string"}}}};
    return all;
}

} // namespace

std::string openapi_document(std::span<const Table* const> catalog, std::string_view version, std::string_view root_url)
{
    const auto rows = document_rows(catalog);
    Schemas schemas(Dialect::openapi31, rows);
    const json::object error = schemas.of(api_error());
    json::object paths;
    for (const DocumentRow& row : rows) {
        auto& path = paths[row.path];
        if (!path.is_object()) path.emplace_object();
        path.as_object()[row.verb()] = operation(schemas, row);
    }
    json::array tags;
    for (std::string_view tag : document_tags(rows)) tags.push_back(json::object{{"name", tag}});
    json::object components{{"parameters", page_parameters(schemas)},
                            {"headers", answer_headers()},
                            {"responses", other_responses(error, rows)},
                            {"securitySchemes", security_schemes(root_url)}};
    components["schemas"] = schemas.definitions(); // the last: all that the others refer to

    return json::serialize(json::object{
        {"openapi", "3.1.0"},
        {"info",
         {{"title", "Cairn API"},
          {"description",
           "Repositories, issues, pull requests and accounts. A body may also be a form of the same members."},
          {"license", {{"name", "MIT"}, {"identifier", "MIT"}}},
          {"version", version}}},
        {"servers", json::array{json::object{{"url", std::string(root_url) + "api/v1"}}}},
        {"tags", std::move(tags)},
        {"paths", std::move(paths)},
        {"components", std::move(components)},
    });
}

} // namespace cairn::api
