#include "pages/form.hpp"

#include <algorithm>
#include <stdexcept>

#include "api/codec.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"

namespace cairn::pages {

namespace {

// "[title]: is required" in two halves.
std::pair<std::string_view, std::string_view> halves(std::string_view message)
{
    if (!message.starts_with('[')) return {"", message};
    const auto close = message.find("]: ");
    if (close == message.npos) return {"", message};
    return {message.substr(1, close - 1), message.substr(close + 3)};
}

// What a field shows of a member.
void show(const Type& type, const void* value, Control& control)
{
    switch (type.kind) {
    case Kind::boolean:
        control.checked = *static_cast<const bool*>(value);
        control.value = control.checked ? "true" : "false";
        break;
    case Kind::integer: control.value = std::to_string(*static_cast<const std::int64_t*>(value)); break;
    case Kind::number: control.value = std::to_string(*static_cast<const double*>(value)); break;
    case Kind::string: control.value = *static_cast<const std::string*>(value); break;
    case Kind::time:
        if (const auto time = *static_cast<const Time*>(value); time.seconds != 0) control.value = to_rfc3339(time);
        break;
    case Kind::choice: control.value = type.choices[type.choice(value)]; break;
    case Kind::optional:
        if (type.size(value) != 0) show(type.item(), type.at(value, 0), control);
        break;
    case Kind::list:
        for (std::size_t i = 0; i < type.size(value); ++i) {
            Control one{.name = {}};
            show(type.item(), type.at(value, i), one);
            control.values.push_back(std::move(one.value));
        }
        break;
    case Kind::map:
    case Kind::object:
    case Kind::json: break;
    }
}

bool is_yes(std::string_view text) { return text == "true" || text == "on" || text == "1" || text == "t"; }

// What nobody gets back, not even whoever has sent it.
bool is_secret(const Field& field)
{
    if (field.note.format == "password") return true;
    for (const std::string_view word : {"password", "passcode", "retype", "secret", "token"})
        if (field.name.find(word) != std::string_view::npos) return true;
    return false;
}

// As it was sent, right or wrong.
void show_sent(const api::QueryValues& fields, Control& control)
{
    bool first = true;
    for (const auto& [name, value] : fields) {
        if (!text::iequals(name, control.name) || !is_text(value)) continue;
        if (first) {
            control.value = value;
            control.checked = is_yes(value);
        }
        first = false;
        if (!value.empty()) control.values.push_back(value);
    }
}

} // namespace

std::string sentence(std::string_view words)
{
    std::string out(words);
    if (out.empty()) return out;
    out.front() = text::to_upper(out.front());
    if (std::string_view(".!?").find(out.back()) == std::string_view::npos) out += '.';
    return out;
}

api::QueryValues sent_fields(const api::Call& call)
{
    auto fields = api::form_fields(call);
    return fields ? std::move(*fields) : api::QueryValues();
}

std::string_view member_of(const Error& error)
{
    const auto path = halves(error.message).first;
    return path.substr(0, path.find('.'));
}

std::string words_of(const Error& error) { return sentence(halves(error.message).second); }

Error about(std::string_view member, Error error)
{
    error.message = "[" + std::string(member) + "]: " + std::string(halves(error.message).second);
    return error;
}

bool detail::fill(std::span<Control> controls, const Type& type, const Refused* refused, std::string& problem)
{
    for (std::size_t i = 0; i < controls.size(); ++i) {
        const Field& field = type.fields[i];
        controls[i].name = field.outer_name();
        controls[i].required = field.note.required;
        controls[i].max_length = static_cast<std::int64_t>(field.note.max_length);
    }
    if (refused == nullptr || refused->type != &type) return false;
    const auto member = member_of(refused->error);
    bool told = false;
    for (std::size_t i = 0; i < controls.size(); ++i) {
        Control& control = controls[i];
        if (!is_secret(type.fields[i])) show_sent(refused->fields, control);
        if (member.empty() || control.name != member) continue;
        control.problem = words_of(refused->error);
        told = true;
    }
    if (!told) problem = words_of(refused->error);
    return true;
}

const std::string& detail::value(std::span<const Control> controls, std::string_view name)
{
    const auto found = std::ranges::find(controls, name, &Control::name);
    if (found == controls.end()) throw std::logic_error("the form has no " + std::string(name));
    return found->value;
}

void detail::show_object(std::span<Control> controls, const Type& type, const void* object)
{
    for (std::size_t i = 0; i < controls.size(); ++i) {
        controls[i].values.clear();
        show(type.fields[i].type(), type.fields[i].of(const_cast<void*>(object)), controls[i]);
    }
}

} // namespace cairn::pages
