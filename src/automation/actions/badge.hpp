// A badge: what a workflow is called and what became of it, as a small picture for a README.
#pragma once

#include "actions/run.hpp"
#include "api/view.hpp"

namespace cairn::actions {

enum class BadgeStyle : std::uint8_t { flat, flat_square };
BOOST_DESCRIBE_ENUM(BadgeStyle, flat, flat_square)
constexpr auto words(const BadgeStyle*) { return std::array<std::string_view, 2>{"flat", "flat-square"}; }

struct Badge {
    std::string label; // anything: it is shortened and escaped
    std::string message;
    std::string_view color; // as CSS has it
    BadgeStyle style = BadgeStyle::flat;
};

struct BadgeQuery {
    std::string branch;
    std::string event;
    std::string style;
};
BOOST_DESCRIBE_STRUCT(BadgeQuery, (), (branch, event, style))

// Of the newest run of the workflow of that file, with or without its folder, for a branch: the default one, if none is
// named. A workflow that nobody knows has no status, like one that never ran: a README shall not show a broken picture.
Badge badge_of(const api::View&, const RepositoryContext&, std::string_view file, const BadgeQuery&);

// As SVG.
std::string draw(const Badge&);

} // namespace cairn::actions
