// A conversation about lines of a pull request, as its timeline shows it. pages/pull fills it in.
#pragma once

#include "pages/issue/shown_comment.hpp"

namespace cairn::pages {

// A line of the difference that it is about.
struct TalkedLine {
    std::string kind{};      // "add" or "del"; empty: it stays
    std::int64_t before = 0; // its number in the old file; 0: it is not in it
    std::int64_t after = 0;
    std::string text{};
};
BOOST_DESCRIBE_STRUCT(TalkedLine, (), (kind, before, after, text))

struct ShownTalk {
    std::int64_t id = 0; // of its first remark
    std::string path{};
    std::int64_t first = 0; // line; 0: it is about the file
    std::int64_t last = 0;
    std::string address{}; // of the lines among the changed files
    bool outdated = false; // they are not there any more
    std::vector<TalkedLine> lines{};
    std::vector<ShownComment> said{};
    bool resolved = false;
    std::string resolver{};
    bool may_answer = false;
    bool may_resolve = false;
    std::string actions{}; // where its forms are sent to
    std::string remarks{}; // below which each of its remarks has pages of its own, by its id
    std::string back{};    // where those lead back to
    std::string problem{}; // with the answer that came back,
    std::string answer{};  // which is this
};
BOOST_DESCRIBE_STRUCT(ShownTalk, (),
                      (id, path, first, last, address, outdated, lines, said, resolved, resolver, may_answer,
                       may_resolve, actions, remarks, back, problem, answer))

} // namespace cairn::pages
