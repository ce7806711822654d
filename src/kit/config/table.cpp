#include "config/table.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace cairn::config {

namespace {

// A key without documentation, or a note about a member that is not there, does not compile.
template <class T> consteval bool is_documented()
{
    constexpr auto& fields = detail::fields<T>;
    for (const Field& field : fields)
        if (field.note.doc.empty()) return false;
    for (const Note& note : notes(static_cast<const T*>(nullptr)))
        if (!note.member.empty() && std::ranges::find(fields, note.member, &Field::name) == fields.end()) return false;
    return true;
}

template <class T, class... S> consteval bool are_documented(S T::*...) { return (is_documented<S>() && ...); }

static_assert([]<template <class...> class L, class... D>(L<D...>) { return are_documented(D::pointer...); }(
                  boost::describe::describe_members<Sections, boost::describe::mod_public>())
                  && is_documented<CronTask>(),
              "every key has a note, and every note a key");

std::vector<Section> make_sections()
{
    std::vector<Section> made;
    for (const Field& section : type_of<Settings>().fields) {
        const Type& type = section.type();
        const auto alias = section.note.alias.empty() ? section.name : section.note.alias;
        const std::string name(section.name == "general" ? std::string_view() : alias);
        auto& keys = made.emplace_back(Section{name, type.doc, {}}).keys;
        for (const Field& field : type.fields)
            keys.push_back({name, text::to_upper(field.outer_name()), &section, &field});
    }
    return made;
}

} // namespace

std::string label(std::string_view section, std::string_view key)
{
    if (section.empty()) return std::string(key);
    return "[" + std::string(section) + "] " + std::string(key);
}

std::string Key::label() const { return config::label(section, name); }
std::string Key::named() const { return section + "." + name; }

const std::vector<Section>& sections()
{
    static const auto made = make_sections();
    return made;
}

const Section* find_section(std::string_view name)
{
    for (const auto& section : sections())
        if (text::iequals(section.name, name)) return &section;
    return nullptr;
}

const Key* find_key(std::string_view section, std::string_view name)
{
    const auto* found = find_section(section);
    if (found == nullptr) return nullptr;
    for (const auto& key : found->keys)
        if (text::iequals(key.name, name)) return &key;
    return nullptr;
}

const Key* find_named(std::string_view named)
{
    const auto dot = named.rfind('.');
    return dot == named.npos ? nullptr : find_key(named.substr(0, dot), named.substr(dot + 1));
}

} // namespace cairn::config
