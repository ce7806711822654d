// What is to be done now and then: a function of the room that it belongs to, and when.
#pragma once

#include <stop_token>
#include <string_view>

#include "config/settings.hpp"

namespace cairn::api {
struct Site;
} // namespace cairn::api

namespace cairn::cron {

// May take long. When the program stops it returns at the next good moment; what it has not done, it does next time.
using Work = void (*)(const api::Site&, const std::stop_token&);

struct Task {
    std::string_view name;
    Work work;
    // Where app.ini says when. Null for what the house does for itself: it is not listed and cannot be switched off.
    config::CronTask config::CronSettings::* setting = nullptr;
    std::string_view schedule{}; // of a task without a setting

    bool listed() const { return setting != nullptr; }
};

} // namespace cairn::cron
