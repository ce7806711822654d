// A push by somebody whom we know: what of it is allowed, and what follows from it. The same for HTTP and SSH.
#pragma once

#include "git/receive/receive_pack.hpp"
#include "pulls/follow/proposals.hpp"
#include "repositories/protection/ref_rules.hpp"
#include "transport/git_context.hpp"

namespace cairn::transport {

class CheckedPush final : public git::PushRules {
public:
    CheckedPush(const api::Site& site, const GitContext& place, const repositories::Pusher& pusher, std::string words,
                std::string objection)
        : site_(site), place_(place), pusher_(pusher), words_(std::move(words)), objection_(std::move(objection))
    {
    }

    void decide(const git::Repository&, git::Push&) override;
    void done(const git::Repository&, git::Push&) override;

    // Whether any reference was updated.
    bool has_done_something() const { return has_done_something_; }

private:
    Result<void> check(const git::Repository&, const repositories::RefRules&, const git::PushedReference&) const;
    bool may_as_maintainer(const repositories::RefChange&) const;
    pulls::PushedProposal proposed(const git::PushedReference&, std::span<const std::string> options) const;
    void propose(const git::Repository&, git::Push&) const;
    void tell_more(const git::Push&, bool was_empty) const;

    const api::Site& site_;
    const GitContext& place_;
    const repositories::Pusher pusher_;
    const std::string words_;     // for whoever pushes
    const std::string objection_; // not empty: to all of it
    bool has_done_something_ = false;
};

git::PushLimits push_limits(const config::Settings&);

} // namespace cairn::transport
