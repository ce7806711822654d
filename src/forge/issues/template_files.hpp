// The files of a repository that say how its issues begin, in its default branch as it is now.
#pragma once

#include "issues/template_form.hpp"
#include "repositories/guards.hpp"

namespace cairn::issues {

// What it says where it says nothing. Errc::unprocessable, with words for whoever wrote the file, where it has a fault.
Result<IssueConfig> find_issue_config(const api::Call&, const repositories::RepositoryContext&);

// All templates that have no fault, up to a hundred, folder by folder.
std::vector<IssueTemplate> find_issue_templates(const api::Call&, const repositories::RepositoryContext&);

} // namespace cairn::issues
