// The lower half of every page that changes files: with which words, and to which branch. What may be done there is
// said by contents::commit_ways(); what comes of it, by the use case that commits.
#pragma once

#include "contents/web_commit.hpp"
#include "pages/code/code_place.hpp"
#include "pages/code/commit_target.hpp"
#include "pages/notices.hpp"
#include "pages/row.hpp"

namespace cairn::pages {

struct CommitForm {
    std::string message; // the first line; empty: as the API says it
    std::string description;
    std::string choice; // "direct", or "new" for a new branch
    std::string new_branch;
    bool signoff = false;
};
BOOST_DESCRIBE_STRUCT(CommitForm, (), (message, description, choice, new_branch, signoff))
constexpr auto notes(const CommitForm*) { return std::array{Note{.member = "new_branch", .max_length = 100}}; }

struct CommitView {
    contents::CommitWays ways{};
    std::string branch;
    std::string usual{};     // the message where there is none, as the API writes it: in no language but git's
    std::string fork{};      // "owner/name": the reader may not write here, and commits to a new branch of this
    bool fork_first = false; // the reader may not write here, and has no fork
    bool may_fork = false;
    bool opens_pull = false; // a new branch leads to a pull request
    std::string below{};     // where this page is, below the repository's own address
};
BOOST_DESCRIBE_STRUCT(CommitView, (), (ways, branch, usual, fork, fork_first, may_fork, opens_pull, below))

// `page`: "_edit/main/a.txt".
CommitView commit_view(const api::Call&, const repositories::RepositoryContext&, const std::string& branch,
                       std::string usual, std::string page);

// What the form shows first: the branch itself, unless that is not to be had.
CommitForm first_choice(const api::Call&, const repositories::RepositoryContext&, const git::Repository&,
                        const CommitView&);

// As the API takes it. Errc::unprocessable, about the field, for a new branch without a name.
Result<contents::CommitOptions> commit_options(const CommitForm&, const std::string& branch, const CommitTarget&);

// The same error, beside the field that it is about, as far as it is about one: the new branch or the path.
template <class T> Result<T> beside_field(Result<T> result);
Error beside_its_field(Error);
template <class T> Result<T> beside_field(Result<T> result)
{
    if (!result) return std::unexpected(beside_its_field(std::move(result).error()));
    return result;
}

// Where the commit can be looked at: what is at the path, or the comparison that a pull request begins with.
Done committed(const repositories::RepositoryContext&, const CommitTarget&, const std::string& branch,
               const contents::WebCommit&, const std::string& path, const Notice&);

// "/owner/name/src/branch/main/a.txt"
std::string source_address(const repositories::RepositoryContext&, const std::string& branch, const std::string& path);

// Where a commit is made once more on a branch, or undone there.
std::string pick_address(const repositories::RepositoryContext&, const std::string& sha, const std::string& branch,
                         bool reverts);

// For actions whose forms are longer than a person's text.
constexpr ActionHandler carrying_files(ActionHandler handler)
{
    handler.carries_files = true;
    return handler;
}

} // namespace cairn::pages
