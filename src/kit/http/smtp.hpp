// Hands one mail to a mail server, by the library that http/client.hpp calls other servers with.
#pragma once

#include <atomic>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace cairn::http {

// Everything is borrowed for as long as the call takes. The address is the operator's: it is called whatever it is, and
// never through a proxy.
struct SmtpCall {
    std::string url;           // smtp: or smtps:, and as its path the name that is said of this server
    std::string unix_socket{}; // not empty: instead of the host of the URL
    bool starttls = false;     // it must be offered, or nothing is sent
    bool verify_tls = true;
    std::string user{}; // empty: without signing in
    std::string password{};
    std::string from; // addresses, without brackets
    std::string to;
    std::string_view message;
};

// Safe from any thread, and blocks its own: for two minutes at most, and not for long after `stopping` is set.
// Errc::unavailable: try again later. Errc::unprocessable: it will never be taken. The words are for the operator.
Result<void> send_by_smtp(const SmtpCall&, const std::atomic<bool>& stopping);

} // namespace cairn::http
