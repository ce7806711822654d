#include "accounts/sign_in/credentials.hpp"

#include <gtest/gtest.h>

#include "http/url.hpp"

namespace cairn::accounts {

namespace {

http::Request with_form(std::string_view body)
{
    http::Request request;
    request.method = "POST";
    request.headers.push_back({"Content-Type", "application/x-www-form-urlencoded"});
    request.body = body;
    return request;
}

std::string offered(const http::Request& request, std::string_view query, bool query_allowed)
{
    const auto found = offered_token(request, http::parse_query(query), query_allowed);
    return found ? found->value : std::string();
}

} // namespace

TEST(OfferedToken, ComesByTheQueryBeforeTheForm)
{
    EXPECT_EQ(offered(with_form("access_token=form"), "", true), "form");
    EXPECT_EQ(offered(with_form("access_token=form"), "access_token=query", true), "query");
    EXPECT_EQ(offered(with_form("token=form"), "access_token=query", true), "form");
}

TEST(OfferedToken, StillComesByAFormWhereTheQueryIsSwitchedOff)
{
    EXPECT_EQ(offered(with_form("access_token=form"), "", false), "form");
    EXPECT_EQ(offered(with_form("token=form"), "token=query&access_token=query", false), "form");
    EXPECT_EQ(offered(with_form(""), "token=query&access_token=query", false), "");
}

} // namespace cairn::accounts
