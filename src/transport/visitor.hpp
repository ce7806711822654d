// Whoever comes with git, by HTTP or by SSH.
#pragma once

#include <memory>

#include "access/viewer.hpp"
#include "accounts/account.hpp"
#include "api/caller.hpp"

namespace cairn::transport {

struct Visitor {
    std::shared_ptr<const accounts::Account> account{}; // null: nobody, or a deploy key
    access::Viewer viewer{};
    api::ScopeSet scopes = api::ScopeSet::everything();
    bool limited = false;           // to the repositories that a token lists
    std::int64_t deploy_key_id = 0; // not 0: a key that opens repositories and no account, by its id in public_key

    bool anonymous() const { return account == nullptr && deploy_key_id == 0; }

    static Visitor of(const api::Caller& caller)
    {
        return {.account = accounts::shared_account(caller),
                .viewer = access::Viewer::of(caller),
                .scopes = caller.scopes,
                .limited = caller.limited};
    }
    static Visitor of(std::shared_ptr<const accounts::Account> account)
    {
        const access::Viewer viewer{
            .id = account->id, .admin = account->is_admin, .restricted = account->is_restricted};
        return {.account = std::move(account), .viewer = viewer};
    }
    static Visitor of_deploy_key(std::int64_t key_id) { return {.deploy_key_id = key_id}; }
};

} // namespace cairn::transport
