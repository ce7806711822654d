#include "identity/authorization_request.hpp"

#include <gmock/gmock.h>

#include "config/settings.hpp"
#include "identity/reauthentication.hpp"

namespace cairn::identity {

namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

template <class T> OAuth2Errc error_of(const OAuth2Result<T>& result)
{
    EXPECT_FALSE(result);
    return result ? OAuth2Errc::server_error : result.error().code;
}

const std::string challenge(43, 'c');

} // namespace

TEST(AuthorizationRequest, ReadsEachParameterOnceAndIgnoresOthers)
{
    const auto read = read_authorization_request({{"client_id", "c"}, {"other", "x"}, {"other", "y"}, {"state", ""}});
    EXPECT_EQ(read.request.client_id, "c");
    EXPECT_THAT(read.repeated, IsEmpty());
    EXPECT_THAT(read_authorization_request({{"state", "a"}, {"state", "a"}, {"state", "a"}}).repeated,
                ElementsAre("state"));
    EXPECT_EQ(read_authorization_request({{"state", std::string(9000, 'x')}}).too_long, "state");
    EXPECT_EQ(read_authorization_request({{"scope", std::string(3000, 'x')}}).too_long, "scope");
}

TEST(AuthorizationRequest, KnowsEachParameterThatWasSentTwice)
{
    const auto read = read_authorization_request(
        {{"state", "a"}, {"client_id", "first"}, {"state", "b"}, {"client_id", "second"}, {"scope", "openid"}});
    EXPECT_THAT(read.repeated, UnorderedElementsAre("client_id", "state"));
    EXPECT_TRUE(read.repeats("client_id"));
    EXPECT_TRUE(read.repeats("state"));
    EXPECT_FALSE(read.repeats("scope"));
    EXPECT_EQ(read.request.client_id, "first");
}

TEST(AuthorizationRequest, PromptNoneStandsAlone)
{
    EXPECT_TRUE(read_prompt("none")->none);
    EXPECT_TRUE(read_prompt("login consent")->login);
    EXPECT_TRUE(read_prompt("login consent")->consent);
    EXPECT_TRUE(read_prompt("select_account")->login);
    EXPECT_FALSE(read_prompt("")->none);
    EXPECT_FALSE(read_prompt("create")->login);
    EXPECT_EQ(error_of(read_prompt("none login")), OAuth2Errc::invalid_request);
    EXPECT_EQ(error_of(read_prompt("consent  none")), OAuth2Errc::invalid_request);
}

TEST(AuthorizationRequest, MaxAgeIsANumberOfSeconds)
{
    EXPECT_EQ(*read_max_age(""), std::nullopt);
    EXPECT_EQ(**read_max_age("0"), 0);
    EXPECT_EQ(**read_max_age("10000"), 10000);
    for (const std::string_view bad : {"-1", "1.5", "x", " 1", "99999999999999999999"})
        EXPECT_EQ(error_of(read_max_age(bad)), OAuth2Errc::invalid_request) << bad;
}

TEST(AuthorizationRequest, ClaimsNameWhoIsWantedAndWhatIsToldAtUserinfo)
{
    const auto read = read_claims(R"({"id_token":{"email":null,"name":{"essential":true},"shoe_size":null,
                                     "sub":{"value":"7"}},"userinfo":{"picture":null,"website":{"essential":true},"shoe_size":null,
                                     "sub":{"value":"8"}}})");
    ASSERT_TRUE(read);
    EXPECT_THAT(read->userinfo, ElementsAre("picture", "website"));
    EXPECT_EQ(read->subjects, std::vector<std::string>{"7"});
    EXPECT_THAT(read->classes, IsEmpty());
    EXPECT_THAT(read_claims("")->userinfo, IsEmpty());
    EXPECT_THAT(read_claims("{}")->userinfo, IsEmpty());
    for (const std::string_view bad : {"[]", "1", "x", "{", "null", R"({"id_token":[]})", R"({"id_token":{"name":1}})",
                                       R"({"userinfo":{"name":1}})"})
        EXPECT_EQ(error_of(read_claims(bad)), OAuth2Errc::invalid_request) << bad;
}

TEST(AuthorizationRequest, ClaimsNameTheClassesThatWillDo)
{
    const auto read = [](std::string_view how) {
        return *read_claims("{\"id_token\":{\"acr\":" + std::string(how) + "}}");
    };
    EXPECT_THAT(read(R"({"essential":true,"values":["2","1"]})").classes, ElementsAre("2", "1"));
    EXPECT_THAT(read(R"({"value":"2"})").classes, ElementsAre("2"));
    EXPECT_TRUE(read(R"({"essential":true,"values":["2"]})").class_is_essential);
    EXPECT_TRUE(read(R"({"essential":true,"value":"2"})").class_is_essential);
    EXPECT_FALSE(read(R"({"values":["2"]})").class_is_essential);
    // Whichever it is will do.
    EXPECT_FALSE(read(R"({"essential":true})").class_is_essential);
    EXPECT_THAT(read("null").classes, IsEmpty());
}

TEST(AuthorizationRequest, AChallengeHasItsFormAndItsMethod)
{
    const auto read = [](std::string value, std::string method, bool confidential) {
        AuthorizationRequest request;
        request.code_challenge = std::move(value);
        request.code_challenge_method = std::move(method);
        return read_challenge(request, confidential);
    };
    EXPECT_EQ(read(challenge, "S256", false)->method, "S256");
    EXPECT_EQ(read(challenge, "", true)->method, "plain");
    EXPECT_THAT(read("", "", true)->value, IsEmpty());
    EXPECT_THAT(read("", "S256", true)->method, IsEmpty());
    for (const auto& [value, method, confidential] :
         std::vector<std::tuple<std::string, std::string, bool>>{{"", "", false},
                                                                 {"", "S256", false},
                                                                 {challenge, "", false},
                                                                 {challenge, "s256", true},
                                                                 {challenge, "S512", true},
                                                                 {std::string(42, 'x'), "S256", true},
                                                                 {std::string(129, 'x'), "plain", true},
                                                                 {std::string(43, '+'), "S256", true}})
        EXPECT_EQ(error_of(read(value, method, confidential)), OAuth2Errc::invalid_request) << value << method;
}

TEST(Reauthentication, CountsOnlyForItsRequestInALaterSession)
{
    config::Settings settings;
    settings.security.secret_key = "a secret of the site";
    AuthorizationRequest request{.client_id = "c", .state = "s"};
    const Time now{1'800'000'000};
    request.authenticated = mark_reauthentication(settings, request, 7, now);

    accounts::Session session{.id = 8, .authenticated_at = Time{now.seconds + 5}};
    const Time later{now.seconds + 6};
    EXPECT_TRUE(has_reauthenticated(settings, request, session, later));
    EXPECT_FALSE(has_reauthenticated(settings, request, session, Time{now.seconds + reauthentication_seconds + 1}));

    auto same = session;
    same.id = 7;
    EXPECT_FALSE(has_reauthenticated(settings, request, same, later));
    auto earlier = session;
    earlier.authenticated_at = Time{now.seconds - 1};
    EXPECT_FALSE(has_reauthenticated(settings, request, earlier, later));

    auto other = request;
    other.state = "another";
    EXPECT_FALSE(has_reauthenticated(settings, other, session, later));
    auto elsewhere = settings;
    elsewhere.security.secret_key = "another secret";
    EXPECT_FALSE(has_reauthenticated(elsewhere, request, session, later));
    for (const std::string bad : {"", ".", "..", "1.2.3", "1800000000.7.", "x.y.z", "1.2.3.4"}) {
        request.authenticated = bad;
        EXPECT_FALSE(has_reauthenticated(settings, request, session, later)) << bad;
    }
}

} // namespace cairn::identity
