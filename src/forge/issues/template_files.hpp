// The files of a repository that say how its issues begin, in its default branch as it is now.
#pragma once

#include "issues/template_form.hpp"
#include "repositories/guards.hpp"

namespace cairn::issues {

// What it says where it says nothing. Errc::unprocessable, with words for whoever wrote the file, where it has a fault.
Result<IssueConfig> find_issue_config(const api::Call&, const repositories::RepositoryContext&);

// All templates that have no fault, up to a hundred, folder by folder.
std::vector<IssueTemplate> find_issue_templates(const api::Call&, const repositories::RepositoryContext&);

// The same, and the files that have a fault, for whoever can mend them.
struct FoundTemplates {
    std::vector<IssueTemplate> templates{};
    std::vector<std::string> faulty{}; // their paths
};
FoundTemplates find_templates(const api::Call&, const repositories::RepositoryContext&);

// What an issue begins with that was opened without choosing a template: the one file outside of their folders. It has
// no name of its own.
std::optional<IssueTemplate> find_plain_template(const api::Call&, const repositories::RepositoryContext&);

// The same for a pull request: what the text of one begins with; empty where nothing is said.
std::string find_pull_template(const api::Call&, const repositories::RepositoryContext&);

} // namespace cairn::issues
