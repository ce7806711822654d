#include "actions/log_files.hpp"

#include <algorithm>

#include "actions/log.hpp"
#include "api/call.hpp"
#include "base/text.hpp"
#include "db/database.hpp"
#include "runners/zip.hpp"

namespace cairn::actions {

using api::Call;
using api::Raw;

namespace {

struct NamedLog {
    std::string name;
    Time modified;
    StoredLog log;
};

// A name for a file, whatever the job is called: jobs of one run may be called the same.
std::string file_name(const StoredJob& job, std::size_t number)
{
    constexpr std::size_t longest = 100;
    std::string name = std::to_string(number) + "_";
    for (const char c : job.name.substr(0, longest))
        name += text::is_alpha(c) || text::is_digit(c) || c == '-' || c == '.' || c == '_' ? c : '_';
    return name + ".log";
}

std::string attachment(const std::string& name) { return "attachment; filename=\"" + name + "\""; }

} // namespace

Result<Raw> log_of_job(const Call& call, const RepositoryContext& place, std::int64_t job_id)
{
    const auto job = TRY(find_job(call.db(), place, job_id));
    const auto log = find_log(call.db(), job.id);
    if (!log) return not_found("a log of the job");
    return Raw{.body = http::Producer{.produce =
                                          [&site = call.site, log = *log](http::BodyWriter& writer) {
                                              read_log(site, log, [&](std::string_view part) { writer.write(part); });
                                          },
                                      .length = {}},
               .content_type = "text/plain; charset=utf-8",
               .headers = {{"Content-Disposition", attachment(file_name(job, 1))}}};
}

Result<Raw> logs_of_run(const Call& call, const RepositoryContext& place, std::int64_t run_id)
{
    const auto run = TRY(find_run(call.db(), place, run_id));
    std::vector<NamedLog> logs;
    for (const auto& job : jobs_of(call.db(), run.id, run.attempt))
        if (auto log = find_log(call.db(), job.id))
            logs.push_back({file_name(job, logs.size() + 1), job.updated_at, *log});
    if (logs.empty()) return not_found("a log of the run");
    return Raw{.body =
                   http::Producer{.produce =
                                      [&site = call.site, logs = std::move(logs)](http::BodyWriter& writer) {
                                          runners::ZipWriter zip([&](std::string_view part) { writer.write(part); });
                                          for (const auto& [name, modified, log] : logs) {
                                              zip.begin(name, modified);
                                              read_log(site, log, [&](std::string_view part) { zip.write(part); });
                                              zip.end();
                                          }
                                          zip.finish();
                                      },
                                  .length = {}},
               .content_type = "application/zip",
               .headers = {{"Content-Disposition", attachment("run-" + std::to_string(run.id) + "-logs.zip")}}};
}

} // namespace cairn::actions
