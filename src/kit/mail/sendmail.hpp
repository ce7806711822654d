#pragma once

#include "mail/delivery.hpp"

namespace cairn::mail {

// Runs SENDMAIL_PATH with the message as its input. No shell sees any of it.
Result<void> deliver_by_sendmail(const config::Mailer&, const Envelope&, const std::string& message);

} // namespace cairn::mail
