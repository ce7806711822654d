// A push by somebody whom we know: what of it is allowed, and what follows from it. The same for HTTP and SSH.
#pragma once

#include "git/receive_pack.hpp"
#include "transport/git_place.hpp"

namespace cairn::transport {

struct Pusher {
    std::int64_t id = 0;
    bool admin = false;
};

class CheckedPush final : public git::PushRules {
public:
    CheckedPush(const api::Site& site, const GitPlace& place, Pusher pusher)
        : site_(site), place_(place), pusher_(pusher)
    {
    }

    void decide(const git::Repository&, git::Push&) override;
    void done(const git::Repository&, git::Push&) override;

private:
    std::string objection_to(const git::Repository&, const git::Push&, const git::PushedReference&) const;
    void tell_more(const git::Push&, bool was_empty) const;

    const api::Site& site_;
    const GitPlace& place_;
    const Pusher pusher_;
};

git::PushLimits push_limits(const config::Settings&);

} // namespace cairn::transport
