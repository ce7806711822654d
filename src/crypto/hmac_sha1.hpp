// HMAC-SHA1, for protocols that ask for it: signatures of webhooks. Safe from any thread.
#pragma once

#include "crypto/digest.hpp"

namespace cairn::crypto {

Digest<20> hmac_sha1(std::string_view key, std::string_view data);

} // namespace cairn::crypto
