#include "pages/issue/form_fields.hpp"

#include <algorithm>

#include "api/codec.hpp"
#include "api/view.hpp"
#include "base/text.hpp"
#include "pages/issue/comment_texts.hpp"
#include "pages/kit.hpp"

namespace cairn::pages {

using api::QueryValues;
using issues::IssueFormField;
using words::Phrase;

namespace {

constexpr std::string_view name_before_id = "form-field-";

using Members = std::map<std::string, Json>;

template <class T> struct Holder {
    T value{};
};
BOOST_DESCRIBE_STRUCT(Holder<std::string>, (), (value))
BOOST_DESCRIBE_STRUCT(Holder<bool>, (), (value))
BOOST_DESCRIBE_STRUCT(Holder<std::int64_t>, (), (value))
BOOST_DESCRIBE_STRUCT(Holder<std::vector<Json>>, (), (value))

struct BoxOption {
    std::string label;
    bool required = false;
    std::optional<std::vector<std::string>> visible;
};
BOOST_DESCRIBE_STRUCT(BoxOption, (), (label, required, visible))
BOOST_DESCRIBE_STRUCT(Holder<std::vector<BoxOption>>, (), (value))

template <class T> std::optional<T> read(const Json& json)
{
    Holder<T> holder;
    if (!api::decode_json(type_of<Holder<T>>(), "{\"value\":" + json.text + "}", &holder)) return {};
    return std::move(holder.value);
}

template <class T> T member(const Members& members, const std::string& name, T usual)
{
    const auto found = members.find(name);
    return found == members.end() ? std::move(usual) : read<T>(found->second).value_or(std::move(usual));
}

// A number is as good as a text here.
std::string text_from(const Json& json)
{
    if (json.text.empty() || json.text == "null" || json.text.front() == '[' || json.text.front() == '{') return {};
    return json.text.front() == '"' ? read<std::string>(json).value_or("") : json.text;
}

std::string text_at(const Members& members, const std::string& name)
{
    const auto found = members.find(name);
    return found == members.end() ? std::string() : text_from(found->second);
}

bool has(const std::vector<std::string>& list, std::string_view one)
{
    return std::ranges::find(list, one) != list.end();
}

const std::string* proposed_for(const QueryValues& proposed, const std::string& id)
{
    for (const auto& [name, value] : proposed)
        if (name == id || name == "field:" + id) return &value;
    return nullptr;
}

void add_options(FormField& field, const IssueFormField& written, const CommentTexts& texts)
{
    if (field.type == "dropdown") {
        const auto chosen = member<std::int64_t>(written.attributes, "default", -1);
        for (const auto& option : member<std::vector<Json>>(written.attributes, "options", {})) {
            const auto words = text_from(option);
            const bool is_chosen = chosen == static_cast<std::int64_t>(field.options.size());
            field.options.push_back({.value = words, .words = words, .chosen = is_chosen});
        }
        return;
    }
    for (const auto& option : member<std::vector<BoxOption>>(written.attributes, "options", {}))
        field.options.push_back({.value = std::to_string(field.options.size()),
                                 .words = option.label,
                                 .html = texts.html(option.label),
                                 .required = option.required,
                                 .in_form = !option.visible || has(*option.visible, "form"),
                                 .in_text = !option.visible || has(*option.visible, "content")});
}

FormField show(const IssueFormField& written, const CommentTexts& texts, const QueryValues& proposed)
{
    const auto& attributes = written.attributes;
    const Members none;
    const auto& validations = written.validations ? *written.validations : none;
    FormField field{.type = written.type,
                    .id = written.id,
                    .name = std::string(name_before_id) + written.id,
                    .label = text_at(attributes, "label"),
                    .placeholder = text_at(attributes, "placeholder"),
                    .value = text_at(attributes, "value"),
                    .render = text_at(attributes, "render"),
                    .required = member<bool>(validations, "required", false),
                    .number = member<bool>(validations, "is_number", false),
                    .pattern = text_at(validations, "regex"),
                    .multiple = member<bool>(attributes, "multiple", false),
                    .as_list = member<bool>(attributes, "list", false),
                    .hides_label = member<bool>(attributes, "hide_label", false),
                    .in_form = has(written.visible, "form"),
                    .in_text = has(written.visible, "content")};
    if (field.type == "markdown") {
        field.words = texts.html(field.value);
        return field;
    }
    if (const auto description = text_at(attributes, "description"); !description.empty())
        field.description = texts.html(description);
    if (const auto* value = proposed_for(proposed, field.id)) {
        field.value = *value;
        for (auto& option : field.options) option.chosen = option.value == *value;
    }
    add_options(field, written, texts);
    if (const auto* value = proposed_for(proposed, field.id); value != nullptr && field.type == "dropdown")
        for (auto& option : field.options) option.chosen = option.value == *value;
    return field;
}

// What somebody has chosen or written, and whether it is enough.
void fill(FormField& field, const QueryValues& sent, const words::Language& in)
{
    std::vector<std::string> values;
    for (const auto& [name, value] : sent)
        if (name == field.name) values.push_back(value);
    if (field.type == "input" || field.type == "textarea") {
        field.value = values.empty() ? std::string() : with_plain_line_ends(values.front());
        const auto written = text::trim(field.value);
        if (field.required && written.empty()) field.problem = in.say(Phrase("Fill this in."));
        const bool is_number = !written.empty()
            && written.find_first_not_of("0123456789.", written.starts_with('-') ? 1 : 0) == written.npos;
        if (field.number && !written.empty() && !is_number) field.problem = in.say(Phrase("Write a number."));
        return;
    }
    for (auto& option : field.options) option.chosen = has(values, option.value);
    if (field.type == "dropdown" && field.required
        && std::ranges::none_of(field.options, [](const auto& option) { return option.chosen; }))
        field.problem = in.say(Phrase("Choose one."));
    if (field.type == "checkboxes" && std::ranges::any_of(field.options, [](const auto& option) {
            return option.required && option.in_form && !option.chosen;
        }))
        field.problem = in.say(Phrase("Tick what is required."));
}

std::string fence_for(std::string_view text)
{
    std::string fence = "```";
    while (text.contains(fence)) fence += '`';
    return fence;
}

std::string answer_of(const FormField& field)
{
    constexpr std::string_view nothing = "_No response_";
    if (field.type == "checkboxes") {
        std::string lines;
        for (const auto& option : field.options)
            if (option.in_text) lines += (option.chosen ? "- [x] " : "- [ ] ") + option.words + "\n";
        return lines;
    }
    if (field.type == "dropdown") {
        std::string list;
        for (const auto& option : field.options) {
            if (!option.chosen) continue;
            if (field.as_list) list += "- " + option.words + "\n";
            else list += (list.empty() ? "" : ", ") + option.words;
        }
        return list.empty() ? std::string(nothing) : list;
    }
    if (text::trim(field.value).empty()) return std::string(nothing);
    if (field.render.empty()) return field.value;
    const auto fence = fence_for(field.value);
    return fence + field.render + "\n" + field.value + (field.value.ends_with('\n') ? "" : "\n") + fence;
}

} // namespace

std::vector<FormField> form_fields(const api::Call& call, const repositories::RepositoryContext& place,
                                   const std::vector<IssueFormField>& written, const QueryValues& proposed)
{
    const CommentTexts texts(call, place, {}); // whoever writes a form mentions nobody with it
    std::vector<FormField> fields;
    for (const auto& field : written) fields.push_back(show(field, texts, proposed));
    return fields;
}

bool fill_fields(std::vector<FormField>& fields, const QueryValues& sent, const api::Call& call)
{
    const auto& in = language_of(call);
    bool whole = true;
    for (auto& field : fields) {
        if (!field.in_form || field.type == "markdown") continue;
        fill(field, sent, in);
        whole = whole && field.problem.empty();
    }
    return whole;
}

std::string text_of_lost_fields(const std::vector<FormField>& fields, const QueryValues& sent)
{
    std::string text;
    for (const auto& [name, value] : sent) {
        if (!name.starts_with(name_before_id) || text::trim(value).empty()
            || std::ranges::find(fields, name, &FormField::name) != fields.end())
            continue;
        text += (text.empty() ? "### " : "\n### ") + name.substr(name_before_id.size()) + "\n\n"
            + with_plain_line_ends(value) + "\n";
    }
    return text;
}

std::string text_of_fields(const std::vector<FormField>& fields)
{
    std::string text;
    for (const auto& field : fields) {
        if (!field.in_text) continue;
        if (!text.empty()) text += '\n';
        if (field.type == "markdown") {
            text += field.value + "\n";
            continue;
        }
        if (!field.hides_label) text += "### " + field.label + "\n\n";
        const auto answer = answer_of(field);
        text += answer + (answer.ends_with('\n') ? "" : "\n");
    }
    return text;
}

} // namespace cairn::pages
