// Commits as the API shows them, whole and in the short form that branches and webhooks have.
#pragma once

#include "accounts/user.hpp"
#include "api/view.hpp"
#include "contents/verification.hpp"
#include "git/objects/objects.hpp"
#include "repositories/guards.hpp"
#include "repositories/protection/ref_rules.hpp"

namespace cairn::contents {

struct CommitMeta {
    std::string url;
    std::string sha;
    std::string created = to_rfc3339(Time::never());
};
BOOST_DESCRIBE_STRUCT(CommitMeta, (), (url, sha, created))
constexpr auto notes(const CommitMeta*)
{
    return std::array{Note{"", "An object of git, and where more is told of it"},
                      Note{.member = "created", .format = "date-time"}};
}

struct CommitUser {
    std::string name;
    std::string email;
    std::string date;
};
BOOST_DESCRIBE_STRUCT(CommitUser, (), (name, email, date))
constexpr auto notes(const CommitUser*)
{
    return std::array{
        Note{"", "Somebody as git has written them down"},
        Note{.member = "email", .format = "email"},
        Note{"date", "with the offset of the clock that it was read from"},
    };
}

struct RepoCommit {
    std::string url;
    std::optional<CommitUser> author;
    std::optional<CommitUser> committer;
    std::string message;
    std::optional<CommitMeta> tree;
    std::optional<PayloadCommitVerification> verification;
};
BOOST_DESCRIBE_STRUCT(RepoCommit, (), (url, author, committer, message, tree, verification))
constexpr auto notes(const RepoCommit*)
{
    return std::array{
        Note{"", "What git itself has of a commit"},
        Note{"tree", "names the commit, by which its tree is found as well"},
        Note{"verification", "null where the request did not want it"},
    };
}

struct CommitAffectedFiles {
    std::string filename;
    std::string status;
};
BOOST_DESCRIBE_STRUCT(CommitAffectedFiles, (), (filename, status))
constexpr auto notes(const CommitAffectedFiles*)
{
    return std::array{Note{"", "A file that a commit has changed"}, Note{"status", "added, removed or modified"}};
}

struct CommitStats {
    std::int64_t total = 0;
    std::int64_t additions = 0;
    std::int64_t deletions = 0;
};
BOOST_DESCRIBE_STRUCT(CommitStats, (), (total, additions, deletions))
constexpr auto notes(const CommitStats*) { return std::array{Note{"", "How many lines came and went"}}; }

struct Commit {
    std::string url;
    std::string sha;
    std::string created;
    std::string html_url;
    RepoCommit commit;
    std::optional<accounts::User> author;
    std::optional<accounts::User> committer;
    std::vector<CommitMeta> parents;
    std::optional<std::vector<CommitAffectedFiles>> files;
    std::optional<CommitStats> stats;
};
BOOST_DESCRIBE_STRUCT(Commit, (), (url, sha, created, html_url, commit, author, committer, parents, files, stats))
constexpr auto notes(const Commit*)
{
    return std::array{
        Note{"", "A commit, and the accounts of those who made it"},
        Note{.member = "created", .doc = "the committer's date", .format = "date-time"},
        Note{"author", "the account that has the author's address; null if none has"},
        Note{"committer", "the account that has the committer's address; null if none has"},
        Note{"files", "what it changed against its parents; null where the request did not want it"},
        Note{"stats", "against its first parent; null where the request did not want it"},
    };
}

struct PayloadCommit {
    std::string id;
    std::string message;
    std::string url;
    std::optional<PayloadUser> author;
    std::optional<PayloadUser> committer;
    std::optional<PayloadCommitVerification> verification;
    std::string timestamp;
    std::optional<std::vector<std::string>> added;
    std::optional<std::vector<std::string>> removed;
    std::optional<std::vector<std::string>> modified;
};
BOOST_DESCRIBE_STRUCT(PayloadCommit, (),
                      (id, message, url, author, committer, verification, timestamp, added, removed, modified))
constexpr auto notes(const PayloadCommit*)
{
    return std::array{
        Note{"", "A commit in short"},
        Note{"url", "its page"},
        Note{.member = "timestamp", .doc = "the author's date", .format = "date-time"},
        Note{"added", "null where nobody looked"},
        Note{"removed", "null where nobody looked"},
        Note{"modified", "null where nobody looked"},
    };
}

// The parts that cost more than the rest. A query struct inherits from it what its operation has.
struct CommitParts {
    bool stat = true;
    bool verification = true;
    bool files = true;
};
BOOST_DESCRIBE_STRUCT(CommitParts, (), (stat, verification, files))
constexpr auto notes(const CommitParts*)
{
    return std::array{
        Note{"stat", "false: without the number of lines"},
        Note{"verification", "false: without looking at the signature"},
        Note{"files", "false: without the files that it changed"},
    };
}

// Where clients find what belongs to a repository.
struct Addresses {
    std::string api; // ".../api/v1/repos/ann/work"
    std::string web; // ".../ann/work"

    Addresses(const config::Settings&, const repositories::RepositoryContext&);

    std::string commit(const git::ObjectId&) const; // the API's
    std::string tree(const git::ObjectId&) const;
    std::string page(const git::ObjectId&) const; // the commit's, for people
    CommitMeta meta(const git::ObjectId&) const;  // of a commit
};

CommitUser show_person(const git::Person&);

// In the order of the ids. One look at the accounts for all of them, whoever made them.
Result<std::vector<Commit>> show_commits(const api::Call&, const repositories::RepositoryContext&,
                                         const git::Repository&, std::span<const git::ObjectId>,
                                         const CommitParts& = {});
Result<Commit> show_commit(const api::Call&, const repositories::RepositoryContext&, const git::Repository&,
                           const git::ObjectId&, const CommitParts& = {});

// The same in short, without a look at signatures. What it changed is told only where `files` is asked for.
Result<std::vector<PayloadCommit>> show_payload_commits(const api::View&, const repositories::RepositoryContext&,
                                                        const git::Repository&, std::span<const git::ObjectId>,
                                                        bool files = false);

// Whether the commit bears a signature of its committer, or of the site.
Result<PayloadCommitVerification> verify_commit(const api::Site&, const repositories::StoredRepository&,
                                                const git::Repository&, const git::ObjectId&);
// The same for what asks of one commit after the other. All three have to outlive it.
repositories::Verifier verifier(const api::Site&, const repositories::StoredRepository&, const git::Repository&);

} // namespace cairn::contents

// Described once for all who read the header.
template <> const cairn::Type& cairn::type_of<cairn::contents::Commit>();
