// A task of upkeep in a list, for admin/task_row.html.
#pragma once

#include "api/call.hpp"
#include "base/reflect.hpp"
#include "words/language.hpp"

namespace cairn::pages {

struct AdminTask {
    std::string name;
    std::string title;
    std::string schedule; // empty: it runs only when it is asked to
    bool running = false;
    Time next{};  // 0: by itself, not at all
    Time began{}; // 0: never
    Time ended{}; // 0: never
    std::string took{};
    std::string error{};
};
BOOST_DESCRIBE_STRUCT(AdminTask, (), (name, title, schedule, running, next, began, ended, took, error))

std::vector<AdminTask> admin_tasks(const api::Call&);

// How long something took: "12 ms", "40 s".
std::string took_in_words(const words::Language&, std::int64_t milliseconds);

} // namespace cairn::pages
