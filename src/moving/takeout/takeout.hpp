// All that a site knows of a person, in one file for them to keep: a zip with JSON, and their repositories as bundles
// of git. It is made while it is sent: nothing of it is held, and nobody else can come by it.
#pragma once

#include "accounts/account.hpp"
#include "api/call.hpp"
#include "http/message.hpp"

namespace cairn::takeout {

// The file, which is made when it is sent. Errc::too_many_requests while another one is being made for the same person,
// or some for others: it costs a walk through all their repositories.
Result<http::Producer> take_out(const api::Call&, const accounts::Account&);

} // namespace cairn::takeout
