// The section about workflows and those who run them.
#pragma once

#include "base/reflect.hpp"

namespace cairn::config {

// `zstd` is what other servers have by default; it is taken for "packed".
enum class LogCompression : std::uint8_t { none, gzip, zstd };
BOOST_DESCRIBE_ENUM(LogCompression, none, gzip, zstd)

struct Actions {
    bool enabled = true;
    std::string default_actions_url = "github"; // an address without a slash at its end, once settings are complete
    LogCompression log_compression = LogCompression::gzip;
    std::int64_t log_retention_days = 365;
    std::int64_t artifact_retention_days = 90;
    std::int64_t zombie_task_timeout = 10 * 60;
    std::int64_t endless_task_timeout = 3 * 3600;
    std::int64_t abandoned_job_timeout = 24 * 3600;
    std::int64_t max_rerun_attempts = 50;
    std::vector<std::string> skip_workflow_strings{"[skip ci]", "[ci skip]", "[no ci]", "[skip actions]",
                                                   "[actions skip]"};
    std::vector<std::string> workflow_dirs{".cairn/workflows", ".gitea/workflows", ".forgejo/workflows",
                                           ".github/workflows"};
};
BOOST_DESCRIBE_STRUCT(Actions, (),
                      (enabled, default_actions_url, log_compression, log_retention_days, artifact_retention_days,
                       zombie_task_timeout, endless_task_timeout, abandoned_job_timeout, max_rerun_attempts,
                       skip_workflow_strings, workflow_dirs))
constexpr auto notes(const Actions*)
{
    return std::array{
        Note{"", "Workflows, and the runners that do their work."},
        Note{"enabled",
             "Offers workflows at all. Without it nothing starts, runners get nothing to do, and what is "
             "there is not shown."},
        Note{"default_actions_url",
             "Where runners fetch actions from that a workflow names without an address (`uses: actions/checkout@v4`): "
             "`github`, `self` for this site, or an address such as https://code.example.org."},
        Note{"log_compression",
             "How logs are kept once their task is over: as they are (`none`), or packed (`gzip`; `zstd` means the "
             "same). Those that are kept already stay as they are."},
        Note{.member = "log_retention_days",
             .doc = "How many days logs are kept after the end of their task; 0 is for ever.",
             .minimum = 0,
             .maximum = 36'500},
        Note{.member = "artifact_retention_days",
             .doc = "How many days artifacts are kept, unless their workflow asks for less.",
             .minimum = 1,
             .maximum = 36'500},
        Note{.member = "zombie_task_timeout",
             .doc = "A task whose runner has not been heard of for so long has failed.",
             .format = "duration",
             .minimum = 1},
        Note{.member = "endless_task_timeout",
             .doc = "A task that takes longer than this has failed, whatever its runner says.",
             .format = "duration",
             .minimum = 1},
        Note{.member = "abandoned_job_timeout",
             .doc = "A job that has found no runner for so long is cancelled.",
             .format = "duration",
             .minimum = 1},
        Note{.member = "max_rerun_attempts",
             .doc = "How often one run can be run, the first time counted.",
             .minimum = 1,
             .maximum = 10'000},
        Note{"skip_workflow_strings",
             "A commit with one of these in its message starts nothing when it is pushed or proposed."},
        Note{"workflow_dirs",
             "The folders where workflows are looked for. The first that a commit has counts, and no other is looked "
             "into."},
    };
}

} // namespace cairn::config
