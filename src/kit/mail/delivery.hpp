// Hands a mail to a mail server or to the machine's own program for it, as [mailer] says.
#pragma once

#include <atomic>
#include <string>

#include "base/result.hpp"

namespace cairn::config {
struct Mailer;
} // namespace cairn::config

namespace cairn::mail {

struct Envelope {
    std::string from;
    std::string to;
};

// Errc::unavailable: try again later. Errc::unprocessable: it will never be taken. The words are for the operator.
// Gives up soon after `stopping` is set.
Result<void> deliver(const config::Mailer&, const Envelope&, const std::string& message,
                     const std::atomic<bool>& stopping);

} // namespace cairn::mail
