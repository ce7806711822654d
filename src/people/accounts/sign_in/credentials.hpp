// What a request offers to show who is asking, taken apart and not yet believed.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "api/call.hpp"
#include "api/caller.hpp"

namespace cairn::accounts {

struct OfferedToken {
    std::string value;
    api::Carrier carrier = api::Carrier::none;
    bool by_dpop = false; // by the scheme of RFC 9449, which wants a proof beside it
};

struct OfferedPassword {
    std::string name;
    std::string password;
};

// The one token that counts: `token`, then `access_token`, in the query or a form, then the Authorization header. Where
// the query is not allowed, because logs and proxies see it, a form still is: it goes where the header goes.
std::optional<OfferedToken> offered_token(const http::Request&, const api::QueryValues&, bool query_allowed);

// Basic authentication. A header that cannot be read is no offer. What it holds need not be text.
std::optional<OfferedPassword> offered_password(const http::Request&);

// The place in Basic where clients put a token: the name if the password is empty or a known filler, else the password.
std::string_view token_inside(const OfferedPassword&);

// The account to act as, asked for by `sudo`, which need not be text; empty when not asked.
std::string_view offered_sudo(const http::Request&, const api::QueryValues&);

} // namespace cairn::accounts
