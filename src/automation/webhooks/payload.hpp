// What receivers are told, as they know it. What other rooms have to say of their things (repositories, issues) comes
// in their words and is not looked at here.
#pragma once

#include "base/reflect.hpp"
#include "contents/commit.hpp"

namespace cairn::webhooks {

using contents::PayloadCommit;

// Of a push, what has to be told once it was read what is new in the branch.
struct PushNews {
    std::string ref;
    std::string before;
    std::string after;
    std::string base; // for a new branch: what the default branch was at; empty: nothing is left out
    Json repository;
    Json pusher;
    Json sender;
};
BOOST_DESCRIBE_STRUCT(PushNews, (), (ref, before, after, base, repository, pusher, sender))

struct PushPayload {
    std::string ref;
    std::string before;
    std::string after;
    std::string compare_url;
    std::vector<PayloadCommit> commits;
    std::int64_t total_commits = 0;
    std::optional<PayloadCommit> head_commit;
    Json repository;
    Json pusher;
    Json sender;
};
BOOST_DESCRIBE_STRUCT(PushPayload, (),
                      (ref, before, after, compare_url, commits, total_commits, head_commit, repository, pusher,
                       sender))

struct CreatePayload {
    std::string sha;
    std::string ref;
    std::string ref_type;
    Json repository;
    Json sender;
};
BOOST_DESCRIBE_STRUCT(CreatePayload, (), (sha, ref, ref_type, repository, sender))

struct DeletePayload {
    std::string ref;
    std::string ref_type;
    std::string pusher_type = "user";
    Json repository;
    Json sender;
};
BOOST_DESCRIBE_STRUCT(DeletePayload, (), (ref, ref_type, pusher_type, repository, sender))

struct ForkPayload {
    Json forkee; // what was forked
    Json repository;
    Json sender;
};
BOOST_DESCRIBE_STRUCT(ForkPayload, (), (forkee, repository, sender))

struct ChangesFromPayload {
    std::string from;
};
BOOST_DESCRIBE_STRUCT(ChangesFromPayload, (), (from))

struct ChangesPayload {
    std::optional<ChangesFromPayload> title;
    std::optional<ChangesFromPayload> body;
    std::optional<ChangesFromPayload> ref; // of a pull request: the branch that it goes to
    Json added_labels;
    Json removed_labels;
};
BOOST_DESCRIBE_STRUCT(ChangesPayload, (), (title, body, ref, added_labels, removed_labels))
constexpr auto notes(const ChangesPayload*)
{
    return std::array{Note{.member = "title", .omit_empty = true}, Note{.member = "body", .omit_empty = true},
                      Note{.member = "ref", .omit_empty = true}};
}

struct IssuePayload {
    std::string action;
    std::int64_t number = 0;
    std::optional<ChangesPayload> changes;
    Json issue;
    Json repository;
    Json sender;
    std::string commit_id;
};
BOOST_DESCRIBE_STRUCT(IssuePayload, (), (action, number, changes, issue, repository, sender, commit_id))
constexpr auto notes(const IssuePayload*) { return std::array{Note{.member = "changes", .omit_empty = true}}; }

struct IssueCommentPayload {
    std::string action;
    Json issue;
    std::optional<Json> pull_request;
    Json comment;
    std::optional<ChangesPayload> changes;
    Json repository;
    Json sender;
    bool is_pull = false;
};
BOOST_DESCRIBE_STRUCT(IssueCommentPayload, (),
                      (action, issue, pull_request, comment, changes, repository, sender, is_pull))
constexpr auto notes(const IssueCommentPayload*)
{
    return std::array{Note{.member = "pull_request", .omit_empty = true},
                      Note{.member = "changes", .omit_empty = true}};
}

struct ReviewPayload {
    std::string type;
    std::string content;
};
BOOST_DESCRIBE_STRUCT(ReviewPayload, (), (type, content))

struct PullRequestPayload {
    std::string action;
    std::string before; // both when commits were added
    std::string after;
    std::int64_t number = 0;
    std::optional<ChangesPayload> changes;
    Json pull_request;
    Json requested_reviewer;
    Json repository;
    Json sender;
    std::string commit_id;
    std::optional<ReviewPayload> review;
};
BOOST_DESCRIBE_STRUCT(PullRequestPayload, (),
                      (action, before, after, number, changes, pull_request, requested_reviewer, repository, sender,
                       commit_id, review))
constexpr auto notes(const PullRequestPayload*)
{
    return std::array{Note{.member = "before", .omit_empty = true}, Note{.member = "after", .omit_empty = true},
                      Note{.member = "changes", .omit_empty = true}};
}

struct ReleasePayload {
    std::string action;
    Json release;
    Json repository;
    Json sender;
};
BOOST_DESCRIBE_STRUCT(ReleasePayload, (), (action, release, repository, sender))

struct RepositoryPayload {
    std::string action;
    Json repository;
    Json organization; // the owner, whatever it is
    Json sender;
};
BOOST_DESCRIBE_STRUCT(RepositoryPayload, (), (action, repository, organization, sender))

struct WikiPayload {
    std::string action;
    Json repository;
    Json sender;
    std::string page;
    std::string comment;
};
BOOST_DESCRIBE_STRUCT(WikiPayload, (), (action, repository, sender, page, comment))

struct PackagePayload {
    std::string action;
    Json repository; // null where it is linked to none
    Json package;
    Json organization; // null where a person owns it
    Json sender;
};
BOOST_DESCRIBE_STRUCT(PackagePayload, (), (action, repository, package, organization, sender))

struct CommitStatusPayload {
    std::optional<PayloadCommit> commit; // read later
    std::string context;
    Time created_at;
    std::string description;
    std::int64_t id = 0;
    Json repository;
    Json sender;
    std::string sha;
    std::string state;
    std::string target_url;
    std::optional<Time> updated_at;
};
BOOST_DESCRIBE_STRUCT(CommitStatusPayload, (),
                      (commit, context, created_at, description, id, repository, sender, sha, state, target_url,
                       updated_at))

} // namespace cairn::webhooks
