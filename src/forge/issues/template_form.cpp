#include "issues/template_form.hpp"

#include <algorithm>
#include <set>

#include "api/json_writer.hpp"
#include "base/text.hpp"
#include "markup/yaml.hpp"

namespace cairn::issues {

using markup::Yaml;

namespace {

constexpr std::array<std::string_view, 5> field_types{"markdown", "textarea", "input", "dropdown", "checkboxes"};

std::string text_at(const Yaml& yaml, std::string_view name)
{
    const auto* value = yaml.member(name);
    return value != nullptr && value->kind == Yaml::Kind::scalar && !value->is_null() ? value->text : "";
}

// A list, or one text with commas in it.
std::optional<std::vector<std::string>> texts_at(const Yaml& yaml, std::string_view name)
{
    const auto* value = yaml.member(name);
    if (value == nullptr || value->is_null()) return {};
    std::vector<std::string> texts;
    if (value->kind == Yaml::Kind::scalar)
        for (const auto part : text::split_list(value->text)) texts.emplace_back(part);
    for (const auto& item : value->items)
        if (item.kind == Yaml::Kind::scalar) texts.push_back(item.text);
    return texts;
}

void append_json(std::string& out, const Yaml& yaml)
{
    switch (yaml.kind) {
    case Yaml::Kind::scalar:
        if (yaml.is_null()) out += "null";
        else if (const auto truth = yaml.boolean()) out += *truth ? "true" : "false";
        else if (!yaml.quoted && text::parse_integer(yaml.text)) out += std::to_string(*text::parse_integer(yaml.text));
        else api::write_json_string(out, yaml.text);
        break;
    case Yaml::Kind::list:
        out += '[';
        for (std::size_t n = 0; const auto& item : yaml.items) {
            if (n++ > 0) out += ',';
            append_json(out, item);
        }
        out += ']';
        break;
    case Yaml::Kind::map:
        out += '{';
        for (std::size_t n = 0; const auto& [name, value] : yaml.members) {
            if (n++ > 0) out += ',';
            api::write_json_string(out, name);
            out += ':';
            append_json(out, value);
        }
        out += '}';
    }
}

std::map<std::string, Json> json_members(const Yaml& yaml)
{
    std::map<std::string, Json> members;
    for (const auto& [name, value] : yaml.members) {
        std::string json;
        append_json(json, value);
        members[name] = Json{std::move(json)};
    }
    return members;
}

bool has_text(const Yaml* attributes, std::string_view name)
{
    const auto* value = attributes != nullptr ? attributes->member(name) : nullptr;
    return value != nullptr && value->kind == Yaml::Kind::scalar && !text::trim(value->text).empty();
}

bool has_good_options(const Yaml* attributes, bool with_labels)
{
    const auto* options = attributes->member("options");
    if (options == nullptr || options->kind != Yaml::Kind::list || options->items.empty()) return false;
    return std::ranges::all_of(options->items, [&](const Yaml& option) {
        return with_labels ? has_text(&option, "label") : option.kind == Yaml::Kind::scalar && !option.text.empty();
    });
}

std::optional<IssueFormField> read_field(const Yaml& yaml, std::size_t position)
{
    IssueFormField field{.type = text_at(yaml, "type"), .id = text_at(yaml, "id")};
    if (std::ranges::find(field_types, field.type) == field_types.end()) return {};
    const auto* attributes = yaml.member("attributes");
    const bool is_words = field.type == "markdown";
    if (!has_text(attributes, is_words ? "value" : "label")) return {};
    if (field.type == "dropdown" && !has_good_options(attributes, false)) return {};
    if (field.type == "checkboxes" && !has_good_options(attributes, true)) return {};
    if (field.id.empty()) field.id = std::to_string(position);
    field.attributes = json_members(*attributes);
    if (const auto* validations = yaml.member("validations"); validations != nullptr && !validations->members.empty())
        field.validations = json_members(*validations);
    field.visible = is_words ? std::vector<std::string>{"form"} : std::vector<std::string>{"form", "content"};
    if (auto visible = texts_at(yaml, "visible")) field.visible = std::move(*visible);
    return field;
}

std::optional<std::vector<IssueFormField>> read_fields(const Yaml* body)
{
    if (body == nullptr || body->kind != Yaml::Kind::list || body->items.empty()) return {};
    std::vector<IssueFormField> fields;
    std::set<std::string> ids;
    for (const auto& item : body->items) {
        auto field = read_field(item, fields.size());
        if (!field || !ids.insert(field->id).second) return {};
        fields.push_back(std::move(*field));
    }
    return fields;
}

IssueTemplate read_head(const Yaml& yaml, std::string_view path)
{
    IssueTemplate found{.name = text_at(yaml, "name"),
                        .title = text_at(yaml, "title"),
                        .about = text_at(yaml, "about"),
                        .labels = texts_at(yaml, "labels"),
                        .assignees = texts_at(yaml, "assignees"),
                        .ref = text_at(yaml, "ref"),
                        .file_name = std::string(path)};
    if (found.about.empty()) found.about = text_at(yaml, "description");
    if (!found.ref.starts_with("refs/")) found.ref.insert(0, "refs/heads/");
    return found;
}

bool is_markdown(std::string_view name) { return text::to_lower(name).ends_with(".md"); }

std::optional<IssueTemplate> read_any(std::string_view path, std::string_view text)
{
    std::optional<IssueTemplate> found;
    if (is_markdown(path)) {
        const auto parts = markup::read_front_matter(text);
        if (!parts) return {};
        found = read_head(parts->yaml, path);
        found->content = parts->rest;
        return found;
    }
    const auto yaml = markup::read_yaml(text);
    if (!yaml || yaml->kind != Yaml::Kind::map) return {};
    found = read_head(*yaml, path);
    found->body = read_fields(yaml->member("body"));
    if (!found->body) return {};
    return found;
}

} // namespace

bool is_template_name(std::string_view name)
{
    const auto lower = text::to_lower(name.substr(name.rfind('/') + 1));
    if (lower == "config.yml" || lower == "config.yaml") return false;
    return lower.ends_with(".md") || lower.ends_with(".yml") || lower.ends_with(".yaml");
}

std::optional<IssueTemplate> read_plain_template(std::string_view path, std::string_view text)
{
    if (!is_markdown(path)) return read_any(path, text);
    auto found = read_any(path, text);
    if (!found) {
        found.emplace();
        found->content = text;
        found->file_name = path;
    }
    return found;
}

std::optional<IssueTemplate> read_template(std::string_view path, std::string_view text)
{
    auto found = read_any(path, text);
    if (!found || text::trim(found->name).empty() || text::trim(found->about).empty()) return {};
    return found;
}

Result<IssueConfig> read_config(std::string_view text)
{
    const auto yaml = markup::read_yaml(text);
    if (!yaml || yaml->kind != Yaml::Kind::map)
        return fail(Errc::unprocessable, "the file is no YAML with names in it");
    IssueConfig config;
    if (const auto* blank = yaml->member("blank_issues_enabled"); blank != nullptr) {
        if (!blank->boolean()) return fail(Errc::unprocessable, "blank_issues_enabled must be true or false");
        config.blank_issues_enabled = *blank->boolean();
    }
    const auto* links = yaml->member("contact_links");
    if (links == nullptr || links->is_null()) return config;
    if (links->kind != Yaml::Kind::list) return fail(Errc::unprocessable, "contact_links must be a list");
    for (const auto& item : links->items) {
        IssueConfigContactLink link{text_at(item, "name"), text_at(item, "url"), text_at(item, "about")};
        for (const auto& [name, value] : {std::pair("name", &link.name), {"url", &link.url}, {"about", &link.about}})
            if (value->empty()) return fail(Errc::unprocessable, std::string("a contact link has no ") + name);
        const bool is_address = (link.url.starts_with("https://") || link.url.starts_with("http://"))
            && link.url.find_first_of(" \t\"<>") == link.url.npos
            && link.url.size() > std::string_view("https://").size();
        if (!is_address) return fail(Errc::unprocessable, "the url of a contact link is no address: " + link.url);
        config.contact_links.push_back(std::move(link));
    }
    return config;
}

} // namespace cairn::issues
