// The Swagger 2.0 document.
#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include <stdexcept>

#include "api/document.hpp"
#include "api/schema.hpp"

namespace cairn::api {

namespace {

namespace json = boost::json;

// The responses that operations refer to by name.
class Responses {
public:
    json::object refer(std::string_view name, std::string_view description, json::object schema = {})
    {
        json::object response{{"description", description}};
        if (!schema.empty()) response["schema"] = std::move(schema);
        const auto [at, added] = named_.try_emplace(std::string(name), response);
        if (!added && at->second != response) throw std::logic_error("two responses are named " + std::string(name));
        return {{"$ref", "#/responses/" + std::string(name)}};
    }

    json::object all() const
    {
        json::object responses;
        for (const auto& [name, response] : named_) responses[name] = response;
        return responses;
    }

private:
    std::map<std::string, json::object> named_;
};

// Empty for a type that has no name of its own.
std::string response_name(const Type& type)
{
    switch (type.kind) {
    case Kind::object: return std::string(type.name);
    case Kind::string: return "string";
    case Kind::list: {
        const Type& item = type.item().kind == Kind::json && type.item().item ? type.item().item() : type.item();
        if (item.kind == Kind::string) return "StringSlice";
        return item.kind == Kind::object ? std::string(item.name) + "List" : std::string();
    }
    default: return {};
    }
}

json::object parameter(Schemas& schemas, const Field& field, std::string_view name, std::string_view in)
{
    json::object schema = schemas.of(field);
    // The numbers in queries are small, and generated clients know them as their language's plain integers.
    if (in == "query" && schema["type"] == "integer" && field.note.format.empty()) schema.erase("format");
    if (schema["type"] == "array") schema["collectionFormat"] = "multi";
    schema.erase("x-nullable"); // an address has no word for null
    schema["name"] = name;
    schema["in"] = in;
    if (in == "path" || field.note.required) schema["required"] = true;
    return schema;
}

json::array parameters(Schemas& schemas, const DocumentRow& row)
{
    json::array list;
    for (const PathParameter& p : row.in_path) list.push_back(parameter(schemas, *p.field, p.field->name, "path"));
    for (const Field& field : row.query()) list.push_back(parameter(schemas, field, field.outer_name(), "query"));
    if (const Type* body = row.operation->handler.body)
        list.push_back(json::object{{"name", "body"}, {"in", "body"}, {"schema", schemas.of(*body)}});
    if (row.takes_file())
        list.push_back(json::object{
            {"name", "attachment"}, {"in", "formData"}, {"type", "file"}, {"description", "the file, in a form"}});
    else if (row.operation->handler.streamed)
        list.push_back(json::object{
            {"name", "body"}, {"in", "body"}, {"required", true}, {"schema", json::object{{"type", "string"}}}});
    return list;
}

json::object success(Schemas& schemas, Responses& responses, const DocumentRow& row)
{
    const Operation& operation = *row.operation;
    json::object schema;
    std::string name(operation.response);
    if (operation.handler.reply != nullptr) {
        schema = schemas.of(operation.handler.reply());
        // A response is shared by its name, and clients know it as what it mostly is.
        schema.erase("x-nullable");
        if (json::value* items = schema.if_contains("items")) items->as_object().erase("x-nullable");
        if (name.empty()) name = response_name(operation.handler.reply());
    } else if (row.shows_bytes()) {
        schema["type"] = row.content_type().starts_with("text/") ? "string" : "file";
    } else if (name.empty() && operation.success < 300) {
        return responses.refer("empty", "Done; there is nothing to show.");
    }
    if (!name.empty()) return responses.refer(name, name, std::move(schema));
    json::object response{{"description", operation.summary}};
    if (!schema.empty()) response["schema"] = std::move(schema);
    return response;
}

json::object operation(Schemas& schemas, Responses& responses, const DocumentRow& row, const json::object& error)
{
    json::object answers{{std::to_string(row.operation->success), success(schemas, responses, row)}};
    for (int status : statuses(row.errors)) {
        const auto [name, description] = error_response(status);
        answers[std::to_string(status)] = responses.refer(name, description, error);
    }
    json::object described;
    if (row.operation->handler.body != nullptr) described["consumes"] = json::array{"application/json"};
    if (row.takes_file()) described["consumes"] = json::array{"multipart/form-data", "application/octet-stream"};
    else if (row.operation->handler.streamed) described["consumes"] = json::array{"text/plain"};
    described["produces"] = json::array{row.content_type()};
    described["tags"] = json::array{row.table->tag};
    described["summary"] = row.operation->summary;
    described["operationId"] = row.operation->id;
    if (auto list = parameters(schemas, row); !list.empty()) described["parameters"] = std::move(list);
    described["responses"] = std::move(answers);
    return described;
}

json::object key(std::string_view name, std::string_view in, std::string_view description)
{
    return {{"type", "apiKey"}, {"name", name}, {"in", in}, {"description", description}};
}

json::object security_definitions()
{
    return {
        {"AccessToken", key("access_token", "query", "A token in the address, where it may end up in logs.")},
        {"AuthorizationHeaderToken", key("Authorization", "header", "The word token or Bearer, a blank, and a token.")},
        {"BasicAuth", {{"type", "basic"}}},
        {"SudoHeader", key("Sudo", "header", "An administrator acts as the account of this name.")},
        {"SudoParam", key("sudo", "query", "An administrator acts as the account of this name.")},
        {"TOTPHeader", key("X-GITEA-OTP", "header", "The one-time password that goes with the account's password.")},
        {"Token", key("token", "query", "A token in the address, where it may end up in logs.")},
    };
}

json::array security()
{
    json::array alternatives;
    for (const char* name :
         {"BasicAuth", "Token", "AccessToken", "AuthorizationHeaderToken", "SudoParam", "SudoHeader", "TOTPHeader"})
        alternatives.push_back(json::object{{name, json::array()}});
    return alternatives;
}

} // namespace

std::string swagger_document(std::span<const Table* const> catalog, std::string_view version, std::string_view root_url)
{
    const auto rows = document_rows(catalog);
    Schemas schemas(Dialect::swagger2, rows);
    Responses responses;
    const json::object error = schemas.of(api_error());
    json::object paths;
    for (const DocumentRow& row : rows) {
        auto& path = paths[row.path];
        if (!path.is_object()) path.emplace_object();
        path.as_object()[row.verb()] = operation(schemas, responses, row, error);
    }
    json::array tags;
    for (std::string_view tag : document_tags(rows)) tags.push_back(json::object{{"name", tag}});

    return json::serialize(json::object{
        {"swagger", "2.0"},
        {"info",
         {{"title", "Cairn API"},
          {"description", "Repositories, issues, pull requests and accounts."},
          {"license", {{"name", "MIT"}}},
          {"version", version}}},
        {"schemes", json::array{scheme_of(root_url)}},
        {"basePath", std::string(path_of(root_url)) + "api/v1"},
        {"consumes", json::array{"application/json"}},
        {"produces", json::array{"application/json"}},
        {"paths", std::move(paths)},
        {"definitions", schemas.definitions()},
        {"responses", responses.all()},
        {"securityDefinitions", security_definitions()},
        {"security", security()},
        {"tags", std::move(tags)},
    });
}

} // namespace cairn::api
