// Branches that somebody has deleted, and where they were: what is needed to restore them. Only pushes.hpp writes it.
#pragma once

#include "base/reflect.hpp"

namespace cairn::db {
class Database;
class Queries;
class Transaction;
} // namespace cairn::db

namespace cairn::repositories {

struct DeletedBranch {
    std::string name;
    std::string commit_id; // where it was
    std::string deleter;   // the name of the account; empty: it is gone
    Time deleted_at;
};
BOOST_DESCRIBE_STRUCT(DeletedBranch, (), (name, commit_id, deleter, deleted_at))

// The latest of a repository are kept, and forgotten when git may have dropped their commits.
inline constexpr std::int64_t most_deleted_branches = 50;
inline constexpr std::int64_t deleted_branch_days = 14;

void remember_deleted(db::Transaction&, std::int64_t repository_id, const std::string& name,
                      const std::string& commit_id, std::int64_t deleter_id, Time now);
// It is there again, or has been renamed.
void forget_deleted(db::Transaction&, std::int64_t repository_id, const std::string& name);

// The latest first.
std::vector<DeletedBranch> deleted_branches(db::Queries&, std::int64_t repository_id);
std::optional<DeletedBranch> find_deleted_branch(db::Queries&, std::int64_t repository_id, const std::string& name);

// Of all repositories, those that are too old.
void forget_old_deleted(db::Database&, Time now);

} // namespace cairn::repositories
