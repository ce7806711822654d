#include "app/progress.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>

#include <fmt/core.h>

#include "config/load.hpp"

namespace cairn::app {

void show_progress(std::string_view kind, std::int64_t done, std::int64_t total)
{
    static const bool terminal = isatty(STDERR_FILENO) != 0;
    if (!terminal) return;
    if (total == 0) fmt::print(stderr, "\r\033[K{}", kind);
    else fmt::print(stderr, "\r\033[K{}: {} of {}", kind, done, total);
    std::fflush(stderr);
}

void end_progress()
{
    if (isatty(STDERR_FILENO) != 0) fmt::print(stderr, "\r\033[K");
}

Result<> check_user(const config::Loaded& loaded)
{
    struct stat status{};
    if (geteuid() != 0 || stat(loaded.file.c_str(), &status) != 0 || status.st_uid == 0) return {};
    return fail(Errc::forbidden,
                "this runs as root, and the site belongs to somebody else: run it as the user of the "
                "server (sudo -u), who must be able to read what is to be read");
}

} // namespace cairn::app
