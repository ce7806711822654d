// Any bytes as the headers Authorization and Sudo and, after a line break, as the query: an offer is a part of what was
// sent. Whether it is text is for the gate to ask.
#include <algorithm>
#include <cstdint>
#include <string_view>

#include "accounts/sign_in/credentials.hpp"
#include "demand.hpp"
#include "http/url.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace cairn;
    using fuzz::demand;
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const auto line_end = input.find('\n');
    const auto query = http::parse_query(line_end == input.npos ? std::string_view() : input.substr(line_end + 1));
    http::Request request;
    request.method = "POST";
    request.target = "/api/v1/user";
    request.headers = {{"Authorization", input.substr(0, line_end)},
                       {"Sudo", input.substr(0, line_end)},
                       {"Content-Type", "application/x-www-form-urlencoded"}};
    request.body = input;

    const auto form = http::parse_query(input);
    for (const bool query_allowed : {true, false})
        if (const auto token = accounts::offered_token(request, query, query_allowed)) {
            demand(!token->value.empty());
            const bool in_form =
                std::ranges::any_of(form, [&](const auto& pair) { return pair.second == token->value; });
            demand(query_allowed || in_form || token->carrier == api::Carrier::header);
        }
    if (const auto password = accounts::offered_password(request)) {
        demand(password->name.find(':') == std::string::npos);
        const auto inside = accounts::token_inside(*password);
        demand(inside == password->name || inside == password->password);
    }
    demand(accounts::offered_sudo(request, {}) == input.substr(0, line_end));
    return 0;
}
