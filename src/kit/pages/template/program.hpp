// A template that was held against the types of what it shows: every name is a place in memory by now. Rendering it
// looks nothing up and cannot fail.
//
// Programs never change once they are made, so any thread may render them.
#pragma once

#include <array>
#include <atomic>
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

// One step from a value to a part of it: into an optional, then to a member, of a member it may be.
struct Step {
    const Type* optional = nullptr;
    bool to_member = false;
    std::size_t offset = 0; // of the member
};

// Of a comparison.
enum class Sign : std::uint8_t { equal, unequal, less, greater, at_most, at_least, has };

struct Code;

struct Words {
    // By language and form: what is said, in pieces. Of English, form 0 is the singular.
    std::vector<std::vector<std::vector<syntax::Piece>>> forms;
    std::vector<bool> translated; // by language: otherwise what it has is English
    bool plural = false;
    std::vector<struct Expression> values;
    std::vector<Place> places;
    std::vector<std::pair<std::vector<struct Node>, std::string>> tags;
    std::vector<Code> opened; // the first of each tag, to run
};

struct Expression {
    syntax::Expression::Kind kind = syntax::Expression::Kind::path;
    Shape shape = Shape::text;
    const Type* type = nullptr; // of what a path leads to, without optionals
    std::size_t slot = 0;       // path: where it begins
    std::vector<Step> steps{};
    std::string text{};
    std::int64_t number = 0;
    bool flag = false; // boolean: its value, for those who need a place in memory
    Sign sign = Sign::equal;
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

// A node as it is run: small, and beside the one that is next, because a page is a thousand of them. What it refers to
// are the nodes.
struct Op {
    enum class Kind : std::uint8_t { literal, text, output, words, unless, go, loop, include };

    Kind kind = Kind::literal;
    Place place = Place::text;
    // literal: where its text begins and ends; unless, go: `to` is the op that is next; loop: of what is in place of an
    // empty list, and the op after all of it
    std::uint32_t to = 0;
    std::uint32_t end = 0;
    const Expression* expression = nullptr; // text (a path), output, unless
    const Node* node = nullptr;             // words, loop, include
};
struct Code {
    std::vector<Op> ops;
    std::string texts; // of all literals
};

} // namespace bound

struct Program {
    std::string file;
    std::vector<bound::Node> nodes;
    bound::Code code; // the same, to run
    std::size_t slots = 0;
    bool streams = false; // it goes through a stream, itself or by a part
    // Bytes that a page of it had, so that the next one has room: the one thing that changes.
    mutable std::atomic<std::uint32_t> usual_size = 0;
};

} // namespace cairn::pages
