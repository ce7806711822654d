// Mirrors of repositories elsewhere, brought up to date: by the schedule, and when somebody asks.
#pragma once

#include <stop_token>

#include "jobs/job.hpp"
#include "remotes/git_remote.hpp"
#include "remotes/remote_jobs.hpp"
#include "repositories/guards.hpp"
#include "repositories/lifecycle/mirror.hpp"

namespace cairn::mirrors {

// Makes a repository the mirror of what it was just copied from.
void enter_pull_mirror(const config::Settings&, db::Transaction&, const repositories::StoredRepository&,
                       const remotes::Remote&, std::int64_t interval, bool wiki);

// It is not a mirror any more, and can be written to.
void end_pull_mirror(db::Transaction&, std::int64_t repository_id);

// What people ask for. Errc::bad_request where the repository is no mirror, or the site keeps none.
Result<void> sync_pull_mirror(const api::Call&, const repositories::RepositoryContext&);
// The repository as it is then.
Result<repositories::StoredRepository> convert_pull_mirror(const api::Call&, const repositories::RepositoryContext&);

// As soon as somebody has time.
void ask_for_pull(db::Transaction&, std::int64_t repository_id);

// Branches and tags that are gone there go here if `prune`. What has changed is told as a push that nobody here has
// made, and by the feeds if `told`. Whether something has changed.
struct Fetched {
    bool changed = false;
};
struct Fetch {
    bool prune = false;
    bool told = false;
    remotes::Watch watch{};
};
Result<Fetched> fetch_code(const api::Site&, const repositories::StoredRepository&, const remotes::GitRemote&,
                           const Fetch&);

// Its wiki, where there is one; none is no error.
Result<> fetch_wiki(const api::Site&, const repositories::StoredRepository&, const remotes::Remote&,
                    const remotes::Watch&);

// Those whose last turn has failed, by name: for who runs the site. The words have no credentials in them.
struct FailingMirror {
    std::string name; // owner/name
    std::string remote_address;
    std::string last_error;
};
BOOST_DESCRIBE_STRUCT(FailingMirror, (), (name, remote_address, last_error))
std::vector<FailingMirror> find_failing(db::Queries&);

Result<jobs::Outcome> run_pull_job(const api::Site&, const jobs::Job&, const std::stop_token&);
void give_up_pull_job(const api::Site&, db::Transaction&, const jobs::Job&);
// Its key is the repository's id. What the other server has refused waits for the mirror's next time.
inline constexpr jobs::KindOf<api::Site> pull_kind{.name = "pull_mirror",
                                                   .handler = &run_pull_job,
                                                   .concurrency = remotes::jobs_at_once,
                                                   .order = jobs::Order::merged,
                                                   .lane = jobs::Lane::elsewhere,
                                                   .retry = {.most_attempts = 3},
                                                   .give_up = &give_up_pull_job,
                                                   .of_one_owner = remotes::jobs_of_one_owner};

} // namespace cairn::mirrors
