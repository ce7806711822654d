// What builds and checks say about the head of a pull request, as its pages show it.
#pragma once

#include "contents/status.hpp"
#include "pulls/pull.hpp"

namespace cairn::pages {

struct ShownCheck {
    std::string name;
    std::string state{}; // "success", "failure", "pending" or "skipped"
    std::string how{};   // what it says about itself
    std::string address{};
    bool required = false;
    std::optional<Time> since{};
};
BOOST_DESCRIBE_STRUCT(ShownCheck, (), (name, state, how, address, required, since))

struct Checks {
    std::vector<ShownCheck> all{}; // required first, then failed, running, passed
    std::int64_t passed = 0;
    std::int64_t failed = 0;
    std::int64_t running = 0;
    std::vector<std::string> awaited{}; // required, and not passed
};

Checks shown_checks(const api::Call&, const pulls::PullContext&);

} // namespace cairn::pages
