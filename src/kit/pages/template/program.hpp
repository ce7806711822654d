// A template that was held against the types of what it shows: every name is a place in memory by now. Rendering it
// looks nothing up and cannot fail.
//
// Programs never change once they are made, so any thread may render them.
#pragma once

#include <array>
#include <memory>

#include "base/reflect.hpp"
#include "pages/template/marked_words.hpp"
#include "pages/template/syntax.hpp"

namespace cairn::pages {

struct Program;

// What a loop knows about itself, as `loop` inside of it.
struct LoopState {
    std::int64_t index = 0; // from 1
    bool first = false;
    bool last = false; // never in a stream, which does not know
    std::string key;   // of a map
};
BOOST_DESCRIBE_STRUCT(LoopState, (), (index, first, last, key))

// What an expression can be.
enum class Shape : std::uint8_t { boolean, integer, number, text, time, choice, list, map, object, html, json };

enum class Filter : std::uint8_t {
    none,
    number,
    bytes,
    ago,
    iso,
    day,
    moment,
    url,
    count,
    brief,
    initial,
    lower,
    sentence,
    encoded,
    foreign
};

namespace bound {

// One step from a value to a part of it: into an optional, then to a member.
struct Step {
    const Type* optional = nullptr;
    const Field* field = nullptr;
};

struct Words {
    // By language and form: what is said, in pieces. Of English, form 0 is the singular.
    std::vector<std::vector<std::vector<syntax::Piece>>> forms;
    std::vector<bool> translated; // by language: otherwise what it has is English
    bool plural = false;
    std::vector<struct Expression> values;
    std::vector<Place> places;
    std::vector<std::pair<std::vector<struct Node>, std::string>> tags;
};

struct Expression {
    syntax::Expression::Kind kind = syntax::Expression::Kind::path;
    Shape shape = Shape::text;
    const Type* type = nullptr; // of what a path leads to, without optionals
    std::size_t slot = 0;       // path: where it begins
    std::vector<Step> steps{};
    std::string text{}; // text, sign
    std::int64_t number = 0;
    bool flag = false; // boolean: its value, for those who need a place in memory
    Filter filter = Filter::none;
    std::vector<Expression> operands;
    std::shared_ptr<Words> words{};
};

struct Node {
    using Kind = syntax::Node::Kind;
    Kind kind = Kind::literal;
    Place place = Place::text;
    std::string text{};
    Expression expression{};
    std::size_t slot = 0; // loop: of its variable; its state is in the next one
    std::vector<std::pair<Expression, std::vector<Node>>> branches; // condition; the last may be an else
    bool has_else = false;
    std::vector<Node> body;  // loop
    std::vector<Node> empty; // loop
    const Program* part = nullptr;
    bool has_expression = false;
    std::vector<Expression> arguments; // include
    std::shared_ptr<Words> words{};
};

} // namespace bound

struct Program {
    std::string file;
    std::vector<bound::Node> nodes;
    std::size_t slots = 0;
    bool streams = false; // it goes through a stream, itself or by a part
};

} // namespace cairn::pages
