#include "app/start_log.hpp"

#include "base/log.hpp"
#include "config/settings.hpp"

namespace cairn::app {

void start_log(const config::Settings& settings)
{
    const auto& wanted = settings.log;
    log::configure({
        .level = static_cast<log::Level>(wanted.level),
        .mode = wanted.mode == config::LogMode::file ? log::Options::Mode::file : log::Options::Mode::console,
        .format = wanted.format == config::LogFormat::json ? log::Options::Format::json : log::Options::Format::text,
        .folder = wanted.root_path,
        .file_size = static_cast<std::uint64_t>(wanted.max_file_size),
        .files = static_cast<std::uint32_t>(wanted.max_files),
        .access = wanted.enable_access_log,
    });
}

} // namespace cairn::app
