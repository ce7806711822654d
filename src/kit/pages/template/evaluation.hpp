// The value of an expression while a page is rendered.
#pragma once

#include <optional>

#include "pages/template/render.hpp"

namespace cairn::pages {

// Where the values of a program's slots are; null for what is not there.
using Frame = std::vector<const void*>;

// A value in hand. What it refers to lives as long as the view, or as long as itself.
struct Datum {
    Shape shape = Shape::text;
    bool there = true;
    const Type* type = nullptr;
    const void* at = nullptr; // what a path leads to
    std::int64_t number = 0;  // boolean, integer
    double real = 0;
    std::string owned{};
    std::string_view text{}; // text, choice, json; of owned, or of the view
};

class Evaluation {
public:
    Evaluation(const Frame& frame, const Surroundings& around) : frame_(frame), around_(around) { }

    Datum value(const bound::Expression&) const;
    bool truth(const bound::Expression&) const;
    // What a path leads to; null where an optional on the way is empty.
    const void* place(const bound::Expression&) const;
    // What is shown of it, without any escaping.
    std::string shown(const Datum&) const;
    // Plain words, with their values.
    std::string said(const bound::Words&) const;
    const std::vector<syntax::Piece>& form_of(const bound::Words&) const;

private:
    Datum filtered(const bound::Expression&) const;
    bool compared(const bound::Expression&) const;

    const Frame& frame_;
    const Surroundings& around_;
};

} // namespace cairn::pages
