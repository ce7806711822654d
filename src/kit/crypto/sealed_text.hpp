// Secrets that the site must be able to read again (not only to compare), encrypted where they are kept: a stolen
// database alone gives nothing away.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "crypto/digest.hpp"

namespace cairn::crypto {

// AES-256-GCM under a key made from the site's secret and a purpose, so that what was sealed for one purpose cannot be
// used for another. Safe from any thread.
class Sealer {
public:
    Sealer(std::string_view site_secret, std::string_view purpose);

    // `context` says what the text belongs to (an account's id, say); it opens only under the same.
    std::string seal(std::string_view plain, std::string_view context) const;

    // Nothing for what this key and context did not seal, or what was changed since.
    std::optional<std::string> open(std::string_view sealed, std::string_view context) const;

private:
    Digest<32> key_;
};

} // namespace cairn::crypto
