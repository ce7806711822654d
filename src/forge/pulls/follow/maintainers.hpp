// Pushing to the branch that a pull request comes from: whoever may by themselves, and, where the poster has allowed
// it, whoever may merge it.
#pragma once

#include "pulls/merge/merge_checks.hpp"

namespace cairn::pulls {

using repositories::UpdateStyle;

// `rebase` asks for a push by force.
bool may_push(db::Queries&, const accounts::Account&, const repositories::StoredRepository& head,
              const std::string& branch, UpdateStyle);

// The pull request's branch, by the person or as its maintainer.
bool may_update(db::Queries&, const Known&, const repositories::StoredRepository& head, const accounts::Account&,
                UpdateStyle);

} // namespace cairn::pulls
