#include "api/schema.hpp"

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>

#include <stdexcept>

namespace cairn::api {

namespace json = boost::json;

namespace {

const Type& without_optional(const Type& type)
{
    return type.kind == Kind::optional ? without_optional(type.item()) : type;
}

json::array words(const Type& type)
{
    json::array list;
    for (std::string_view word : type.choices) list.emplace_back(word);
    return list;
}

// The same schema for a value that may also be null.
json::object nullable(json::object schema)
{
    if (schema.contains("$ref")) return {{"anyOf", {std::move(schema), {{"type", "null"}}}}};
    if (const json::value* type = schema.if_contains("type"); type != nullptr && type->is_string()) {
        if (json::value* list = schema.if_contains("enum")) list->as_array().emplace_back(nullptr);
        schema["type"] = json::array{*type, "null"};
    }
    return schema; // one without a type takes everything already
}

} // namespace

Schemas::Schemas(Dialect dialect, std::span<const DocumentRow> rows) : dialect_(dialect)
{
    for (const DocumentRow& row : rows)
        if (row.operation->handler.body != nullptr) collect_sent(*row.operation->handler.body);
}

void Schemas::collect_sent(const Type& type)
{
    if (type.item != nullptr) return collect_sent(type.item());
    if (type.kind != Kind::object || !sent_.insert(&type).second) return;
    for (const Field& field : type.fields) collect_sent(field.type());
}

json::object Schemas::of(const Type& type)
{
    auto schema = plain(without_optional(type));
    if (type.kind != Kind::optional) return schema;
    if (dialect_ == Dialect::openapi31) return nullable(std::move(schema));
    if (!schema.empty()) schema["x-nullable"] = true; // Swagger 2.0 itself has no word for it
    return schema;
}

json::object Schemas::of(const Field& field)
{
    json::object schema = of(field.type());
    const Note& note = field.note;
    const Kind kind = without_optional(field.type()).kind;
    if (!note.format.empty() && !schema.contains("$ref")) schema["format"] = note.format;
    if (note.max_length > 0 && kind == Kind::string && dialect_ == Dialect::openapi31)
        schema["maxLength"] = note.max_length;
    // Swagger 2.0 ignores whatever stands beside a reference.
    if (!note.doc.empty() && (dialect_ == Dialect::openapi31 || !schema.contains("$ref")))
        schema["description"] = note.doc;
    return schema;
}

json::object Schemas::plain(const Type& type)
{
    switch (type.kind) {
    case Kind::boolean: return {{"type", "boolean"}};
    case Kind::integer: return {{"type", "integer"}, {"format", "int64"}};
    case Kind::number: return {{"type", "number"}, {"format", "double"}};
    case Kind::string: return {{"type", "string"}};
    case Kind::time: return {{"type", "string"}, {"format", "date-time"}};
    case Kind::choice: return {{"type", "string"}, {"enum", words(type)}};
    case Kind::list: return {{"type", "array"}, {"items", of(type.item())}};
    case Kind::map: return {{"type", "object"}, {"additionalProperties", of(type.item())}};
    case Kind::optional: return of(type);
    case Kind::object: return reference(type);
    case Kind::json: return type.item != nullptr ? of(type.item()) : json::object{};
    }
    std::unreachable();
}

json::object Schemas::reference(const Type& type)
{
    const auto [known, added] = types_.try_emplace(type.name, &type);
    if (known->second != &type) throw std::logic_error("two types are named " + std::string(type.name));
    if (added) definitions_[type.name] = define(type); // it may refer to itself, so it is known before it is defined
    return {{"$ref",
             (dialect_ == Dialect::swagger2 ? "#/definitions/" : "#/components/schemas/") + std::string(type.name)}};
}

json::object Schemas::define(const Type& type)
{
    const bool answer_only = dialect_ == Dialect::openapi31 && !sent_.contains(&type);
    json::object properties;
    json::array required;
    for (const Field& field : type.fields) {
        auto schema = of(field);
        // Where there is none, or it is not shown, an answer has an empty text, which is no address.
        if (answer_only && field.note.format == "email") schema.erase("format");
        properties[field.outer_name()] = std::move(schema);
        if (answer_only ? !field.note.omit_empty : field.note.required) required.emplace_back(field.outer_name());
    }
    json::object definition{{"type", "object"}};
    if (!type.doc.empty()) definition["description"] = type.doc;
    if (!required.empty()) definition["required"] = std::move(required);
    definition["properties"] = std::move(properties);
    return definition;
}

json::object Schemas::definitions() const
{
    json::object all;
    for (const auto& [name, definition] : definitions_) all[name] = definition;
    return all;
}

} // namespace cairn::api
