#include "accounts/sign_in/credentials.hpp"

#include "api/codec.hpp"
#include "base/encoding.hpp"
#include "base/text.hpp"
#include "http/url.hpp"

namespace cairn::accounts {

namespace {

// "Scheme value", with any number of blanks between; nothing for fewer or more than two words.
struct Authorization {
    std::string_view scheme;
    std::string_view value;
};

std::optional<Authorization> authorization(const http::Request& request)
{
    const auto header = text::trim(request.header("Authorization"));
    const auto blank = header.find_first_of(" \t");
    if (blank == header.npos) return {};
    const auto value = text::trim(header.substr(blank));
    if (value.find_first_of(" \t") != value.npos) return {};
    return Authorization{header.substr(0, blank), value};
}

std::string_view parameter(const api::QueryValues& values, std::string_view name)
{
    for (const auto& [key, value] : values)
        if (key == name) return value;
    return {};
}

bool is_form(const http::Request& request)
{
    if (request.body.empty()) return false;
    const auto format = api::body_format(request.header("Content-Type"));
    return format && *format == api::BodyFormat::form;
}

} // namespace

std::optional<OfferedToken> offered_token(const http::Request& request, const api::QueryValues& query,
                                          bool query_allowed)
{
    const api::QueryValues nothing;
    const auto form = is_form(request) ? http::parse_query(request.body) : nothing;
    for (std::string_view name : {"token", "access_token"})
        for (const auto* values : {query_allowed ? &query : &nothing, &form})
            if (const auto value = parameter(*values, name); !value.empty())
                return OfferedToken{std::string(value), api::Carrier::query};
    const auto offered = authorization(request);
    if (offered && (text::iequals(offered->scheme, "token") || text::iequals(offered->scheme, "bearer")))
        return OfferedToken{std::string(offered->value), api::Carrier::header};
    if (offered && text::iequals(offered->scheme, "dpop"))
        return OfferedToken{std::string(offered->value), api::Carrier::header, true};
    return {};
}

std::optional<OfferedPassword> offered_password(const http::Request& request)
{
    const auto offered = authorization(request);
    if (!offered || !text::iequals(offered->scheme, "basic")) return {};
    const auto pair = base64_decode(offered->value);
    const auto colon = pair ? pair->find(':') : std::string::npos;
    if (colon == std::string::npos) return {};
    return OfferedPassword{pair->substr(0, colon), pair->substr(colon + 1)};
}

std::string_view token_inside(const OfferedPassword& offered)
{
    const bool in_name = offered.password.empty() || offered.password == "x-oauth-basic";
    return in_name ? offered.name : offered.password;
}

std::string_view offered_sudo(const http::Request& request, const api::QueryValues& query)
{
    const auto asked = parameter(query, "sudo");
    return asked.empty() ? request.header("Sudo") : asked;
}

} // namespace cairn::accounts
