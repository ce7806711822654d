#include "pages/actions/run_annotations.hpp"

#include <algorithm>

#include "actions/annotation.hpp"
#include "base/text.hpp"
#include "db/database.hpp"
#include "http/url.hpp"
#include "pages/actions/job_log.hpp"
#include "pages/actions/run_view.hpp"
#include "pages/kit.hpp"
#include "pages/places/repository_address.hpp"

namespace cairn::pages {

using actions::StoredAnnotation;
using actions::StoredJob;
using api::Call;
using repositories::RepositoryContext;
using words::Language;
using words::Phrase;

namespace {

constexpr std::int64_t most_shown = 100;

std::string in_words(const Language& in, const StoredAnnotation& one)
{
    if (one.file.empty() || one.line == 0) return one.file;
    const auto line = std::to_string(one.line);
    if (one.last_line == one.line) return in.say(Phrase("{file}, line {line}"), {{"file", one.file}, {"line", line}});
    return in.say(Phrase("{file}, lines {line} to {last}"),
                  {{"file", one.file}, {"line", line}, {"last", std::to_string(one.last_line)}});
}

// Where the file is shown as it was in the run's commit. A path that leads out of the repository is none of its files.
std::string source_of(const RepositoryContext& place, const std::string& commit, const StoredAnnotation& one)
{
    if (one.file.empty() || one.file.front() == '/' || one.file.contains('\\')) return {};
    auto address = repository_address(place) + "/src/commit/" + commit;
    for (const auto segment : text::split(one.file, '/')) {
        if (segment == "..") return {};
        if (segment == "." || segment.empty()) continue;
        address += "/" + http::encode_path_segment(segment);
    }
    if (one.line == 0) return address;
    address += "#L" + std::to_string(one.line);
    return one.last_line == one.line ? address : address + "-L" + std::to_string(one.last_line);
}

std::vector<std::int64_t> tasks_of(std::span<const StoredAnnotation> annotations)
{
    std::vector<std::int64_t> ids;
    for (const auto& one : annotations)
        if (std::ranges::find(ids, one.task_id) == ids.end()) ids.push_back(one.task_id);
    return ids;
}

} // namespace

RunAnnotations run_annotations(const Call& call, const RepositoryContext& place, const actions::StoredRun& run,
                               std::span<const StoredJob> jobs, std::int64_t attempt, std::int64_t job_id)
{
    const auto& in = language_of(call);
    const auto found = actions::annotations_of(call.db(), {.limit = most_shown}, run.id, attempt, job_id);
    auto steps = actions::steps_of_tasks(call.db(), tasks_of(found.items));
    std::map<std::int64_t, std::vector<LogSection>> sections; // by task
    RunAnnotations list{.total = found.total, .more = found.total - static_cast<std::int64_t>(found.items.size())};
    for (const auto& one : found.items) {
        const auto job = std::ranges::find(jobs, one.job_id, &StoredJob::id);
        if (job == jobs.end()) continue;
        auto [of_task, fresh] = sections.try_emplace(one.task_id);
        if (fresh) {
            actions::JobTask task;
            task.id = one.task_id;
            task.log_rows = one.log_rows;
            of_task->second = log_sections(in, *job, task, steps[one.task_id]);
        }
        const auto row = address_of_row(of_task->second, one.log_row);
        list.shown.push_back(
            {.level = std::string(word_of(one.level)),
             .title = one.title,
             .message = one.message,
             .job = job->name,
             .place = in_words(in, one),
             .source = source_of(place, run.head_sha, one),
             .address = row.empty() ? "" : run_address(place, run.id) + "/jobs/" + std::to_string(one.job_id) + row});
    }
    return list;
}

} // namespace cairn::pages
