// The table of branches: what each is at, with all that lists show of the commit. It repeats what git has, and only
// pushes.hpp writes it; whoever reads it needs no repository.
#pragma once

#include "base/reflect.hpp"
#include "git/references/references.hpp"

namespace cairn::db {
class Queries;
class Transaction;
} // namespace cairn::db

namespace cairn::repositories {

// A commit at the end of a branch.
struct Tip {
    std::string commit_id; // 40 hexadecimal digits
    std::string message;   // whole, but for what nobody reads to its end; valid UTF-8
    std::string author_name;
    std::string author_email;
    Time authored_at;
    std::int64_t author_offset = 0; // minutes east of UTC
    std::string committer_name;
    std::string committer_email;
    Time committed_at;
    std::int64_t committer_offset = 0;
    bool signed_ = false; // it bears a signature, good or bad
};
BOOST_DESCRIBE_STRUCT(Tip, (),
                      (commit_id, message, author_name, author_email, authored_at, author_offset, committer_name,
                       committer_email, committed_at, committer_offset, signed_))

struct StoredBranch : Tip {
    std::int64_t id = 0;
    std::int64_t repository_id = 0;
    std::string name; // without refs/heads/
    std::int64_t pusher_id = 0;
    Time created_at;
    Time updated_at;
    std::int64_t arrival = 0; // the greater, the later its commit came into the repository
};
BOOST_DESCRIBE_STRUCT(StoredBranch, (Tip), (id, repository_id, name, pusher_id, created_at, updated_at, arrival))

// By its name, exactly.
std::optional<StoredBranch> find_branch(db::Queries&, std::int64_t repository_id, std::string_view name);

// What the table says of a commit.
Result<Tip> read_tip(const git::Repository&, const git::ObjectId& commit);

struct NamedTip {
    std::string name;
    Tip tip;
};

// Every branch of a repository as git has it. Names that are not UTF-8, which the database cannot hold, are left out.
Result<std::vector<NamedTip>> read_tips(const git::Repository&);

void put_branch(db::Transaction&, std::int64_t repository_id, const NamedTip&, std::int64_t pusher_id, Time now);

} // namespace cairn::repositories
