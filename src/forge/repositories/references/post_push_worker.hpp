// The post-push worker does what follows from pushes and nobody should wait for, as jobs (jobs/queue.hpp) whose key is
// the repository's id: one repository's are done one at a time, those of several beside each other. Accounts take
// turns, and whatever one of them has pushed, there is a thread for the others' pushes. What there is to
// do is written down by the rooms, in tables of theirs, in the push's own transaction; the job says where to look.
#pragma once

#include <span>
#include <stop_token>
#include <string_view>

#include "base/result.hpp"
#include "jobs/job.hpp"

namespace cairn::api {
struct Site;
} // namespace cairn::api
namespace cairn::db {
class Transaction;
} // namespace cairn::db

namespace cairn::repositories {

// What moves with branches: pull requests, references in commits, large files.
inline constexpr std::string_view post_push_job = "post_push";
// What is known about a repository's content: its history, size, languages and licenses (figures.hpp). It may take
// long, so that nothing else waits for it.
inline constexpr std::string_view index_job = "repository_index";
// What is found in a repository's content and takes long: code for searches.
inline constexpr std::string_view content_index_job = "content_index";
// What is counted in all of its history, and takes longest of all.
inline constexpr std::string_view statistics_job = "history_statistics";
// After a start: what a killed server has left unrecorded (branch_check.hpp).
inline constexpr std::string_view missed_pushes_job = "missed_pushes";

// In the transaction in which there is something to do.
void put_job(db::Transaction&, std::string_view kind, std::int64_t repository_id);
// index_job, content_index_job and statistics_job: when the default branch has moved, or is another one.
void put_index_jobs(db::Transaction&, std::int64_t repository_id);

// Does one piece of what there is to do for the repository; false when nothing is left. Whatever it has done a second
// time, because it was killed after it, must be as good as once. A piece that may take longer than a server that ends
// should wait for it returns an error soon after it was asked to stop: the job is there again at the next start.
class Step {
public:
    using Short = Result<bool> (*)(const api::Site&, std::int64_t repository_id);
    using Long = Result<bool> (*)(const api::Site&, std::int64_t repository_id, const std::stop_token&);

    constexpr Step(Short step) : short_(step) { } // NOLINT(google-explicit-constructor): a row of a table
    constexpr Step(Long step) : long_(step) { }   // NOLINT(google-explicit-constructor)

    Result<bool> take(const api::Site& site, std::int64_t repository_id, const std::stop_token& stop) const
    {
        return long_ != nullptr ? long_(site, repository_id, stop) : short_(site, repository_id);
    }

private:
    Short short_ = nullptr;
    Long long_ = nullptr;
};

// A kind of job that takes these steps, each until nothing is left of it, or until it has done so many pieces and
// others have their turn. What one fails at keeps no other one waiting, and is tried again. So many run at once, of
// which all but one may be of one account.
jobs::Kind steps_kind(const api::Site&, std::string_view name, std::span<const Step>, unsigned concurrency = 3,
                      int pieces = 100);

// The step that counts the figures and tidies up.
Result<bool> count_step(const api::Site&, std::int64_t repository_id);

Result<jobs::Outcome> record_missed_job(const api::Site&, const jobs::Job&, const std::stop_token&);
inline constexpr jobs::KindOf<api::Site> missed_pushes_kind{
    .name = missed_pushes_job, .handler = &record_missed_job, .order = jobs::Order::merged};

} // namespace cairn::repositories
