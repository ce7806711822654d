// Whether a pull request may be merged now, and by whom. The checks come in the order in which clients know them; each
// that fails is Errc::method_not_allowed unless it says otherwise.
#pragma once

#include "git/repository.hpp"
#include "pulls/follow/following.hpp"
#include "repositories/protection/ref_rules.hpp"

namespace cairn::pulls {

// Who wants to merge.
struct Merger {
    accounts::Account account;
    access::Access access;     // in the base repository
    std::int64_t token_id = 0; // of a token that is limited
};

// By the rights that the account has now, whatever credential it once came with.
Merger merger_of(db::Queries&, const accounts::Account&, const repositories::StoredRepository&);

bool may_merge(db::Queries&, const Known&, const Merger&);

// It was not merged before, is not closed (not_found), and this person may.
Result<void> check_merger(db::Queries&, const Known&, const Merger&);

// It is no work in progress, clashes with nothing, and goes to a repository that is no mirror.
Result<void> check_ready(const Known&);

// What the rule of the base branch demands: checks that have succeeded, approvals, a head that is not behind, files
// that are left alone. `forced`: the person wants it nonetheless, which some may.
Result<void> check_rule(const api::Site&, const git::Repository&, const Known&, const Merger&, bool forced);

// Nothing is open that it depends on.
Result<void> check_dependencies(db::Queries&, const Known&);

// Whether every commit that comes in is signed, where the rule wants that.
Result<void> check_signatures(const api::Site&, const git::Repository&, const Known&, const Merger&,
                              const git::RefUpdate&);

} // namespace cairn::pulls
