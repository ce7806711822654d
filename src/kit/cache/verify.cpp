#include "cache/verify.hpp"

#include <atomic>

#include "base/html.hpp"

namespace cairn::cache {

namespace {

struct Verification {
    std::atomic<bool> on = false;
};

constexpr std::size_t longest_shown = 4000; // of each side, in the log

struct Pair {
    const Type* item;
    std::string* text;
};

void append(std::string& out, const Type& type, const void* value);

void append_list(std::string& out, const Type& type, const void* value)
{
    out += '[';
    for (std::size_t i = 0; i < type.size(value); ++i) {
        append(out, type.item(), type.at(value, i));
        out += ' ';
    }
    out += ']';
}

// A map, or a list without places (a stream).
void append_each(std::string& out, const Type& type, const void* value)
{
    out += '{';
    Pair context{&type.item(), &out};
    type.each(
        value,
        [](void* pair, std::string_view key, const void* item) {
            auto& [item_type, text] = *static_cast<Pair*>(pair);
            text->append(key).append(1, '=');
            append(*text, *item_type, item);
            text->append(1, ' ');
        },
        &context);
    out += '}';
}

void append(std::string& out, const Type& type, const void* value)
{
    switch (type.kind) {
    case Kind::boolean: out += *static_cast<const bool*>(value) ? "true" : "false"; break;
    case Kind::integer: out += std::to_string(*static_cast<const std::int64_t*>(value)); break;
    case Kind::number: out += std::to_string(*static_cast<const double*>(value)); break;
    case Kind::string: out.append(1, '"').append(*static_cast<const std::string*>(value)).append(1, '"'); break;
    case Kind::time: out += std::to_string(static_cast<const Time*>(value)->seconds); break;
    case Kind::choice: out += type.choices[type.choice(value)]; break;
    case Kind::list:
        if (type.at == nullptr) append_each(out, type, value);
        else append_list(out, type, value);
        break;
    case Kind::optional: append_list(out, type, value); break;
    case Kind::map: append_each(out, type, value); break;
    case Kind::json: out += static_cast<const Json*>(value)->text; break;
    case Kind::object:
        if (&type == &type_of<Html>()) out += static_cast<const Html*>(value)->text();
        out += '{';
        for (const Field& field : type.fields) {
            out.append(field.name).append(1, '=');
            append(out, field.type(), field.of(const_cast<void*>(value)));
            out += ' ';
        }
        out += '}';
    }
}

} // namespace

void set_verify(db::Database& db, bool on) { db.attachments()->get<Verification>().on = on; }
bool verifies(db::Attachments& attachments) { return attachments.get<Verification>().on; }

void report_stale(std::string_view what, std::string_view key, std::string_view kept, std::string_view anew)
{
    std::string words("the cache of ");
    words.append(what).append(" is wrong for ").append(key.substr(0, longest_shown));
    words.append("; kept: ").append(kept.substr(0, longest_shown));
    words.append("; made anew: ").append(anew.substr(0, longest_shown));
    throw Stale(words);
}

std::string text_of(const Type& type, const void* value)
{
    std::string text;
    append(text, type, value);
    return text;
}

std::size_t bytes_beside(const Type& type, const void* value)
{
    if (type.kind == Kind::string) return static_cast<const std::string*>(value)->capacity();
    if (&type == &type_of<Html>()) return static_cast<const Html*>(value)->text().capacity();
    std::size_t bytes = 0;
    if (type.kind == Kind::object)
        for (const Field& field : type.fields) bytes += bytes_beside(field.type(), field.of(const_cast<void*>(value)));
    else if (type.kind == Kind::list || type.kind == Kind::optional || type.kind == Kind::map)
        bytes = text_of(type, value).size();
    return bytes;
}

} // namespace cairn::cache
