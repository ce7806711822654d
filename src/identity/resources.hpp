// Resource indicators (RFC 8707): an application says which servers its tokens are for, and the tokens say it to those.
// Those of this site are the ones that RFC 9728 describes (metadata.cpp); the operator may name others.
#pragma once

#include <span>

#include "http/message.hpp"
#include "identity/errors.hpp"

namespace cairn::config {
struct Settings;
} // namespace cairn::config

namespace cairn::identity {

// With blanks between, as they are kept; each of them once. invalid_target for one that is no absolute address, or has
// a fragment, or is no resource that tokens of ours could be for.
OAuth2Result<std::string> read_resources(const config::Settings&, std::string_view joined);

// The same of a token request: its parameter resource, as often as it was sent.
OAuth2Result<std::string> requested_resources(const config::Settings&, const http::Request&);

// 2.2: what an access token is for, where `granted` was approved and `requested` is asked for now. invalid_target for
// more than that. An application that never named any may still have a token for a part of this site alone.
OAuth2Result<std::vector<std::string>> narrow_resources(const config::Settings&, std::string_view granted,
                                                        std::string_view requested);

// Those that are other servers, for the person who is asked.
std::vector<std::string> foreign_resources(const config::Settings&, std::string_view joined);

// Whether a token with this audience opens what is at a path of ours. No audience: all of it.
bool is_for(const config::Settings&, std::span<const std::string> audience, std::string_view path);

} // namespace cairn::identity
