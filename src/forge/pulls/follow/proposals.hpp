// Pull requests that are pushed: `git push origin HEAD:refs/for/main -o topic=door`. Whoever may read may propose, and
// needs no fork. The topic is what a later push names to bring new commits.
#pragma once

#include <span>

#include "api/call.hpp"
#include "git/repository.hpp"
#include "pulls/pull.hpp"

namespace cairn::pulls {

struct PushedProposal {
    const repositories::StoredRepository& repository;
    const accounts::Account& owner;
    access::Access access;
    std::int64_t account_id = 0;
    std::string reference; // refs/for/main, or refs/for/main/topic
    git::ObjectId commit;
    std::span<const std::string> options; // topic=, title=, description=, force-push
};

// Whether this person may propose anything for this branch: what can be said before the commits are in.
Result<void> check_proposal(const api::Site&, const PushedProposal&);

struct Proposed {
    std::string reference; // refs/pull/7/head
    std::string page;
    bool is_new = true;
};

// Opens the pull request, or brings the new commits to the one of the same topic. The commits are in the repository.
Result<Proposed> propose(const api::Site&, const git::Repository&, const PushedProposal&);

} // namespace cairn::pulls
