#include "pages/admin/attention.hpp"

#include "admin/site_figures.hpp"
#include "cron/scheduler.hpp"
#include "db/database.hpp"
#include "jobs/job_table.hpp"
#include "mirrors/pull.hpp"
#include "pages/admin/task_words.hpp"
#include "pages/kit.hpp"

namespace cairn::pages {

using words::Phrase;

namespace {

constexpr std::size_t most_mirrors = 20;

// Less than a tenth of the disk, and less than some gigabytes.
bool is_filling(const admin::StoredBytes& bytes)
{
    return bytes.disk_size > 0 && bytes.disk_free < bytes.disk_size / 10 && bytes.disk_free < 5LL * 1024 * 1024 * 1024;
}

} // namespace

std::vector<AdminMatter> matters_to_look_at(const api::Call& call)
{
    const auto& in = language_of(call);
    std::vector<AdminMatter> found;
    if (is_filling(admin::stored_bytes(call.site)))
        found.push_back({.icon = "warning", .bad = true, .words = in.say(Phrase("The disk is almost full."))});
    std::int64_t given_up = 0;
    for (const auto& each : jobs::backlogs(call.db())) given_up += each.failed;
    if (given_up > 0)
        found.push_back({.icon = "cross-round",
                         .bad = true,
                         .words = in.say(Phrase("{count} job was given up.", "{count} jobs were given up."), given_up),
                         .address = "/-/admin/monitor/queue?state=failed",
                         .link = in.say(Phrase("Look at them"))});
    for (const auto& task : call.site.get<cron::Scheduler>().list())
        if (!task.last_error.empty())
            found.push_back(
                {.icon = "clock",
                 .bad = true,
                 .words = in.say(Phrase("The task “{task}” failed."), {{"task", task_title(in, task.name)}}),
                 .details = task.last_error,
                 .address = "/-/admin/monitor/cron",
                 .link = in.say(Phrase("Tasks"))});
    const auto mirrors = mirrors::find_failing(call.db());
    for (std::size_t i = 0; i < mirrors.size() && i < most_mirrors; ++i)
        found.push_back(
            {.icon = "history",
             .bad = true,
             .words = in.say(Phrase("{repository} cannot be brought up to date."), {{"repository", mirrors[i].name}}),
             .details = mirrors[i].last_error,
             .address = "/" + mirrors[i].name,
             .link = in.say(Phrase("Look at it"))});
    if (const auto waiting = admin::site_figures(call.site).waiting; waiting > 0)
        found.push_back(
            {.icon = "person",
             .words = in.say(Phrase("{count} account is not active.", "{count} accounts are not active."), waiting),
             .address = "/-/admin/users?state=inactive",
             .link = in.say(Phrase("Look at them"))});
    return found;
}

} // namespace cairn::pages
