// A pull request as the database holds it, how it is found, and who may call an operation about one. It is an issue,
// too (issues/issue.hpp), which has its number, title, text, state and all that it shares with issues.
#pragma once

#include "db/sql_text.hpp"
#include "issues/issue_guards.hpp"

namespace cairn::pulls {

using issues::StoredIssue;
using repositories::RepositoryContext;

struct StoredPull {
    std::int64_t issue_id = 0;
    std::int64_t repository_id = 0;      // where it goes to
    std::int64_t head_repository_id = 0; // 0: it is gone
    std::string head_branch;             // or the topic, if it came by a push to refs/for/...
    bool by_push = false;
    std::string base_branch;
    std::string head_sha;   // at refs/pull/NUMBER/head in the base repository
    std::string base_sha;   // where the base branch was when what follows was found out
    std::string merge_base; // in common to the two
    std::int64_t commit_count = 0;
    std::int64_t changed_files = 0;
    std::int64_t additions = 0;
    std::int64_t deletions = 0;
    bool conflict = false; // it cannot be merged as it is
    bool allow_maintainer_edit = false;
    std::int64_t review_comment_count = 0;
    std::int64_t merger_id = 0; // 0: not merged, or the account is gone
    std::string merge_commit;
    // Where the two branches are now; empty: there is none. No columns of the table: select_pulls brings them.
    std::string head_tip;
    std::string base_tip;

    // What was found out about it is true of the branches as they are now.
    bool is_current() const
    {
        return (base_tip.empty() || base_tip == base_sha) && (head_tip.empty() || head_tip == head_sha);
    }
};
BOOST_DESCRIBE_STRUCT(StoredPull, (),
                      (issue_id, repository_id, head_repository_id, head_branch, by_push, base_branch, head_sha,
                       base_sha, merge_base, commit_count, changed_files, additions, deletions, conflict,
                       allow_maintainer_edit, review_comment_count, merger_id, merge_commit, head_tip, base_tip))

// The beginning of a statement that reads pull requests as `p`.
inline constexpr db::SqlText select_pulls =
    "SELECT p.*, hb.commit_id AS head_tip, bb.commit_id AS base_tip FROM pull_request p"
    " LEFT JOIN branch hb ON hb.repository_id = p.head_repository_id AND hb.name = p.head_branch AND NOT p.by_push"
    " LEFT JOIN branch bb ON bb.repository_id = p.repository_id AND bb.name = p.base_branch";

std::optional<StoredPull> find_pull(db::Queries&, std::int64_t issue_id);
std::vector<StoredPull> find_pulls(db::Queries&, const std::vector<std::int64_t>& issue_ids); // by id

// An open one from this branch to that one; its issue's id.
std::optional<std::int64_t> find_open_pull(db::Queries&, std::int64_t head_repository_id, const std::string& head,
                                           std::int64_t repository_id, const std::string& base, bool by_push = false);

// The reference in the base repository that keeps the head.
std::string head_reference(std::int64_t number);

// What a guard leaves for the handler: the pull request, where it is, and how far the caller's rights go there.
struct PullContext : issues::IssueContext {
    StoredPull pull;
};

struct PullPath : repositories::RepositoryPath {
    std::int64_t index = 0;
};
BOOST_DESCRIBE_STRUCT(PullPath, (repositories::RepositoryPath), (index))
constexpr auto notes(const PullPath*)
{
    return std::array{Note{.member = "index", .doc = "the number of the pull request", .format = "int64"}};
}

// The pull request that {index} names.
Result<PullContext> find_pull_at(api::Call&, RepositoryContext);
Result<PullContext> find_pull_at(api::Call&, RepositoryContext, std::int64_t number);

namespace question {

using repositories::Question;

// They do not exist for those who may not read them, where they are switched off, and where nothing was ever pushed.
Result<void> has_pulls(const api::Call&, const RepositoryContext&);
// And they show code: to those alone who may read it.
Result<void> reads_pulls(const api::Call&, const RepositoryContext&);
Result<void> signed_in(const api::Call&, const RepositoryContext&);
// 423 where the repository is kept for reading alone.
Result<void> changeable(const api::Call&, const RepositoryContext&);

} // namespace question

template <question::Question ask> Result<void> check_pull(api::Call& call)
{
    auto place = TRY(repositories::find_place(call));
    TRY(ask(call, place));
    call.load(TRY(find_pull_at(call, std::move(place))));
    return {};
}

constexpr api::Guard pull_guard(std::string_view name, Result<void> (*check)(api::Call&),
                                api::Errors errors = {403, 404})
{
    return {
        .name = name, .path = &type_of<PullPath>(), .loads = &api::tag<PullContext>, .errors = errors, .check = check};
}

inline constexpr api::Guard reads_pull = pull_guard("reads the pull request", &check_pull<question::reads_pulls>);
inline constexpr api::Guard reads_pull_signed_in =
    pull_guard("reads the pull request, signed in", &check_pull<question::signed_in>, {401, 403, 404});
inline constexpr api::Guard changes_pull = pull_guard("reads the pull request, signed in, not archived",
                                                      &check_pull<question::changeable>, {401, 403, 404, 423});

// Reading the repository's pull requests as such.
inline constexpr api::Guard reads_pulls =
    repositories::repository_guard<question::reads_pulls>("reads pull requests", {403, 404});

} // namespace cairn::pulls

// Described once for all who read the header.
template <> const cairn::Type& cairn::type_of<cairn::pulls::StoredPull>();
