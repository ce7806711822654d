#include "accounts/sign_in/gate.hpp"

#include <gtest/gtest.h>

#include "accounts/sign_in/test_gate.hpp"

namespace cairn::accounts {
namespace {

using api::Carrier;
using api::Credential;

TEST_F(GateTest, NothingOfferedIsAnonymousWithEveryScope)
{
    const auto caller = ask("");
    ASSERT_TRUE(caller);
    EXPECT_TRUE(caller->anonymous());
    EXPECT_EQ(caller->credential, Credential::none);
}

TEST_F(GateTest, APasswordSignsInByNameInAnyCaseOrByAddress)
{
    for (const std::string name : {"ann", "ANN", " ann ", "ann@example.com", "Ann@Example.COM"}) {
        const auto caller = ask(basic(name, "pass-ann"));
        ASSERT_TRUE(caller) << name;
        EXPECT_EQ(caller->id, ann.id);
        EXPECT_EQ(caller->credential, Credential::password);
        EXPECT_TRUE(caller->scopes.allows(api::Category::admin, api::Level::write));
    }
}

TEST_F(GateTest, AWrongPasswordAndAnUnknownNameAreRefusedInTheSameWords)
{
    const auto wrong = ask(basic("ann", "nope"));
    const auto unknown = ask(basic("nobody", "nope"));
    ASSERT_FALSE(wrong);
    ASSERT_FALSE(unknown);
    EXPECT_EQ(wrong.error().code, Errc::unauthorized);
    EXPECT_EQ(wrong.error().message, unknown.error().message);
}

TEST_F(GateTest, WhatIsNoTextIsAWrongPassword)
{
    for (const auto& [name, password] : {std::pair("ann", "\xe9"), {"\xe9", "pass-ann"}, {"\xe9", ""}}) {
        const auto refused = ask(basic(name, password));
        ASSERT_FALSE(refused) << name;
        EXPECT_EQ(refused.error().code, Errc::unauthorized);
    }
    EXPECT_EQ(ask(basic("\xe9", token_of(ann, {"read:user"})))->id, ann.id) << "a token needs no name";
}

TEST_F(GateTest, AHeaderThatCannotBeReadIsNoOffer)
{
    for (const std::string header :
         {"Basic ***", "Basic", "Digest x", "Bearer", "token a b", "x", "Basic bm9jb2xvbg=="})
        EXPECT_TRUE(ask(header)->anonymous()) << header;
}

TEST_F(GateTest, ATokenSignsInFromEveryPlaceWithItsScopes)
{
    const auto value = token_of(ann, {"read:user"});
    const struct {
        std::string authorization, query;
        Carrier carrier;
    } places[] = {
        {"token " + value, "", Carrier::header},
        {"Bearer   " + value, "", Carrier::header},
        {"", "token=" + value, Carrier::query},
        {"", "access_token=" + value, Carrier::query},
        {basic("anything", value), "", Carrier::basic},
        {basic(value, ""), "", Carrier::basic},
        {basic(value, "x-oauth-basic"), "", Carrier::basic},
    };
    for (const auto& place : places) {
        const auto caller = ask(place.authorization, place.query);
        ASSERT_TRUE(caller) << place.authorization << place.query;
        EXPECT_EQ(caller->id, ann.id);
        EXPECT_EQ(caller->credential, Credential::token);
        EXPECT_EQ(caller->carrier, place.carrier);
        EXPECT_EQ(caller->scopes.names(), std::vector<std::string>{"read:user"});
    }
    EXPECT_FALSE(ask(basic(value, "other")));
}

TEST_F(GateTest, AnAccessTokenOfAnApplicationSignsInFromTheSamePlaces)
{
    const std::string value = "oauth2-ann";
    for (const auto& [authorization, query] :
         std::vector<std::pair<std::string, std::string>>{{"Bearer " + value, ""},
                                                          {"token " + value, ""},
                                                          {basic("ann", value), ""},
                                                          {basic(value, "x-oauth-basic"), ""},
                                                          {"", "token=" + value},
                                                          {"", "access_token=" + value}}) {
        const auto caller = ask(authorization, query);
        ASSERT_TRUE(caller) << authorization << query;
        EXPECT_EQ(caller->id, ann.id);
        EXPECT_EQ(caller->credential, api::Credential::oauth2_token);
        EXPECT_EQ(caller->token_id, 0);
        EXPECT_FALSE(caller->scopes.allows(api::Category::user, api::Level::write));
    }
    set(ann, "UPDATE account SET prohibit_login = TRUE WHERE id = $1");
    EXPECT_EQ(ask("Bearer " + value).error().code, Errc::forbidden);
}

TEST_F(GateTest, AnUnknownTokenIsAnErrorEverywhere)
{
    EXPECT_EQ(ask("token " + std::string(40, '0')).error().code, Errc::unauthorized);
    EXPECT_EQ(ask("bearer a.b.c").error().code, Errc::unauthorized);
    EXPECT_EQ(ask("", "token=bad").error().code, Errc::unauthorized);
}

TEST_F(GateTest, ATokenInTheQueryBeatsTheHeaderButNotAPassword)
{
    const auto value = token_of(ann, {"all"});
    EXPECT_EQ(ask("token " + token_of(root, {"all"}), "token=" + value)->id, ann.id);
    EXPECT_FALSE(ask("token " + value, "token=" + std::string(40, '2')));
    EXPECT_EQ(ask(basic("root", "pass-root"), "access_token=" + std::string(40, '3'))->id, root.id);
}

TEST_F(GateTest, QueryTokensCanBeSwitchedOff)
{
    settings.security.disable_query_auth_token = true;
    EXPECT_TRUE(ask("", "token=" + token_of(ann, {"all"}))->anonymous());
}

TEST_F(GateTest, PasswordsCanBeSwitchedOffAndTokensInBasicStillWork)
{
    settings.service.enable_basic_authentication = false;
    EXPECT_FALSE(ask(basic("ann", "pass-ann")));
    EXPECT_TRUE(ask(basic("ann", token_of(ann, {"all"}))));
}

TEST_F(GateTest, TheStateOfTheAccountCounts)
{
    const auto token = "token " + token_of(ann, {"all"});
    const auto password = basic("ann", "pass-ann");

    set(ann, "UPDATE account SET prohibit_login = TRUE WHERE id = $1");
    EXPECT_EQ(ask(password).error().code, Errc::unauthorized);
    EXPECT_EQ(ask(token).error().code, Errc::forbidden);
    EXPECT_EQ(ask(token).error().form, ErrorForm::brief);

    set(ann, "UPDATE account SET prohibit_login = FALSE, is_active = FALSE WHERE id = $1");
    EXPECT_EQ(ask(password).error().code, Errc::forbidden);
    EXPECT_EQ(ask(token).error().code, Errc::forbidden);

    set(ann, "UPDATE account SET is_active = TRUE, must_change_password = TRUE WHERE id = $1");
    EXPECT_EQ(ask(password).error().code, Errc::forbidden);

    set(ann, "DELETE FROM account WHERE id = $1");
    EXPECT_EQ(ask(password).error().code, Errc::unauthorized);
    EXPECT_EQ(ask(token).error().code, Errc::unauthorized);
}

TEST_F(GateTest, OnlyAdministratorsActAsOthers)
{
    const auto caller = ask(basic("root", "pass-root"), "sudo=ANN");
    ASSERT_TRUE(caller);
    EXPECT_EQ(caller->id, ann.id);
    EXPECT_FALSE(caller->admin);
    EXPECT_EQ(caller->on_behalf_of, root.id);
    EXPECT_EQ(ask(basic("root", "pass-root"), "", "ann")->id, ann.id);
    EXPECT_EQ(ask(basic("root", "pass-root"), "sudo=root", "ann")->id, root.id);
    EXPECT_EQ(ask(basic("root", "pass-root"), "sudo=")->id, root.id);
    EXPECT_EQ(ask(basic("root", "pass-root"), "sudo=nobody").error().code, Errc::not_found);
    EXPECT_EQ(ask(basic("root", "pass-root"), "", "ann\xe9").error().code, Errc::not_found);
    EXPECT_EQ(ask(basic("ann", "pass-ann"), "", "ann\xe9").error().code, Errc::forbidden);
    EXPECT_EQ(ask(basic("ann", "pass-ann"), "sudo=ann").error().code, Errc::forbidden);
    EXPECT_EQ(ask("", "sudo=ann").error().code, Errc::forbidden);
}

TEST_F(GateTest, ATokensScopesStayThoseOfTheAdministratorWhoActs)
{
    const auto caller = ask("token " + token_of(root, {"read:user"}), "sudo=ann");
    EXPECT_EQ(caller->scopes.names(), std::vector<std::string>{"read:user"});
}

TEST_F(GateTest, ASiteThatRequiresSignInRefusesStrangers)
{
    settings.service.require_signin_view = true;
    EXPECT_EQ(ask("").error().code, Errc::forbidden);
    EXPECT_TRUE(ask(basic("ann", "pass-ann")));
}

class GateSessionTest : public GateTest {
protected:
    GateSessionTest()
    {
        settings.server.root_url = "https://git.example.org/";
        const auto header =
            db->write([&](db::Transaction& tx) { return sessions.open(tx, http::Request(), {.account_id = ann.id}); });
        cookie = header.substr(0, header.find(';'));
    }

    Result<Caller> visit(api::Listens listens, std::string_view method = "GET", std::vector<http::Header> headers = {})
    {
        http::Request request;
        request.method = method;
        request.headers = std::move(headers);
        request.headers.push_back({"Cookie", cookie});
        return gate.authenticate(request, {}, listens, false).value();
    }

    std::string cookie;
};

TEST_F(GateSessionTest, ASessionOpensPagesAndNeverTheApi)
{
    EXPECT_TRUE(visit(api::Door::api)->anonymous());
    const auto caller = visit(api::Door::site);
    EXPECT_EQ(caller->id, ann.id);
    EXPECT_EQ(caller->credential, Credential::session);
    EXPECT_EQ(caller->carrier, Carrier::cookie);
    EXPECT_GT(caller->session_id, 0);
    EXPECT_EQ(visit(api::listens::to_tools_and_pages)->id, ann.id);
}

TEST_F(GateSessionTest, ATokenOpensNoPageUnlessTheTableListensToTools)
{
    cookie = "other=1";
    const auto value = "token " + token_of(ann, {"all"});
    const std::vector<http::Header> headers{{"Authorization", value}, {"Sudo", "root"}};
    EXPECT_TRUE(visit(api::Door::site, "GET", headers)->anonymous());
    const auto both = visit(api::listens::to_tools_and_pages, "GET", {{"Authorization", value}});
    EXPECT_EQ(both->credential, Credential::token);
}

TEST_F(GateSessionTest, WhatChangesSomethingComesFromOurOwnPages)
{
    const std::vector<std::vector<http::Header>> ours = {
        {{"Sec-Fetch-Site", "same-origin"}},
        {{"Sec-Fetch-Site", "none"}},
        {{"Origin", "https://git.example.org"}},
        {{"Origin", "https://git.example.org:443"}},
        {{"Referer", "https://git.example.org/user/settings"}},
        {{"Sec-Fetch-Site", "same-origin"}, {"Origin", "null"}},
    };
    const std::vector<std::vector<http::Header>> theirs = {
        {},
        {{"Sec-Fetch-Site", "cross-site"}, {"Origin", "https://git.example.org"}},
        {{"Sec-Fetch-Site", "same-site"}},
        {{"Origin", "null"}},
        {{"Origin", "https://evil.example"}},
        {{"Origin", "http://git.example.org"}},
        {{"Origin", "https://git.example.org.evil.example"}},
        {{"Origin", "https://evil.example"}, {"Referer", "https://git.example.org/"}},
        {{"Referer", "https://evil.example/https://git.example.org/"}},
    };
    for (const auto& headers : ours) EXPECT_EQ(visit(api::Door::site, "POST", headers)->id, ann.id);
    for (const auto& headers : theirs) {
        const auto refused = visit(api::Door::site, "POST", headers);
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().code, Errc::forbidden);
        EXPECT_TRUE(visit(api::listens::to_tools_and_pages, "POST", headers)->anonymous());
        EXPECT_EQ(visit(api::Door::site, "GET", headers)->id, ann.id);
    }
}

TEST_F(GateSessionTest, ASessionOfAnAccountThatMayNotSignInDoesNotCount)
{
    set(ann, "UPDATE account SET prohibit_login = TRUE WHERE id = $1");
    EXPECT_TRUE(visit(api::Door::site)->anonymous());
    set(ann, "UPDATE account SET prohibit_login = FALSE, is_active = FALSE WHERE id = $1");
    EXPECT_TRUE(visit(api::Door::site)->anonymous());
}

TEST_F(GateSessionTest, WhoMustChangeThePasswordIsLedThereAndNowhereElse)
{
    set(ann, "UPDATE account SET must_change_password = TRUE WHERE id = $1");
    EXPECT_EQ(visit(api::Door::site).error().location, "/user/settings/change_password");
    EXPECT_EQ(visit(api::listens::at_the_entrance)->id, ann.id);
}

TEST_F(GateSessionTest, ASiteThatRequiresSignInLeadsStrangersToTheEntrance)
{
    cookie = "other=1";
    settings.service.require_signin_view = true;
    EXPECT_EQ(visit(api::Door::site).error().code, Errc::unauthorized);
    EXPECT_TRUE(visit(api::listens::at_the_entrance)->anonymous());
}

TEST_F(GateTest, ANetworkThreadHashesNoPassword)
{
    EXPECT_FALSE(answer(basic("ann", "pass-ann"), "", "", true).has_value());
    EXPECT_FALSE(answer(basic("nobody", "x"), "", "", true).has_value());
    ASSERT_TRUE(ask(basic("ann", "pass-ann")));
    EXPECT_TRUE(answer(basic("ann", "pass-ann"), "", "", true).has_value());
    EXPECT_FALSE(answer(basic("ann", "wrong"), "", "", true).has_value());
}

TEST_F(GateTest, ASignatureIsCheckedByAWorkerUnlessATokenSignsIn)
{
    http::Request request;
    request.headers.push_back({"Signature", R"(keyId="SHA256:x",signature="AQID")"});
    EXPECT_FALSE(gate.authenticate(request, {}, api::Door::api, true)) << "ask again on a worker";
    EXPECT_TRUE(gate.authenticate(request, {}, api::Door::api, false).value()->anonymous());
    const auto header = "token " + token_of(ann, {"read:user"});
    request.headers.push_back({"Authorization", header});
    EXPECT_EQ(gate.authenticate(request, {}, api::Door::api, true).value()->id, ann.id);
}

TEST_F(GateTest, AnOldHashIsReplacedAtTheNextSignIn)
{
    const auto before = find_account(*db, ann.id)->password;
    Passwords stronger{{.hash = {.memory = 128, .passes = 1, .lanes = 1}}};
    Logins other_logins{*db, settings, stronger, limits, audit};
    Gate other{*db, settings, other_logins, uses, oauth2_tokens, sessions, key_uses, audit};
    http::Request request;
    const auto header = basic("ann", "pass-ann");
    request.headers.push_back({"Authorization", header});
    ASSERT_TRUE(other.authenticate(request, {}, api::Door::api, false).value());
    EXPECT_NE(find_account(*db, ann.id)->password, before);
    ASSERT_TRUE(ask(basic("ann", "pass-ann")));
}

TEST_F(GateTest, AUseOfATokenIsToldAtOnceAndWrittenLater)
{
    const auto value = token_of(ann, {"all"});
    set(ann, "UPDATE access_token SET last_used_at = 5 WHERE account_id = $1");
    const auto stored = [&] {
        return db->one<StoredToken>("SELECT * FROM access_token WHERE account_id = $1", ann.id);
    };
    const auto token = stored();
    ASSERT_TRUE(ask("token " + value));
    EXPECT_EQ(stored().last_used_at.seconds, 5);
    EXPECT_GT(uses.latest(token.id, token.last_used_at).seconds, 5);
    uses.flush();
    EXPECT_GT(stored().last_used_at.seconds, 5);
}

} // namespace
} // namespace cairn::accounts
