// A template as it is written, before it is held against the types of what it shows. docs/pages.md has the language.
//
// Values; whoever parses owns them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pages/template/html_context.hpp"

namespace cairn::pages::syntax {

struct Node;
using Nodes = std::vector<Node>;
struct Marked;

struct Expression {
    enum class Kind : std::uint8_t {
        path,
        text,
        integer,
        boolean,
        words,
        negation,
        conjunction,
        disjunction,
        comparison,
        filter
    };

    Kind kind = Kind::path;
    std::vector<std::string> path{};  // path: issue.user.login
    std::string text{};               // text; the sign of a comparison; the name of a filter
    std::int64_t number = 0;          // integer, boolean
    std::vector<Expression> operands; // of negation, conjunction, disjunction, comparison and filter
    std::vector<Marked> marked;       // words: one

    // As it is written without its filters: the name of a value inside of marked words.
    std::string name() const;
};

// [[words]]: English, with outputs and tags in it. Translators see the outputs as {name} and the tags as <1>...</1>.
struct Marked {
    std::string one;
    std::string many{}; // of [[one||many]]; the first output is the number
    std::vector<std::pair<std::string, Expression>> values;
    std::vector<Place> places{};                     // of the values
    std::vector<std::pair<Nodes, std::string>> tags; // as they open and close; one that never closes has no second
};

struct Branch {
    bool otherwise = false; // {% else %}
    Expression condition;
    Nodes body;
};

struct Node {
    enum class Kind : std::uint8_t { literal, root, output, words, condition, loop, include, slot, asset };

    Kind kind = Kind::literal;
    int line = 0;
    Place place = Place::text;
    std::string text{};           // literal; the loop's variable; the name of a part, a slot or an asset
    Expression expression;        // output, loop, include's own
    bool has_expression = false;  // include: {% include "part" with expression %}
    std::vector<Branch> branches; // condition; loop: the body, and what comes in place of an empty list
    std::vector<std::pair<std::string, Expression>> arguments; // include
    std::vector<Marked> marked;                                // words: one
};

// {% takes name, other="" %}
struct Parameter {
    std::string name;
    bool has_default = false;
    Expression usual{};
};

struct File {
    std::string name;
    std::string layout{};
    std::map<std::string, Nodes> blocks; // with a layout
    Nodes body;                          // without
    std::vector<Parameter> parameters;
};

// Throws TemplateError.
File parse(std::string_view name, std::string_view text);

} // namespace cairn::pages::syntax
