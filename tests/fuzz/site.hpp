// A site of the fuzzing process alone, as one that was just set up, and what a target demands of it.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/application.hpp"
#include "app/open_site.hpp"
#include "base/log.hpp"
#include "config/load.hpp"
#include "db/database.hpp"
#include "new_folder.hpp"

namespace cairn::fuzz {

// Whoever derives from it changes settings and rows as needed, then starts the application.
struct Site {
    Site()
    {
        log::configure({.level = log::Level::off});
        settings.server.root_url = "http://localhost/";
    }

    std::string folder = new_folder();
    config::Settings settings = config::load(folder + "/app.ini", {}).value().settings;
    std::unique_ptr<db::Database> db = app::open_site(settings);
    std::optional<app::Application> application;
};

} // namespace cairn::fuzz
