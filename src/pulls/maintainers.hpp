// Pushing to the branch that a pull request comes from: whoever may by themselves, and, where the poster has allowed
// it, whoever may merge it.
#pragma once

#include "pulls/merge_checks.hpp"

namespace cairn::pulls {

using repositories::UpdateStyle;

// `rebase` asks for a push by force.
bool may_push(db::Queries&, const accounts::Account&, const repositories::StoredRepository& head,
              const std::string& branch, UpdateStyle);

// The pull request's branch, by the person or as its maintainer.
bool may_update(db::Queries&, const Known&, const repositories::StoredRepository& head, const accounts::Account&,
                UpdateStyle);

// Whether there is an open pull request from the branch by which the person may push to it as a maintainer.
bool is_maintainer(db::Queries&, const repositories::StoredRepository& head, const std::string& branch,
                   std::int64_t account_id, UpdateStyle);

} // namespace cairn::pulls
