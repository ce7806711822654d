// The audit trail as it is read: by the API and by the page of administrators.
#pragma once

#include <functional>

#include "accounts/audit/audit.hpp"
#include "base/page.hpp"

namespace cairn::accounts {

struct AuditEntry {
    std::int64_t id = 0;
    Time created_at;
    std::string kind;
    std::int64_t actor_id = 0;
    std::string actor;
    std::int64_t account_id = 0;
    std::string account;
    std::string credential;
    std::int64_t token_id = 0;
    std::string address;
    std::string request_id;
    std::string user_agent;
    Json details;
};
BOOST_DESCRIBE_STRUCT(AuditEntry, (),
                      (id, created_at, kind, actor_id, actor, account_id, account, credential, token_id, address,
                       request_id, user_agent, details))
constexpr auto notes(const AuditEntry*)
{
    return std::array{
        Note{"", "Something that was done to what lets people in, or tried"},
        Note{"kind", "what happened"},
        Note{"actor_id", "who did it; 0 if that is not known"},
        Note{"actor", "the name of the actor at that time"},
        Note{"account_id", "whose account it was done to; 0 if there is no such account"},
        Note{"account", "the name of that account at that time"},
        Note{"credential", "what the actor showed: password, token, oauth2_token, signature or session"},
        Note{"token_id", "which API token it was; 0 for other credentials"},
        Note{"address", "where the request came from"},
        Note{"request_id", "the request's X-Request-Id, by which the server's log has more"},
        Note{"details", "more about it, depending on the kind; `times` where several equal ones became one"},
    };
}

struct ListAudit : Paging {
    std::optional<AuditKind> kind;
    std::string actor;
    std::string user;
    std::optional<Time> since;
    std::optional<Time> before;
};
BOOST_DESCRIBE_STRUCT(ListAudit, (Paging), (kind, actor, user, since, before))
constexpr auto notes(const ListAudit*)
{
    return std::array{
        Note{"kind", "only events of this kind"},
        Note{"actor", "only what the account of this name did"},
        Note{"user", "only what was done to the account of this name"},
        Note{"since", "only from this moment on"},
        Note{"before", "only before this moment"},
    };
}

// The latest event first. What has just happened is there, too.
Page<AuditEntry> list_audit(const api::Site&, const ListAudit&);

// All that fit, a few hundred at a time, the latest first, until `each` has had enough: for those who take the trail
// along. What is added meanwhile is not there.
void each_audit(const api::Site&, const ListAudit&, const std::function<bool(const AuditEntry&)>& each);

} // namespace cairn::accounts
