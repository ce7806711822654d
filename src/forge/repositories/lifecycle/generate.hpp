// New repositories out of templates: their files without their history, and whatever else was asked for.
#pragma once

#include "repositories/guards.hpp"
#include "repositories/lifecycle/creation.hpp"

namespace cairn::repositories {

struct GenerateRepoOption {
    std::string owner;
    std::string name;
    std::string default_branch;
    std::string description;
    bool private_ = false;
    bool git_content = false;
    bool topics = false;
    bool git_hooks = false;
    bool webhooks = false;
    bool avatar = false;
    bool labels = false;
    bool protected_branch = false;
};
BOOST_DESCRIBE_STRUCT(GenerateRepoOption, (),
                      (owner, name, default_branch, description, private_, git_content, topics, git_hooks, webhooks,
                       avatar, labels, protected_branch))
constexpr auto notes(const GenerateRepoOption*)
{
    return std::array{
        Note{"", "What the new repository is to be like, and what it takes from the template"},
        Note{.member = "owner", .doc = "whose it shall be: yours, or an organization's", .required = true},
        Note{.member = "name", .doc = "unique among the owner's", .required = true, .max_length = 100},
        Note{.member = "default_branch", .doc = "that of the template unless said otherwise", .max_length = 100},
        Note{.member = "description", .max_length = 2048},
        Note{"git_content", "the files of the default branch, in one commit"},
        Note{"git_hooks", "has no effect: there are none"},
    };
}

// Makes a repository out of a template. Errc::unprocessable for what is no template and where nothing of it is asked
// for, Errc::not_found for an owner who is not there, Errc::forbidden and Errc::conflict as for other new repositories.
Result<MadeRepository> generate_repository(const api::Call&, const RepositoryContext&, const GenerateRepoOption&);

} // namespace cairn::repositories
