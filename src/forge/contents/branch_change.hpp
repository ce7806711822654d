// Branches: finding, making, moving, renaming and deleting them.
#pragma once

#include "repositories/guards.hpp"
#include "repositories/references/branch.hpp"
#include "repositories/references/deleted_branch.hpp"

namespace cairn::contents {

struct CreateBranchRepoOption {
    std::string new_branch_name;
    std::string old_branch_name;
    std::string old_ref_name;
};
BOOST_DESCRIBE_STRUCT(CreateBranchRepoOption, (), (new_branch_name, old_branch_name, old_ref_name))
constexpr auto notes(const CreateBranchRepoOption*)
{
    return std::array{
        Note{.member = "new_branch_name", .doc = "what it shall be called", .required = true, .max_length = 100},
        Note{"old_branch_name", "the branch that it begins at; old_ref_name says the same and more"},
        Note{"old_ref_name", "the branch, tag or commit that it begins at; the default branch unless said otherwise"},
    };
}

struct UpdateBranchRepoOption {
    std::string new_commit_id;
    std::string old_commit_id;
    bool force = false;
};
BOOST_DESCRIBE_STRUCT(UpdateBranchRepoOption, (), (new_commit_id, old_commit_id, force))
constexpr auto notes(const UpdateBranchRepoOption*)
{
    return std::array{
        Note{.member = "new_commit_id", .doc = "where it shall be", .required = true},
        Note{"old_commit_id", "where it must be now"},
        Note{"force", "also where it would lose commits"},
    };
}

struct RenameBranchRepoOption {
    std::string name;
};
BOOST_DESCRIBE_STRUCT(RenameBranchRepoOption, (), (name))
constexpr auto notes(const RenameBranchRepoOption*)
{
    return std::array{Note{.member = "name", .doc = "what it shall be called", .required = true, .max_length = 100}};
}

struct ListBranches : Paging {
    std::string q;
};
BOOST_DESCRIBE_STRUCT(ListBranches, (Paging), (q))
constexpr auto notes(const ListBranches*) { return std::array{Note{"q", "a part of the name"}}; }

// The page of those that fit, the one with the newest commit first.
Page<repositories::StoredBranch> branches_of(const api::Call&, const repositories::RepositoryContext&,
                                             const ListBranches&);
std::int64_t count_branches(db::Queries&, std::int64_t repository_id);

// Errc::not_found.
Result<repositories::StoredBranch> find_branch(const api::Call&, const repositories::RepositoryContext&,
                                               const std::string& name);

// Errc::unprocessable for a name that none can have, Errc::not_found for a beginning that is not there, Errc::conflict
// for the name of a branch or a tag, and what the rules for branches say.
Result<repositories::StoredBranch> create_branch(const api::Call&, const repositories::RepositoryContext&,
                                                 const CreateBranchRepoOption&);

// Errc::not_found, Errc::forbidden for the branch that pull requests go to, and what the rules say.
Result<void> delete_branch(const api::Call&, const repositories::RepositoryContext&, const std::string& name);

// Those that can be restored, the latest first: git still has their commits.
Result<std::vector<repositories::DeletedBranch>> restorable_branches(const api::Call&,
                                                                     const repositories::RepositoryContext&);
// Makes a deleted branch anew where it was. Errc::not_found, and what create_branch() says.
Result<void> restore_branch(const api::Call&, const repositories::RepositoryContext&, const std::string& name);

// Moves a branch to another commit. Errc::not_found, Errc::unprocessable where it is not where it was thought to be, or
// would lose commits and was not forced to; and what the rules say.
Result<void> move_branch(const api::Call&, const repositories::RepositoryContext&, const std::string& name,
                         const UpdateBranchRepoOption&);

// Gives a branch another name; what is called by its name follows. Errc::not_found, Errc::unprocessable for a name that
// none can have or one has, Errc::forbidden for who may not take the one or use the other.
Result<void> rename_branch(const api::Call&, const repositories::RepositoryContext&, const std::string& from,
                           const RenameBranchRepoOption&);

} // namespace cairn::contents
