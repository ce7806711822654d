// Any bytes as the query of an authorization request, and as an address that somebody registers and asks for: what is
// read stays within its bounds, and an answer goes to the address that was registered and nowhere else.
#include <cstdint>
#include <string>
#include <string_view>

#include "demand.hpp"
#include "http/url.hpp"
#include "identity/authorization_request.hpp"
#include "identity/redirect.hpp"
#include "identity/scopes.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace cairn;
    using fuzz::demand;
    using namespace cairn::identity;
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const auto line_end = input.find('\n');
    const std::string address(input.substr(0, line_end));
    const auto [request, repeated, too_long] =
        read_authorization_request(http::parse_query(line_end == input.npos ? input : input.substr(line_end + 1)));

    demand(request.scope.size() <= 2048 && request.state.size() <= 8192);
    static_cast<void>(read_prompt(request.prompt));
    if (const auto age = read_max_age(request.max_age)) demand(!*age || **age >= 0);
    if (const auto claims = read_claims(request.claims)) demand(claims->userinfo.size() <= 10);
    for (const bool confidential : {true, false})
        if (const auto challenge = read_challenge(request, confidential))
            demand((confidential && challenge->value.empty())
                   || (challenge->value.size() >= 43 && !challenge->method.empty()));
    const auto rights = rights_of(request.scope);
    demand(!in_words(request.scope).empty() || rights.empty());
    demand(same_scopes(request.scope, request.scope));

    const std::vector<std::string> registered{"https://client.example.com/cb", "http://127.0.0.1/cb"};
    if (is_registered(address, registered, false))
        demand(address == registered[0] || address.starts_with("http://127.0.0.1"));
    if (is_registered(address, registered, true)) demand(address == registered[0] || address == registered[1]);
    if (check_redirect(address, {})) {
        const std::pair<std::string_view, std::string> parameters[] = {{"code", "c\r\nX: y"}, {"state", request.state}};
        const auto location = with_parameters(address, parameters);
        demand(location.find_first_of("\r\n") == location.npos);
    }
    return 0;
}
