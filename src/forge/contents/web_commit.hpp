// Commits that are made here and not pushed: who, when, on which branch, and whether that is allowed.
#pragma once

#include <functional>

#include "contents/commit.hpp"
#include "contents/verification.hpp"

namespace cairn::contents {

struct Identity {
    std::string name;
    std::string email;
};
BOOST_DESCRIBE_STRUCT(Identity, (), (name, email))
constexpr auto notes(const Identity*)
{
    return std::array{
        Note{"", "Somebody as git shall write them down"},
        Note{.member = "name", .max_length = 100},
        Note{.member = "email", .max_length = 254, .format = "email"},
    };
}

struct CommitDateOptions {
    std::string author;
    std::string committer;
};
BOOST_DESCRIBE_STRUCT(CommitDateOptions, (), (author, committer))
constexpr auto notes(const CommitDateOptions*)
{
    return std::array{Note{"", "When it was written and when it was committed; each is now unless it is told"},
                      Note{.member = "author", .doc = "the commit keeps its offset", .format = "date-time"},
                      Note{.member = "committer", .doc = "the commit keeps its offset", .format = "date-time"}};
}

// What every operation that makes a commit has in its body.
struct CommitOptions {
    std::string message;
    std::string branch;
    std::string new_branch;
    bool force_push = false;
    Identity author;
    Identity committer;
    CommitDateOptions dates;
    bool signoff = false;
    // In no body: the commit that new_branch begins at, where that is none of the repository's branches.
    std::optional<git::ObjectId> begin{};
};
BOOST_DESCRIBE_STRUCT(CommitOptions, (), (message, branch, new_branch, force_push, author, committer, dates, signoff))
constexpr auto notes(const CommitOptions*)
{
    return std::array{
        Note{"message", "without one it tells which paths were changed"},
        Note{.member = "branch", .doc = "what to begin from; without it, the default branch", .max_length = 100},
        Note{.member = "new_branch", .doc = "a branch to make for the commit", .max_length = 100},
        Note{"force_push", "new_branch may be there already and is made anew"},
        Note{"author", "without one, the committer or the caller"},
        Note{"committer", "without one, the author or the caller"},
        Note{"signoff", "adds the committer's Signed-off-by to the message"},
    };
}

struct FileCommitResponse {
    std::string url;
    std::string sha;
    std::string created = to_rfc3339(Time::never());
    std::string html_url;
    std::optional<CommitUser> author;
    std::optional<CommitUser> committer;
    std::vector<CommitMeta> parents;
    std::string message;
    std::optional<CommitMeta> tree;
};
BOOST_DESCRIBE_STRUCT(FileCommitResponse, (), (url, sha, created, html_url, author, committer, parents, message, tree))
constexpr auto notes(const FileCommitResponse*)
{
    return std::array{Note{"", "The commit that was made"}, Note{.member = "created", .format = "date-time"}};
}

struct WebCommit {
    git::ObjectId commit;
    std::string branch; // that it is on now
    FileCommitResponse shown;
    PayloadCommitVerification verification;
};

// One of several commits that are made on top of each other.
struct PlannedCommit {
    git::ObjectId tree;
    // Nothing: whoever the options name. With a time that is never: now.
    std::optional<git::Person> author{};
    std::string message{}; // empty: that of the options
};

struct Change {
    std::string message; // where the options have none
    // The tree that shall be, from the commit that it begins with (zero: the repository is empty).
    std::function<Result<git::ObjectId>(const git::ObjectId& base)> make{};
    // In place of that: all commits that shall be, from the one that the options begin at. They are the committer's,
    // who is the caller unless the options say otherwise.
    std::vector<PlannedCommit> commits{};
    bool may_rewrite = true; // force_push counts
};

// Errc::forbidden for who may not write there, Errc::not_found for a branch that is not there, Errc::unprocessable for
// a new one that is or whose name cannot be. One reference moves or nothing does, whoever else writes meanwhile.
Result<WebCommit> commit_change(const api::Call&, const repositories::RepositoryContext&, const git::Repository&,
                                const CommitOptions&, const Change&);

// How the caller may commit to a branch: what commit_change() would say, as far as it can be said before the change is
// there. For those who offer it.
struct CommitWays {
    bool direct = false;     // to the branch itself
    bool new_branch = false; // to a new one that begins there
    std::string why{};       // not direct
};
BOOST_DESCRIBE_STRUCT(CommitWays, (), (direct, new_branch, why))
CommitWays commit_ways(const api::Call&, const repositories::RepositoryContext&, const std::string& branch);

// Reads code, in a repository that is neither archived nor a mirror, and has signed in: what is asked before the body
// is read. Whether the branch may be written to is asked with it.
namespace question {
Result<void> may_propose(const api::Call&, const repositories::RepositoryContext&);
} // namespace question

inline constexpr api::Guard may_propose_changes =
    repositories::repository_guard<question::may_propose>("may propose changes", {401, 403, 404, 423});

} // namespace cairn::contents
