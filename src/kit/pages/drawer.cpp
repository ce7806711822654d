#include "pages/drawer.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "base/sign_set.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "http/url.hpp"
#include "pages/kit.hpp"

namespace cairn::pages {

namespace {

using Values = std::map<std::string, std::string>;

constexpr std::string_view api_root = "api/v1";

std::string_view name_of(api::Method method)
{
    switch (method) {
    case api::Method::GET: return "GET";
    case api::Method::POST: return "POST";
    case api::Method::PUT: return "PUT";
    case api::Method::PATCH: return "PATCH";
    case api::Method::DELETE: break;
    }
    return "DELETE";
}

const std::string* find(const api::Call& call, const Values& values, std::string_view name)
{
    if (const auto found = values.find(std::string(name)); found != values.end()) return &found->second;
    for (const auto& [key, value] : call.path)
        if (key == name) return &value;
    return nullptr;
}

std::string encoded_rest(std::string_view path)
{
    std::string out;
    for (std::size_t at = 0; at <= path.size();) {
        const auto end = std::min(path.find('/', at), path.size());
        if (at > 0) out += '/';
        out += http::encode_path_segment(path.substr(at, end - at));
        at = end + 1;
    }
    return out;
}

// The path with its {names} filled in; nothing where one is not known.
std::optional<std::string> filled_path(const api::Call& call, std::string_view path, const Values& values)
{
    std::string out;
    path = path.substr(0, path.find('?'));
    while (!path.empty()) {
        const auto open = path.find('{');
        out += path.substr(0, open);
        if (open == path.npos) break;
        const auto close = path.find('}', open);
        auto name = path.substr(open + 1, close - open - 1);
        const bool rest = name.ends_with('*');
        if (rest) name.remove_suffix(1);
        const auto* value = find(call, values, name);
        if (value == nullptr) return {};
        out += rest ? encoded_rest(*value) : http::encode_path_segment(*value);
        path.remove_prefix(close + 1);
    }
    return out;
}

std::string query_of(const api::Operation& operation, const Values& values)
{
    std::string out;
    if (operation.handler.query == nullptr) return out;
    for (const Field& field : operation.handler.query->fields)
        if (const auto found = values.find(std::string(field.outer_name())); found != values.end())
            out +=
                (out.empty() ? "?" : "&") + std::string(field.outer_name()) + "=" + http::encode_query(found->second);
    return out;
}

// The members that a body must have, or its first one: {"title": "…"}
std::string sample_body(const Type& type)
{
    std::string out;
    const auto add = [&](const Field& field) {
        const Type* bare = &field.type();
        while (bare->kind == Kind::optional) bare = &bare->item();
        std::string_view value = "\"…\"";
        if (bare->kind == Kind::integer || bare->kind == Kind::number) value = "1";
        else if (bare->kind == Kind::boolean) value = "true";
        else if (bare->kind == Kind::list) value = "[]";
        else if (bare->kind == Kind::object || bare->kind == Kind::map || bare->kind == Kind::json) value = "{}";
        out += (out.empty() ? "\"" : ", \"") + std::string(field.outer_name()) + "\": " + std::string(value);
    };
    for (const Field& field : type.fields)
        if (field.note.required) add(field);
    if (out.empty() && !type.fields.empty()) add(type.fields.front());
    return "{" + out + "}";
}

// What a shell takes as it is.
constexpr auto plain_signs = text::letters_digits_and("/:.-_~%@+=,");

// For a shell: in quotes where it would understand a sign of it otherwise.
std::string quoted(const std::string& text)
{
    if (std::ranges::all_of(text, [](char c) { return text::has(plain_signs, c); })) return text;
    std::string out = "'";
    for (const char c : text) {
        if (c == '\'') out += "'\\''";
        else out += c;
    }
    return out + "'";
}

std::string shell_line(const api::Operation& operation, const std::string& url)
{
    std::string line;
    line.reserve(url.size() + 100);
    line = "curl";
    const bool has_body = operation.handler.body != nullptr && !operation.handler.body->fields.empty();
    const auto method_of_curl = has_body ? api::Method::POST : api::Method::GET;
    if (operation.method != method_of_curl) line += " -X " + std::string(name_of(operation.method));
    line += " -H \"Authorization: token $TOKEN\"";
    if (has_body) line += " --json " + quoted(sample_body(*operation.handler.body));
    return line.append(" ").append(quoted(url));
}

} // namespace

void fill_drawer(const api::Call& call, std::string_view ids, const Values& values, PageView& page)
{
    const auto& kit = call.site.get<Kit>();
    const auto named = text::split_list(ids, ' ');
    page.calls.reserve(named.size());
    page.call_names.reserve(ids.size() + named.size());
    for (const auto id : named) {
        const api::Operation* operation = kit.operation(id);
        if (operation == nullptr)
            throw std::logic_error("a drawer names an operation that is not there: " + std::string(id));
        if (call.caller.anonymous() && (operation->guard.errors.has(401) || operation->method != api::Method::GET))
            continue;
        const auto path = filled_path(call, operation->path, values);
        if (!path) continue;
        std::string url;
        url.reserve(200);
        url.append(call.settings().server.root_url).append(api_root).append(*path).append(query_of(*operation, values));
        page.calls.push_back({.id = std::string(id),
                              .words = std::string(operation->summary),
                              .method = std::string(name_of(operation->method)),
                              .line = shell_line(*operation, url)});
        if (!page.call_names.empty()) page.call_names += ", ";
        page.call_names += id;
    }
}

} // namespace cairn::pages
