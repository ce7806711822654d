#include "db/postgres_text.hpp"

#include <array>
#include <charconv>

namespace cairn::db::postgres {

namespace {

template <class Number> void append_number(std::string& out, Number number)
{
    std::array<char, 32> digits;
    out.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr);
}

template <class Number> Number parse_number(const RowMap::Member& member, std::string_view text)
{
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) throw_mismatch(member, text);
    return number;
}

bool parse_boolean(const RowMap::Member& member, std::string_view text)
{
    if (text != "t" && text != "f") throw_mismatch(member, text);
    return text == "t";
}

} // namespace

TextParameters::TextParameters(std::span<const Value> values, std::string_view sql)
{
    std::vector<std::size_t> starts;
    for (const Value& value : values) {
        starts.push_back(text_.size());
        std::visit(
            [&]<class T>(const T& v) {
                if constexpr (std::is_same_v<T, bool>) text_ += v ? 't' : 'f';
                else if constexpr (std::is_same_v<T, std::string_view>) {
                    // The protocol would cut it off there and nobody would know.
                    if (v.find('\0') != v.npos) throw DatabaseError("text with a NUL byte for: " + std::string(sql));
                    text_ += v;
                } else if constexpr (!std::is_same_v<T, std::nullptr_t>) append_number(text_, v);
            },
            value);
        text_ += '\0';
    }
    for (std::size_t i = 0; i < values.size(); ++i)
        pointers_.push_back(std::holds_alternative<std::nullptr_t>(values[i]) ? nullptr : text_.data() + starts[i]);
}

void assign(const RowMap::Member& member, void* place, std::string_view text)
{
    switch (member.type->kind) {
    case Kind::boolean: *static_cast<bool*>(place) = parse_boolean(member, text); break;
    case Kind::integer: *static_cast<std::int64_t*>(place) = parse_number<std::int64_t>(member, text); break;
    case Kind::time: static_cast<Time*>(place)->seconds = parse_number<std::int64_t>(member, text); break;
    case Kind::number: *static_cast<double*>(place) = parse_number<double>(member, text); break;
    default: assign_text(member, place, text);
    }
}

} // namespace cairn::db::postgres
