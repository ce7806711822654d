// Having a repository copied from elsewhere, and calling that off.
#pragma once

#include "api/call.hpp"
#include "migrations/migration.hpp"
#include "repositories/guards.hpp"

namespace cairn::migrations {

struct MigrateRepoOptions {
    std::string clone_addr;
    std::int64_t uid = 0;
    std::string repo_owner;
    std::string repo_name;
    Service service = Service::git;
    std::string auth_username;
    std::string auth_password;
    std::string auth_token;
    bool mirror = false;
    bool private_ = false;
    std::string description;
    bool wiki = false;
    bool milestones = false;
    bool labels = false;
    bool issues = false;
    bool pull_requests = false;
    bool releases = false;
    std::string mirror_interval;
    bool lfs = false;
    std::string lfs_endpoint;
    std::string aws_access_key_id;
    std::string aws_secret_access_key;
};
BOOST_DESCRIBE_STRUCT(MigrateRepoOptions, (),
                      (clone_addr, uid, repo_owner, repo_name, service, auth_username, auth_password, auth_token,
                       mirror, private_, description, wiki, milestones, labels, issues, pull_requests, releases,
                       mirror_interval, lfs, lfs_endpoint, aws_access_key_id, aws_secret_access_key))
constexpr auto notes(const MigrateRepoOptions*)
{
    return std::array{
        Note{"", "A repository elsewhere, and what of it is wanted here"},
        Note{.member = "clone_addr", .doc = "where it is: https, http or git", .required = true},
        Note{"uid", "whose it shall be, by number; repo_owner says it by name"},
        Note{"repo_owner", "whose it shall be: yours unless said otherwise, or an organization's"},
        Note{.member = "repo_name", .doc = "unique among the owner's", .required = true, .max_length = 100},
        Note{"service", "what runs there: git for the code alone; gitea, forgejo or cairn for issues and the rest too"},
        Note{.member = "auth_password", .format = "password"},
        Note{.member = "auth_token", .doc = "instead of a name and a password", .format = "password"},
        Note{"mirror", "it follows what happens there, and nobody can write to it here"},
        Note{.member = "description", .max_length = 2048},
        Note{"mirror_interval", "of a mirror: how often it looks for news, such as 8h0m0s"},
        Note{"lfs", "with the large files that its history points to"},
        Note{"lfs_endpoint", "where they are, if not where clients look by themselves"},
        Note{"aws_access_key_id", "has no effect"},
        Note{.member = "aws_secret_access_key", .doc = "has no effect", .format = "password"},
    };
}

// For who waits at a form: asks the other server whether it has the repository and lets us in. Errc::unprocessable and
// Errc::forbidden where it has none, or not for us. One that takes more than a few seconds is left to the queue, and so
// is everything while too many ask.
Result<void> try_remote(const api::Call&, const MigrateRepoOptions&);

struct BegunMigration {
    repositories::StoredRepository repository;
    accounts::Account owner;
    bool copied = false; // already; otherwise it waits in the queue
};
// `waits`: comes back when the copy is made; otherwise it is left to the queue. Errc::forbidden where the site or the
// owner does not let the caller, Errc::unprocessable for what cannot be copied, Errc::conflict for a name that is
// taken, Errc::too_many_requests for whoever has too many copies under way. A copy that has failed leaves nothing.
Result<BegunMigration> migrate_repository(const api::Call&, const MigrateRepoOptions&, bool waits);

// Errc::conflict for one that has ended.
Result<StoredMigration> cancel_migration(const api::Call&, const repositories::RepositoryContext&);

} // namespace cairn::migrations
