// A gate with an account and an administrator in a database of its own, for the tests of the ways in.
#pragma once

#include <gtest/gtest.h>

#include "accounts/audit/audit.hpp"
#include "accounts/keys/key_uses.hpp"
#include "accounts/sign_in/gate.hpp"
#include "accounts/sign_in/login_limits.hpp"
#include "accounts/sign_in/logins.hpp"
#include "accounts/sign_in/passwords.hpp"
#include "accounts/sign_in/sessions.hpp"
#include "accounts/tokens/token_uses.hpp"
#include "accounts/tokens/tokens.hpp"
#include "base/encoding.hpp"
#include "config/settings.hpp"
#include "db/test_database.hpp"
#include "http/url.hpp"

namespace cairn::accounts {

using api::Caller;

// The one access token that these tests know is "oauth2-ann".
class KnownOAuth2Tokens final : public OAuth2Tokens {
public:
    explicit KnownOAuth2Tokens(db::Database& db) : db_(db) { }
    Result<std::optional<Found>> find(std::string_view value, const Sent& sent) override
    {
        if (sent.by_dpop) return fail(Errc::unauthorized, "the token is bound to no key");
        if (value != "oauth2-ann") return std::optional<Found>();
        return Found{std::make_shared<const Account>(find_account(db_, "ann").value()),
                     api::ScopeSet::from_stored("read:user")};
    }

private:
    db::Database& db_;
};

class GateTest : public testing::Test {
protected:
    GateTest()
    {
        db.migrate();
        ann = create("ann", false);
        root = create("root", true);
    }

    Account create(const std::string& name, bool admin)
    {
        const NewAccount wanted{.name = name,
                                .email = name + "@example.com",
                                .password_hash = passwords.hash("pass-" + name),
                                .is_admin = admin};
        return db->write([&](db::Transaction& tx) { return create_account(tx, wanted); }).value();
    }
    std::string token_of(const Account& account, const std::vector<std::string>& scopes)
    {
        return db
            ->write([&](db::Transaction& tx) {
                return make_token(tx, account.id, "t" + std::to_string(++made), api::ScopeSet::parse(scopes).value());
            })
            .value()
            .value;
    }
    void set(const Account& account, db::Sql sql)
    {
        db->write([&](db::Transaction& tx) { tx.run(sql, account.id); });
    }

    Result<Caller> ask(std::string_view authorization, std::string_view query = "", std::string_view sudo = "")
    {
        return answer(authorization, query, sudo, false).value();
    }
    std::optional<Result<Caller>> answer(std::string_view authorization, std::string_view query, std::string_view sudo,
                                         bool quick)
    {
        http::Request request;
        request.method = "GET";
        request.peer = peer;
        if (!code.empty()) request.headers.push_back({code_header, code});
        if (!authorization.empty()) request.headers.push_back({"Authorization", authorization});
        if (!sudo.empty()) request.headers.push_back({"Sudo", sudo});
        return gate.authenticate(request, http::parse_query(query), api::Door::api, quick);
    }
    static std::string basic(const std::string& name, const std::string& password)
    {
        return "Basic " + base64_encode(name + ":" + password);
    }

    db::TestDatabase db{db::Options::Engine::sqlite};
    config::Settings settings;
    // Cheap enough that a test can sign in a hundred times.
    Passwords passwords{{.hash = {.memory = 64, .passes = 1, .lanes = 1}}};
    TokenUses uses{*db};
    Sessions sessions{*db, settings};
    KeyUses key_uses{*db};
    AuditTrail audit{*db};
    LoginLimits limits{settings.security};
    Logins logins{*db, settings, passwords, limits, audit};
    KnownOAuth2Tokens oauth2_tokens{*db};
    Gate gate{*db, settings, logins, uses, oauth2_tokens, sessions, key_uses, audit};
    int made = 0;
    std::string peer = "192.0.2.1";
    std::string code_header = "X-Cairn-OTP";
    std::string code;
    Account ann;
    Account root;
};

} // namespace cairn::accounts
