#include "identity/tokens.hpp"

#include <gmock/gmock.h>

#include "config/settings.hpp"
#include "config/test_folder.hpp"
#include "identity/claims.hpp"
#include "identity/redeem.hpp"
#include "identity/resources.hpp"
#include "identity/scopes.hpp"

namespace cairn::identity {

namespace {

using testing::Contains;
using testing::ElementsAre;

class TokensTest : public testing::Test {
protected:
    TokensTest()
    {
        settings.security.secret_key = "a secret of the site";
        settings.oauth2.jwt_signing_algorithm = config::JwtAlgorithm::ES256;
        settings.oauth2.jwt_signing_private_key_file = folder.path() + "/jwt/private.pem";
        settings.oauth2.jwt_claim_issuer = "https://cairn.example";
        family = {.id = 42, .account_id = 7, .client_id = "client", .scope = "openid", .generation = 3};
    }

    config::TemporaryFolder folder;
    config::Settings settings;
    SigningKeys keys{settings};
    Family family;
    Time now{1'800'000'000};
};

} // namespace

TEST_F(TokensTest, AnAccessTokenIsKnownAgainUntilItExpires)
{
    const auto token = make_access_token(settings, *keys.ring()->current, family, {new_serial()}, now);
    for (int again = 0; again < 2; ++again) {
        const auto read = read_access_token(settings, keys, token, now);
        ASSERT_TRUE(read);
        EXPECT_EQ(read->family_id, 42);
        EXPECT_EQ(read->expires_at.seconds, now.seconds + 3600);
    }
    EXPECT_FALSE(read_access_token(settings, keys, token, Time{now.seconds + 3600}));
    settings.oauth2.jwt_claim_issuer = "https://another.example";
    EXPECT_FALSE(read_access_token(settings, keys, token, now));
}

TEST_F(TokensTest, OtherTokensAreNoAccessTokens)
{
    const auto key = keys.ring()->current;
    const auto claims =
        R"({"iss":"https://cairn.example","aud":"https://cairn.example","jti":"42.x","exp":1900000000})";
    EXPECT_TRUE(read_access_token(settings, keys, make_jwt(*key, "at+jwt", claims), now));
    EXPECT_FALSE(read_access_token(settings, keys, make_jwt(*key, "JWT", claims), now));
    for (const std::string_view bad :
         {"{}", "[]", "", R"({"iss":"https://cairn.example","jti":"42.x","exp":1900000000})",
          R"({"iss":"https://cairn.example","aud":[],"jti":"42.x","exp":1900000000})",
          R"({"iss":"https://cairn.example","aud":"https://cairn.example","jti":"x","exp":1900000000})"})
        EXPECT_FALSE(read_access_token(settings, keys, make_jwt(*key, "at+jwt", bad), now)) << bad;
    EXPECT_FALSE(read_access_token(settings, keys, make_refresh_token(settings, family, new_serial(), now), now));
}

TEST_F(TokensTest, AnAccessTokenIsForWhomItsAudienceNames)
{
    settings.server.root_url = "https://cairn.example/";
    settings.oauth2.resources = {"https://other.example"};
    const auto audience_of = [&](std::vector<std::string> resources) {
        const auto token = make_access_token(settings, *keys.ring()->current, family,
                                             {.serial = "x", .jkt = {}, .audience = resources}, now);
        return read_access_token(settings, keys, token, now).value().audience;
    };
    EXPECT_TRUE(is_for(settings, audience_of({}), "/ann/work.git/info/refs"));
    const auto api = audience_of({"https://cairn.example/api/v1"});
    EXPECT_TRUE(is_for(settings, api, "/api/v1/user"));
    EXPECT_FALSE(is_for(settings, api, "/ann/work.git/info/refs"));
    EXPECT_FALSE(is_for(settings, audience_of({"https://other.example"}), "/api/v1/user"));
    EXPECT_TRUE(is_for(settings, audience_of({"https://other.example", "https://cairn.example"}), "/api/v1/user"));
    EXPECT_FALSE(is_for(settings, audience_of({"https://stranger.example"}), "/api/v1/user"));
}

TEST_F(TokensTest, AKeyThatIsGoneVerifiesNothing)
{
    const auto token = make_access_token(settings, *keys.ring()->current, family, {new_serial()}, now);
    EXPECT_TRUE(read_access_token(settings, keys, token, now));
    config::TemporaryFolder elsewhere;
    auto others = settings;
    others.oauth2.jwt_signing_private_key_file = elsewhere.path() + "/private.pem";
    SigningKeys other_keys(others);
    EXPECT_FALSE(read_access_token(others, other_keys, token, now));
}

TEST_F(TokensTest, ARefreshTokenIsKnownAgainUntilItExpires)
{
    const auto token = make_refresh_token(settings, family, {new_serial()}, now);
    const auto read = read_refresh_token(settings, token, now);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->family_id, 42);
    EXPECT_EQ(read->generation, 3);
    EXPECT_FALSE(read_refresh_token(settings, token, Time{now.seconds + 730 * 3600}));
    for (std::size_t i = 0; i < token.size(); ++i) {
        auto changed = token;
        changed[i] = changed[i] == '1' ? '2' : '1';
        EXPECT_FALSE(read_refresh_token(settings, changed, now)) << i;
    }
    for (const std::string_view bad : {"", "gtr_", "gtr_.", "gtr_....", "gtr_1.2.3.4.5"})
        EXPECT_FALSE(read_refresh_token(settings, bad, now)) << bad;
}

TEST_F(TokensTest, ARotatedKeyWaitsUntilTheOldOneIsTrustedNoMore)
{
    const auto first = keys.ring()->current->id();
    const auto second = rotate_key(settings, false);
    EXPECT_EQ(rotate_key(settings, false), second);
    SigningKeys waiting(settings);
    EXPECT_EQ(waiting.ring()->current->id(), first);
    EXPECT_EQ(waiting.ring()->published.size(), 4U) << "and those for RS256";
    const auto third = rotate_key(settings, true);
    SigningKeys promoted(settings);
    EXPECT_EQ(promoted.ring()->current->id(), third);
    EXPECT_EQ(promoted.ring()->published.size(), 2U); // the others may be in the wrong hands
    EXPECT_EQ(promoted.ring()->document->find("\"d\""), std::string::npos);
}

TEST(Verifier, FitsItsChallenge)
{
    // The example of RFC 7636, appendix B.
    const std::string verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
    EXPECT_TRUE(verifies(verifier, "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", "S256"));
    EXPECT_TRUE(verifies(verifier, verifier, "plain"));
    EXPECT_FALSE(verifies(verifier, verifier, "S256"));
    EXPECT_FALSE(verifies(verifier, verifier, ""));
    // As git-credential-oauth has it, with reserved characters.
    EXPECT_TRUE(verifies("14v3TRqQx0cWQgz4GP0rRg/BFmwnVAU+01tHjj4o0uw=", "MAFhVF9np6pggFthvGGqx0oW-t4NpNNbUFgkRZSm-tM",
                         "S256"));
    EXPECT_FALSE(verifies(verifier + " ", verifier + " ", "plain"));
    EXPECT_FALSE(verifies("short", "short", "plain"));
    EXPECT_FALSE(verifies(std::string(43, '+'), std::string(43, '+'), "plain"));
    EXPECT_FALSE(verifies(std::string(129, 'a'), std::string(129, 'a'), "plain"));
}

TEST(Scopes, OpenWhatTheyName)
{
    using api::Category;
    using api::Level;
    for (const std::string_view all :
         {"", "openid", "openid profile email groups", "all", "unknown", "read:user unknown"})
        EXPECT_TRUE(rights_of(all).contains(api::ScopeSet::everything())) << all;
    EXPECT_TRUE(rights_of("openid read:user").allows(Category::user, Level::read));
    EXPECT_FALSE(rights_of("openid read:user").allows(Category::user, Level::write));
    EXPECT_TRUE(rights_of("read:user,write:issue").allows(Category::issue, Level::write));
    for (const std::string_view sign_on : {"openid public-only", "openid email userinfo groups public-only"}) {
        EXPECT_TRUE(rights_of(sign_on).empty()) << sign_on;
        EXPECT_TRUE(rights_of(sign_on).public_only()) << sign_on;
    }
}

TEST(Scopes, AreNarrowedAndNeverWidened)
{
    const auto narrowed = [](std::string_view granted, std::string_view wanted) {
        return narrow_scope(granted, wanted).value_or("refused");
    };
    EXPECT_EQ(narrowed("openid email read:user", "email openid"), "email openid");
    EXPECT_EQ(narrowed("openid write:user", "read:user"), "read:user"); // one right includes the other
    EXPECT_EQ(narrowed("all", "read:user write:issue"), "read:user write:issue");
    for (const std::string_view wider : {"write:user", "read:issue", "email", "all", "unknown", "read:user,read:issue"})
        EXPECT_EQ(narrowed("openid read:user", wider), "refused") << wider;
    // Who names no rights has what the person has, by no name that a token could be narrowed to.
    EXPECT_EQ(narrowed("openid", "read:user"), "refused");
    EXPECT_EQ(narrowed("openid unknown", "unknown"), "unknown");
    // What limits stays.
    EXPECT_EQ(narrowed("openid public-only read:user", "read:user"), "read:user public-only");
    EXPECT_EQ(narrowed("public-only write:user", "read:user"), "read:user public-only");
}

TEST(Scopes, OpenNoMoreInPartThanAltogether)
{
    using api::Category;
    using api::Level;
    EXPECT_TRUE(rights_of_part("openid", "openid read:user").empty());
    EXPECT_TRUE(rights_of_part("openid", "openid unknown").empty());
    EXPECT_TRUE(rights_of_part("openid", "openid email").contains(api::ScopeSet::everything()));
    EXPECT_TRUE(rights_of_part("read:user", "openid write:user").allows(Category::user, Level::read));
    EXPECT_FALSE(rights_of_part("read:user", "openid write:user").allows(Category::user, Level::write));
}

TEST(Scopes, AreTheSameInAnyOrder)
{
    EXPECT_TRUE(same_scopes("a b", "b  a a"));
    EXPECT_FALSE(same_scopes("a", "a b"));
    EXPECT_FALSE(same_scopes("A", "a"));
    EXPECT_TRUE(same_scopes("", " "));
    EXPECT_TRUE(has_scope("openid email", "email"));
    EXPECT_FALSE(has_scope("openid emails", "email"));
}

TEST(Scopes, AreToldInWords)
{
    EXPECT_THAT(in_words("openid read:repository"),
                ElementsAre("Know who you are: the number of your account", "Read repositories that you can see"));
    EXPECT_THAT(in_words("unknown"), ElementsAre("Do everything that you can do here, in your name"));
    EXPECT_THAT(in_words("public-only read:user"), Contains("All of it only as far as it is public"));
}

TEST(Scopes, AreExplainedByTheirNames)
{
    using Lines = std::vector<ExplainedScope>;
    EXPECT_EQ(explain("openid write:repository read:user,public-only"),
              (Lines{{"openid", "Know who you are: the number of your account"},
                     {"write:repository", "Read and change repositories that you can see"},
                     {"read:user", "Read your account, its settings and keys"},
                     {"public-only", "All of it only as far as it is public"}}));
    const ExplainedScope everything{"", "Do everything that you can do here, in your name"};
    EXPECT_EQ(explain(""), Lines{everything});
    EXPECT_EQ(explain("read:nothing read:nothing"), (Lines{{"read:nothing", "Not known here"}, everything}));
    EXPECT_EQ(explain("all"), (Lines{{"all", everything.words}}));
}

TEST(Scopes, AreCheckedOnRequest)
{
    EXPECT_TRUE(check_known("openid profile email groups read:user,write:issue public-only all"));
    EXPECT_FALSE(check_known("openid unknown"));
    EXPECT_TRUE(names_rights("openid read:user"));
    EXPECT_FALSE(names_rights("openid"));
    EXPECT_FALSE(names_rights("read:user unknown"));
}

} // namespace cairn::identity
