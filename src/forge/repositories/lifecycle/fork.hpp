// Forks: repositories that begin as a copy of another and remember which.
#pragma once

#include <map>

#include "repositories/guards.hpp"
#include "repositories/lifecycle/creation.hpp"

namespace cairn::repositories {

struct CreateForkOption {
    std::string organization;
    std::string name;
};
BOOST_DESCRIBE_STRUCT(CreateForkOption, (), (organization, name))
constexpr auto notes(const CreateForkOption*)
{
    return std::array{Note{"organization", "whose it shall be, if not yours"},
                      Note{.member = "name", .doc = "its name, if not that of the base", .max_length = 100}};
}

// Makes a fork, of the caller's or of an organization in which the caller may do that. Errc::not_found for an
// organization that is not there, Errc::forbidden where an owner has blocked the caller or for who may not,
// Errc::conflict where the owner has a repository of that name. With `only_branch` it has that one alone, which is its
// default branch then; Errc::unprocessable where the base has none of that name.
Result<MadeRepository> fork_repository(const api::Call&, const RepositoryContext& base, const CreateForkOption&,
                                       const std::string& only_branch = {});

// It is a repository of its own from now on, and its base counts it no more. What it has stays, and so do its pull
// requests. Errc::unprocessable where it is no fork.
Result<void> end_fork(const api::Call&, const RepositoryContext&);

// The ids of a page of the forks that the caller sees, the oldest first, for list_repositories().
Page<std::int64_t> forks_of(const api::View&, const StoredRepository& base, const Paging&);

// Of these owners, by name, those who have a fork that the caller sees, with its name.
std::map<std::string, std::string> fork_names(const api::View&, const StoredRepository& base,
                                              const std::vector<std::string>& owners);

} // namespace cairn::repositories
