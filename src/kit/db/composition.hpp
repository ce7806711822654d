// A statement whose parts depend on what was asked for: the filters and the order of a search. Its text is put together
// from literals alone, so it comes from a small set; whatever a client sent goes into parameters.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "db/database.hpp"

namespace cairn::db {

// What is put into a statement as a parameter: `query << " AND id = " << bound(id)`.
template <class T> struct Bound {
    const T& value;
};
template <class T> Bound<T> bound(const T& value) { return {value}; }

// For the one thread that puts it together and runs it.
class Composition {
public:
    // Text that was written down in the program, never input.
    class Piece {
    public:
        template <std::size_t N>
        consteval Piece(const char (&literal)[N]) : text_(literal, N - 1) // NOLINT(google-explicit-constructor)
        {
        }
        // For what was put together from literals elsewhere, such as a condition for a named alias.
        static Piece trusted(std::string_view text) { return {text, 0}; }
        std::string_view text() const { return text_; }

    private:
        Piece(std::string_view text, int) : text_(text) { }
        std::string_view text_;
    };

    Composition() = default;
    Composition(Piece text) : text_(text.text()) { } // NOLINT(google-explicit-constructor)
    Composition(const Composition&) = delete;
    Composition& operator=(const Composition&) = delete;

    Composition& operator<<(Piece text)
    {
        text_ += text.text();
        return *this;
    }

    // A parameter at this place, or for a list as many as it has, in parentheses, as IN wants them. The values are
    // copied.
    template <class T> Composition& operator<<(Bound<T> parameter)
    {
        add(db::value(parameter.value));
        return *this;
    }
    template <class T> Composition& operator<<(Bound<std::vector<T>> list)
    {
        text_ += list.value.empty() ? "(NULL" : "(";
        for (std::size_t i = 0; i < list.value.size(); ++i) {
            if (i > 0) text_ += ", ";
            add(db::value(list.value[i]));
        }
        text_ += ')';
        return *this;
    }

    Sql sql() const { return Sql::composed(text_); }
    std::span<const Value> values() const { return values_; }

private:
    void add(Value value)
    {
        if (const auto* words = std::get_if<std::string_view>(&value))
            value = std::string_view(kept_.emplace_back(*words));
        values_.push_back(value);
        text_ += '$';
        text_ += std::to_string(values_.size());
    }

    std::string text_;
    std::vector<Value> values_;
    std::deque<std::string> kept_; // what the values look at; it never moves them
};

} // namespace cairn::db
