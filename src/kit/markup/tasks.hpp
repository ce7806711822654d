// The tasks of a Markdown text: "- [ ] to do", "- [x] done".
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::markup {

struct Task {
    std::int64_t line = 0; // counted from 1
    bool done = false;
    std::size_t mark = 0; // where the blank or the x stands between its brackets
};

// In their order. None of a text whose lines are not those that are rendered (formulas of their own, a head of
// metadata), and of one that is too much to be read: their tasks are only shown.
std::vector<Task> tasks_of(std::string_view markdown);

// The same text with these tasks done, by their lines, and all others to do.
std::string with_tasks_done(std::string_view markdown, std::span<const std::int64_t> lines);

} // namespace cairn::markup
