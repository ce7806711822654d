// Where an authorization may lead: which addresses a client can register, and which of them a request means.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace cairn::identity {

// Errc::bad_request with the reason: http and https, and the schemes that the site allows to native applications.
Result<void> check_redirect(std::string_view address, std::span<const std::string> custom_schemes);

// RFC 9700, 2.1: the same text, with one exception (RFC 8252, 7.3): a public client on the person's own machine gets
// whatever port is free, so the port of a loopback address (127.0.0.0/8 or [::1], http) does not count.
bool is_registered(std::string_view requested, std::span<const std::string> registered, bool confidential);

// The address with these parameters in its query, in the order of their names. RFC 6749, 3.1.2: what the address has
// there by itself stays as it is written and in its order, but for what has the name of a parameter.
std::string with_parameters(std::string_view address,
                            std::span<const std::pair<std::string_view, std::string>> parameters);

// Whether it is an address that a browser can send a form to.
bool can_be_posted_to(std::string_view address);

// Whether it is an address of http or https with a host, and no more than that: no fragment, no credentials.
bool is_web_address(std::string_view address);

// Whether it leads to a program on the person's own machine instead of to a site.
bool is_on_own_machine(std::string_view address);

// "https://client.example.com": what a person is told of where they go.
std::string origin_of(std::string_view address);

} // namespace cairn::identity
