// Runtime descriptions of plain structs, made once from Boost.Describe. JSON, SQL rows, validation, settings and the
// API's document all walk a Type, so none of them is a template and a handler's file instantiates only tables.
#pragma once

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>
#include <boost/describe/enumerators.hpp>
#include <boost/describe/members.hpp>

#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/time.hpp"

namespace cairn {

struct Type;
// How one type speaks of another: its description may be elsewhere, or refer to itself.
using TypeOf = const Type& (*)();

// What a struct says about a member beyond its C++ type; returned by `constexpr auto notes(const T*)`.
struct Note {
    std::string_view member; // "" is the struct itself
    std::string_view doc{};
    bool required = false;      // in a body: 422 when it is absent, null or empty
    std::size_t max_length = 0; // of a string, in characters; 0: no limit
    std::string_view format{};  // a format of JSON Schema: "email", "uri", "password"
    bool omit_empty = false;    // in an answer: left out when empty, zero, false or null
    std::string_view alias{};   // its name outside C++ where that is no identifier ("repository.upload")
    std::int64_t minimum = std::numeric_limits<std::int64_t>::min(); // of an integer
    std::int64_t maximum = std::numeric_limits<std::int64_t>::max();
};

struct Field {
    std::string_view name; // the C++ member without its trailing underscore (`private_` is "private")
    TypeOf type;
    void* (*of)(void* object);
    Note note;

    // As clients and settings spell it.
    constexpr std::string_view outer_name() const { return note.alias.empty() ? name : note.alias; }
};

enum class Kind : std::uint8_t { boolean, integer, number, string, time, choice, list, map, optional, object, json };

// A JSON value that passes through unread: its text.
struct Json {
    std::string text = "null";
};

// A T in words already: its JSON.
template <class T> struct Written : Json { };

struct Type {
    Kind kind;
    std::string_view name{};                               // object: its OpenAPI definition
    std::string_view doc{};                                // object
    std::span<const Field> fields{};                       // object
    std::span<const std::string_view> choices{};           // choice
    TypeOf item = nullptr;                                 // list, map, optional; json: whose words it has
    std::size_t (*size)(const void*) = nullptr;            // list, map, optional (0 or 1)
    const void* (*at)(const void*, std::size_t) = nullptr; // list, optional
    void* (*grow)(void*) = nullptr;                        // list, optional: a new default element
    void (*clear)(void*) = nullptr;                        // list, map, optional
    void (*drop_last)(void*) = nullptr;                    // list
    void* (*insert)(void*, std::string key) = nullptr;     // map
    void (*each)(const void*, void (*)(void* context, std::string_view key, const void* item), void* context) = nullptr;
    std::size_t (*choice)(const void*) = nullptr; // choice: index into choices
    void (*choose)(void*, std::size_t) = nullptr; // choice
    bool shared = false;                          // optional: others may hold the same one
};

// A header may say `template <> const Type& type_of<T>();` of what many files use: it is then made in one of them
// alone.
template <class T> constexpr const Type& type_of();

namespace detail {

template <class T> inline constexpr bool is_list = false;
template <class T> inline constexpr bool is_list<std::vector<T>> = true;
template <class T> inline constexpr bool is_map = false;
template <class T> inline constexpr bool is_map<std::map<std::string, T>> = true;
template <class T> inline constexpr bool is_optional = false;
template <class T> inline constexpr bool is_optional<std::optional<T>> = true;
template <class T> inline constexpr bool is_written = false;
template <class T> inline constexpr bool is_written<Written<T>> = true;
template <class T> inline constexpr bool is_shared = false;
template <class T> inline constexpr bool is_shared<std::shared_ptr<T>> = true;

constexpr std::string_view without_underscore(std::string_view name)
{
    return name.ends_with('_') ? name.substr(0, name.size() - 1) : name;
}

// The name of T without its namespaces: an API struct bears exactly the name of its OpenAPI definition.
template <class T> consteval std::string_view bare_name()
{
    std::string_view f = __PRETTY_FUNCTION__; // "... [with T = cairn::issues::Milestone; ...]"
    f = f.substr(f.find("T = ") + 4);
    f = f.substr(0, f.find_first_of(";]"));
    return f.substr(f.rfind(':') + 1);
}

template <class T> constexpr Note note_for(std::string_view name)
{
    if constexpr (requires { notes(static_cast<const T*>(nullptr)); })
        for (const Note& note : notes(static_cast<const T*>(nullptr)))
            if (note.member == name) return note;
    return {};
}

template <class T, class D, class Owner, class M> // Owner: T, or the base of T that declares the member
constexpr Field field(M Owner::*)
{
    constexpr auto name = without_underscore(D::name);
    Field made{name, &type_of<M>, [](void* o) -> void* { return &(static_cast<T*>(o)->*D::pointer); },
               note_for<T>(name)};
    if constexpr (!std::is_same_v<T, Owner>)
        if (made.note.member.empty()) made.note = note_for<Owner>(name);
    return made;
}

// What BOOST_DESCRIBE_STRUCT has said of T, as it is: of a struct all is public, so nothing has to be looked for, which
// describe_members does at length for every member of every type.
template <class T> using own_members = decltype(boost_public_member_descriptor_fn(static_cast<T**>(nullptr)));
template <class T> using bases = decltype(boost_base_descriptor_fn(static_cast<T**>(nullptr)));

template <class T, class Bases> struct MembersOf;
template <class T, template <class...> class L> struct MembersOf<T, L<>> {
    using type = own_members<T>;
};
template <class T, template <class...> class L, class... B> struct MembersOf<T, L<B...>> {
    using type =
        boost::mp11::mp_append<typename MembersOf<typename B::type, bases<typename B::type>>::type..., own_members<T>>;
};

template <class T>
inline constexpr auto fields = []<template <class...> class L, class... D>(L<D...>) {
    return std::array<Field, sizeof...(D)>{field<T, D>(D::pointer)...};
}(typename MembersOf<T, bases<T>>::type());

// The words of an enum are its enumerators, unless `constexpr auto words(const E*)` spells them otherwise.
template <class E>
inline constexpr auto choices = []<template <class...> class L, class... D>(L<D...>) {
    if constexpr (requires { words(static_cast<const E*>(nullptr)); }) {
        constexpr auto spelled = words(static_cast<const E*>(nullptr));
        static_assert(spelled.size() == sizeof...(D), "words() has one word for each enumerator, in their order");
        return spelled;
    } else {
        return std::array<std::string_view, sizeof...(D)>{without_underscore(D::name)...};
    }
}(boost::describe::describe_enumerators<E>());

template <class T> constexpr Type list_type()
{
    return {.kind = Kind::list,
            .item = &type_of<typename T::value_type>,
            .size = [](const void* v) { return static_cast<const T*>(v)->size(); },
            .at = [](const void* v, std::size_t i) -> const void* { return &(*static_cast<const T*>(v))[i]; },
            .grow = [](void* v) -> void* { return &static_cast<T*>(v)->emplace_back(); },
            .clear = [](void* v) { static_cast<T*>(v)->clear(); },
            .drop_last = [](void* v) { static_cast<T*>(v)->pop_back(); }};
}

template <class T> constexpr Type map_type()
{
    return {.kind = Kind::map,
            .item = &type_of<typename T::mapped_type>,
            .size = [](const void* v) { return static_cast<const T*>(v)->size(); },
            .clear = [](void* v) { static_cast<T*>(v)->clear(); },
            .insert = [](void* v, std::string key) -> void* { return &(*static_cast<T*>(v))[std::move(key)]; },
            .each =
                [](const void* v, void (*visit)(void*, std::string_view, const void*), void* context) {
                    for (const auto& [key, item] : *static_cast<const T*>(v)) visit(context, key, &item);
                }};
}

template <class T> constexpr Type optional_type()
{
    return {.kind = Kind::optional,
            .item = &type_of<typename T::value_type>,
            .size = [](const void* v) -> std::size_t { return static_cast<const T*>(v)->has_value(); },
            .at = [](const void* v, std::size_t) -> const void* { return &**static_cast<const T*>(v); },
            .grow = [](void* v) -> void* { return &static_cast<T*>(v)->emplace(); },
            .clear = [](void* v) { static_cast<T*>(v)->reset(); }};
}

// A shared_ptr is an optional that may hold its own kind (a repository's parent), or the same one as others (the author
// of many issues).
template <class T> constexpr Type shared_type()
{
    return {.kind = Kind::optional,
            .item = &type_of<typename T::element_type>,
            .size = [](const void* v) -> std::size_t { return *static_cast<const T*>(v) != nullptr; },
            .at = [](const void* v, std::size_t) -> const void* { return static_cast<const T*>(v)->get(); },
            .grow = [](void* v) -> void* {
                return (*static_cast<T*>(v) = std::make_shared<typename T::element_type>()).get();
            },
            .clear = [](void* v) { static_cast<T*>(v)->reset(); },
            .shared = true};
}

template <class T> constexpr Type written_type(const Written<T>*) { return {.kind = Kind::json, .item = &type_of<T>}; }

template <class T> constexpr Type enum_type() // enumerators count from 0, so an enum is its index
{
    return {.kind = Kind::choice,
            .choices = choices<T>,
            .choice = [](const void* v) { return static_cast<std::size_t>(*static_cast<const T*>(v)); },
            .choose = [](void* v, std::size_t i) { *static_cast<T*>(v) = static_cast<T>(i); }};
}

template <class T> constexpr Type make_type()
{
    if constexpr (std::is_same_v<T, bool>) return {.kind = Kind::boolean};
    else if constexpr (std::is_same_v<T, std::int64_t>) return {.kind = Kind::integer};
    else if constexpr (std::is_same_v<T, double>) return {.kind = Kind::number};
    else if constexpr (std::is_same_v<T, std::string>) return {.kind = Kind::string};
    else if constexpr (std::is_same_v<T, Time>) return {.kind = Kind::time};
    else if constexpr (std::is_same_v<T, Json>) return {.kind = Kind::json};
    else if constexpr (std::is_enum_v<T>) return enum_type<T>();
    else if constexpr (is_list<T>) return list_type<T>();
    else if constexpr (is_map<T>) return map_type<T>();
    else if constexpr (is_optional<T>) return optional_type<T>();
    else if constexpr (is_written<T>) return written_type(static_cast<const T*>(nullptr));
    else if constexpr (is_shared<T>) return shared_type<T>();
    else return {.kind = Kind::object, .name = bare_name<T>(), .doc = note_for<T>("").doc, .fields = fields<T>};
}

template <class T> inline constexpr Type type = make_type<T>();

} // namespace detail

template <class T> constexpr const Type& type_of() { return detail::type<T>; }

// The word of an enumerator, as JSON and the database spell it.
template <class E>
    requires std::is_enum_v<E>
constexpr std::string_view word_of(E value)
{
    return detail::choices<E>[static_cast<std::size_t>(value)];
}

} // namespace cairn
