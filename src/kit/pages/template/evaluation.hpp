// The value of an expression while a page is rendered.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "pages/template/render.hpp"

namespace cairn::pages {

// Where the values of a program's slots are; null for what is not there. Most parts have few, for which nothing is
// allocated.
class Frame {
public:
    explicit Frame(std::size_t slots)
        : many_(slots > few_.size() ? slots : 0), slots_(many_.empty() ? few_.data() : many_.data())
    {
        std::fill_n(slots_, slots, nullptr);
    }
    Frame(const Frame&) = delete;
    Frame& operator=(const Frame&) = delete;

    const void*& operator[](std::size_t slot) { return slots_[slot]; }
    const void* operator[](std::size_t slot) const { return slots_[slot]; }

private:
    std::array<const void*, 24> few_; // NOLINT(cppcoreguidelines-pro-type-member-init): as many as it has slots
    std::vector<const void*> many_;
    const void** slots_;
};

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
    // The text, or the word, that a path leads to; nothing where it leads to something else, or nowhere.
    std::optional<std::string_view> text_at(const bound::Expression& path) const;
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
