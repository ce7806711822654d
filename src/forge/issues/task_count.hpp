// The tasks of a text: items of lists that begin with a box, "- [ ] write it" and "- [x] done".
#pragma once

#include <cstdint>
#include <string_view>

namespace cairn::issues {

struct TaskCount {
    std::int64_t all = 0;
    std::int64_t done = 0;
};

// Without those in fenced code.
TaskCount count_tasks(std::string_view markdown);

} // namespace cairn::issues
