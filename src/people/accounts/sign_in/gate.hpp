// The gate: every credential that a request can bear becomes one api::Caller here, before anything else is decided.
#pragma once

#include "accounts/account.hpp"
#include "accounts/keys/signed_requests.hpp"
#include "accounts/sign_in/credentials.hpp"
#include "accounts/tokens/oauth2_tokens.hpp"
#include "api/router.hpp"
#include "config/current.hpp"

namespace cairn::accounts {

class AuditTrail;
class KeyUses;
class Logins;
class Sessions;
class TokenUses;

class Gate final : public api::Gate {
public:
    Gate(db::Database& db, config::Current settings, Logins& logins, TokenUses& token_uses, OAuth2Tokens& oauth2_tokens,
         Sessions& sessions, KeyUses& key_uses, AuditTrail& audit)
        : db_(db), current_(settings), logins_(logins), token_uses_(token_uses), oauth2_tokens_(oauth2_tokens),
          sessions_(sessions), signed_requests_(db, settings.now(), key_uses), audit_(audit)
    {
    }

    std::optional<Result<api::Caller>> authenticate(const http::Request&, const api::QueryValues&, api::Listens,
                                                    bool quick) override;

private:
    // What one method of authentication has to say: a caller, an error, or nothing because the request does not use it.
    using Finding = std::optional<Result<api::Caller>>;

    Finding by_token(const http::Request&, const api::QueryValues&, bool quick);
    Finding by_signature(const http::Request&);
    Finding by_basic(const http::Request&, bool quick);
    Finding by_session(const http::Request&, api::Listens);
    Finding caller_by_token(const http::Request&, const OfferedToken&, bool quick);
    static bool needs_time(const Finding&, bool quick);
    Result<api::Caller> act_as(const http::Request&, api::Caller, std::string_view name);
    void audit_sudo(const http::Request&, const api::Caller&, const Account& as);
    void audit_acting(const http::Request&, const api::Caller&);
    const config::Settings& settings() const { return current_.now(); }

    db::Database& db_;
    const config::Current current_;
    Logins& logins_;
    TokenUses& token_uses_;
    OAuth2Tokens& oauth2_tokens_;
    Sessions& sessions_;
    SignedRequests signed_requests_;
    AuditTrail& audit_;
};

} // namespace cairn::accounts
