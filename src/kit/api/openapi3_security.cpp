#include "api/openapi3_security.hpp"

#include <boost/json/value.hpp>

namespace cairn::api {

namespace json = boost::json;

namespace {

json::object key(std::string_view name, std::string_view in, std::string_view description)
{
    return {{"type", "apiKey"}, {"name", name}, {"in", in}, {"description", description}};
}

json::object scope_descriptions()
{
    json::object scopes{{"all", "Everything that the account may do"},
                        {"public-only", "Nothing but what is public, whatever else is granted"},
                        {"openid", "Sign in with the account"},
                        {"profile", "The account's name and picture"},
                        {"email", "The account's e-mail address"},
                        {"groups", "The organizations and teams of the account"}};
    for (std::size_t i = 0; i < category_count; ++i) {
        const auto category = static_cast<Category>(i);
        const std::string read = scope_name(category, Level::read);
        const std::string name = read.substr(read.find(':') + 1);
        scopes[read] = "Read what belongs to " + name;
        scopes[scope_name(category, Level::write)] = "Read and change what belongs to " + name;
    }
    return scopes;
}

} // namespace

json::object security_schemes(std::string_view root_url)
{
    const std::string oauth = std::string(root_url) + "login/oauth/";
    return {
        {"BasicAuth", {{"type", "http"}, {"scheme", "basic"}, {"description", "The account's name and password."}}},
        {"TOTPHeader", key("X-Gitea-OTP", "header", "The one-time password that goes with the account's password.")},
        {"AuthorizationHeaderToken", key("Authorization", "header", "The word token, a blank, and an API token.")},
        {"BearerToken",
         {{"type", "http"}, {"scheme", "bearer"}, {"description", "An API token or an OAuth2 access token."}}},
        {"Token", key("token", "query", "A token in the address, where it may end up in logs.")},
        {"AccessToken", key("access_token", "query", "A token in the address, where it may end up in logs.")},
        {"OAuth2",
         {{"type", "oauth2"},
          {"flows",
           {{"authorizationCode",
             {{"authorizationUrl", oauth + "authorize"},
              {"tokenUrl", oauth + "access_token"},
              {"refreshUrl", oauth + "access_token"},
              {"scopes", scope_descriptions()}}}}}}},
        {"SudoHeader", key("Sudo", "header", "With an administrator's credentials: act as the account of this name.")},
        {"SudoParam", key("sudo", "query", "With an administrator's credentials: act as the account of this name.")},
    };
}

json::array security_of(const DocumentRow& row)
{
    const json::array none;
    const json::array scopes(row.scopes.begin(), row.scopes.end());
    json::array ways;
    // A guard that lets strangers in never answers 401 by itself.
    if (!row.errors.has(401)) ways.push_back(json::object());
    ways.push_back(json::object{{"BasicAuth", none}});
    ways.push_back(json::object{{"BasicAuth", none}, {"TOTPHeader", none}});
    for (const char* scheme : {"AuthorizationHeaderToken", "BearerToken", "Token", "AccessToken", "OAuth2"})
        ways.push_back(json::object{{scheme, scopes}});
    for (const char* sudo : {"SudoHeader", "SudoParam"})
        ways.push_back(json::object{{"AuthorizationHeaderToken", scopes}, {sudo, none}});
    return ways;
}

std::string scope_sentence(const DocumentRow& row)
{
    std::string words;
    for (std::size_t i = 0; i < row.scopes.size(); ++i) {
        if (i == 0) words = row.scopes.size() == 1 ? "A token needs the scope " : "A token needs the scopes ";
        else words += i + 1 == row.scopes.size() ? " and " : ", ";
        words += '`' + row.scopes[i] + '`';
    }
    if (!words.empty()) words += '.';
    if (row.operation->scope.refuses_public_only) {
        if (!words.empty()) words += ' ';
        words += "A token that is limited to what is public is refused.";
    }
    return words;
}

} // namespace cairn::api
