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

// For a merge that was asked for earlier. Nothing where the account is gone, or is kept from signing in.
std::optional<Merger> absent_merger(db::Queries&, std::int64_t account_id, const repositories::StoredRepository&);

bool may_merge(db::Queries&, const Known&, const Merger&);

// It was not merged before, is not closed (not_found), and this person may.
Result<void> check_merger(db::Queries&, const Known&, const Merger&);

// It is no work in progress, clashes with nothing, and goes to a repository that is no mirror.
Result<void> check_ready(const Known&);

// What the rule of the base branch demands: checks that have succeeded, approvals, a head that is not behind, files
// that are left alone. `forced`: the person wants it nonetheless, which some may.
Result<void> check_rule(const api::Site&, const git::Repository&, const Known&, const Merger&, bool forced);

// The same for one that shall wait in a queue: checks are made there, on top of what is before it.
Result<void> check_rule_for_queue(const api::Site&, const git::Repository&, const Known&, const Merger&);

// What has become of the checks that the rule demands of a commit. Where none is named, somebody has to have spoken,
// and all who have must have succeeded.
struct Checked {
    enum class State : std::uint8_t { passed, waiting, failed };
    State state = State::passed;
    std::string context{}; // the first that has not succeeded
};
Checked check_commit(db::Queries&, const repositories::StoredBranchProtection&, const std::string& commit_id);

// What a rule can demand of a merge.
enum class Demand : std::uint8_t { checks, approvals, code_owners, up_to_date, files };
BOOST_DESCRIBE_ENUM(Demand, checks, approvals, code_owners, up_to_date, files)

struct Broken {
    Demand demand = Demand::checks;
    std::string why; // in words
};

// All that check_rule() would refuse it for; and whether this person may merge it nonetheless.
std::vector<Broken> broken_demands(const api::Site&, const git::Repository&, const Known&, const Merger&);
bool may_override(db::Queries&, const Known&, const Merger&);

// Nothing is open that it depends on.
Result<void> check_dependencies(db::Queries&, const Known&);

// Whether every commit that comes in is signed, where the rule wants that.
Result<void> check_signatures(const api::Site&, const git::Repository&, const Known&, const Merger&,
                              const git::RefUpdate&);

} // namespace cairn::pulls
