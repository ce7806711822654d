// A repository that is copied from elsewhere: what was asked for, and how far it has come.
#pragma once

#include <array>
#include <optional>

#include "base/reflect.hpp"
#include "base/time.hpp"
#include "config/settings.hpp"
#include "jobs/job.hpp"
#include "remotes/address.hpp"

namespace cairn::db {
class Queries;
class Transaction;
} // namespace cairn::db

namespace cairn::migrations {

enum class Service : std::uint8_t {
    git,
    github,
    gitea,
    gitlab,
    gogs,
    onedev,
    gitbucket,
    codebase,
    codecommit,
    forgejo,
    cairn
};
BOOST_DESCRIBE_ENUM(Service, git, github, gitea, gitlab, gogs, onedev, gitbucket, codebase, codecommit, forgejo, cairn)

enum class State : std::uint8_t { waiting, running, done, failed, canceled };
BOOST_DESCRIBE_ENUM(State, waiting, running, done, failed, canceled)

// What is taken over besides the code.
struct Wanted {
    bool wiki = false;
    bool labels = false;
    bool milestones = false;
    bool issues = false;
    bool pull_requests = false;
    bool releases = false;
    bool lfs = false;

    std::int64_t stored() const;
    static Wanted from_stored(std::int64_t);
    bool more_than_git() const { return labels || milestones || issues || pull_requests || releases; }
};

struct StoredMigration {
    std::int64_t repository_id = 0;
    std::int64_t doer_id = 0;
    Service service = Service::git;
    std::string clone_address;
    std::string credentials; // sealed
    std::int64_t wanted = 0;
    std::int64_t mirror_interval = 0; // of the mirror that it shall become
    std::string lfs_endpoint;         // empty: where clients look by themselves
    State state = State::waiting;
    std::string stage;
    std::int64_t done_count = 0;
    std::int64_t total_count = 0;
    std::string error;
    bool canceled = false;
    Time created_at;
    Time ended_at;

    bool is_over() const { return state != State::waiting && state != State::running; }
};
BOOST_DESCRIBE_STRUCT(StoredMigration, (),
                      (repository_id, doer_id, service, clone_address, credentials, wanted, mirror_interval,
                       lfs_endpoint, state, stage, done_count, total_count, error, canceled, created_at, ended_at))

std::optional<StoredMigration> find_migration(db::Queries&, std::int64_t repository_id);

// The job that does it. Its key is the repository's id, its owner who has asked.
inline constexpr std::string_view migration_job = "migration";

struct EnteredMigration {
    StoredMigration migration;
    std::optional<jobs::Job> held{}; // the caller's, who does it himself
};
// Waits to be done, or is the caller's to do if `ours`.
EnteredMigration enter_migration(const config::Settings&, db::Transaction&, const StoredMigration&,
                                 const remotes::Credentials&, bool ours);

// So long after he has last said that he is at it, what somebody does himself is the queue's. Longer than a server
// elsewhere may be silent.
inline constexpr std::int64_t held_seconds = 600;

} // namespace cairn::migrations
