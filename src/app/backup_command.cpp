#include "app/backup_command.hpp"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <filesystem>

#include <fmt/core.h>

#include "app/open_site.hpp"
#include "app/progress.hpp"
#include "app/site_lock.hpp"
#include "backup/backup.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"

namespace cairn::app {

namespace {

// Whoever asks the site for something goes first, at the processor and at the disk.
void step_back()
{
    constexpr int this_process = 1;
    constexpr int last_of_best_effort = (2 << 13) | 7;
    ::setpriority(PRIO_PROCESS, 0, 19);
    ::syscall(SYS_ioprio_set, this_process, 0, last_of_best_effort);
}

std::string readable(std::int64_t bytes)
{
    if (bytes < 10 << 10) return fmt::format("{} bytes", bytes);
    if (bytes < 10 << 20) return fmt::format("{} KiB", bytes >> 10);
    return fmt::format("{} MiB", bytes >> 20);
}

void list_missing(const std::vector<std::string>& missing)
{
    constexpr std::size_t most = 20;
    for (std::size_t i = 0; i < missing.size() && i < most; ++i) fmt::print(stderr, "missing: {}\n", missing[i]);
    if (missing.size() > most) fmt::print(stderr, "missing: {} more\n", missing.size() - most);
    if (!missing.empty())
        fmt::print(stderr,
                   "The database names these files, and they are not there: they were lost before, or are "
                   "pictures that somebody has just replaced.\n");
}

// As ROOT_URL has it.
std::string with_slash(std::string url) { return url.ends_with('/') ? url : url + '/'; }

} // namespace

Result<> back_up(const config::Loaded& loaded, const BackupWish& wanted)
{
    TRY(check_user(loaded));
    if (wanted.where == "-" && isatty(STDOUT_FILENO) != 0)
        return fail(Errc::bad_request, "a backup is nothing for a terminal: send it to a file or a program");
    if (!std::filesystem::exists(loaded.settings.server.app_data_path))
        return fail(Errc::not_found,
                    loaded.settings.server.app_data_path + " is not there: there is no site to back up");
    std::signal(SIGPIPE, SIG_IGN);
    step_back();
    const auto lock = TRY(SiteLock::take(loaded.settings.server.app_data_path, SiteLock::Use::serving));
    const auto report = backup::make_backup(
        loaded, database_options(loaded.settings),
        {.where = wanted.where, .since = wanted.since, .secrets = wanted.secrets, .progress = &show_progress});
    end_progress();
    if (!report) return std::unexpected(report.error());
    list_missing(report->missing);
    fmt::print(stderr,
               "{}: {} rows of {} tables, {} repositories, {} files; {} in {} parts, of which {} in {} are new\n",
               report->name, report->rows, report->tables, report->repositories, report->stored,
               readable(report->totals.bytes), report->totals.parts, readable(report->totals.new_bytes),
               report->totals.new_parts);
    fmt::print(stderr, "SHA-256 of the manifest: {}\n", report->sha256);
    if (!wanted.secrets)
        fmt::print(stderr,
                   "Secrets are not in it: keep [security] SECRET_KEY and [oauth2] JWT_SECRET of {} and the files "
                   "of keys elsewhere, or say --secrets.\n",
                   loaded.file);
    return {};
}

Result<> verify_backup(const config::Loaded& loaded, const BackupWish& wanted)
{
    step_back();
    const auto checked = backup::verify_backup(loaded, wanted.where, wanted.since, &show_progress);
    end_progress();
    if (!checked) return std::unexpected(checked.error());
    for (const auto& words : checked->damaged) fmt::print("{}\n", words);
    if (!checked->damaged.empty())
        return fail(Errc::unprocessable,
                    fmt::format("the backup is damaged: {} of its parts", checked->damaged.size()));
    fmt::print("The backup of {} from {}, made by version {}, is whole: {} in {} parts.\n", checked->header.address,
               to_rfc3339(checked->header.made_at), checked->header.program, readable(checked->bytes), checked->parts);
    return {};
}

Result<> restore(config::Loaded& loaded, const RestoreWish& wanted)
{
    TRY(check_user(loaded));
    std::filesystem::create_directories(loaded.settings.server.app_data_path);
    const auto lock = TRY(SiteLock::take(loaded.settings.server.app_data_path, SiteLock::Use::moving_in));
    const auto restored = backup::restore_backup(loaded, database_options(loaded.settings),
                                                 {.where = wanted.where,
                                                  .since = wanted.since,
                                                  .url = wanted.url.empty() ? "" : with_slash(wanted.url),
                                                  .new_secrets = wanted.new_secrets,
                                                  .progress = &show_progress});
    end_progress();
    if (!restored) return std::unexpected(restored.error());
    list_missing(restored->missing);
    fmt::print("Restored the site of {} as it was at {}: {} rows, {} repositories, {} files.\n",
               restored->header.address, to_rfc3339(restored->header.made_at), restored->rows, restored->repositories,
               restored->stored);
    if (loaded.settings.server.root_url != restored->header.address)
        fmt::print("It was at {} and is at {} now: webhooks, applications and security keys that other servers and "
                   "browsers know by the old address have to be made known to them again.\n",
                   restored->header.address, loaded.settings.server.root_url);
    fmt::print("`cairn doctor` looks at what it stands on; then start it.\n");
    return {};
}

} // namespace cairn::app
