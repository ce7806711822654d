// Whom a key opens the site to.
#pragma once

#include <optional>

#include "accounts/keys/certificates.hpp"
#include "crypto/ssh_key.hpp"
#include "transport/visitor.hpp"

namespace cairn::api {
struct Site;
} // namespace cairn::api

namespace cairn::ssh {

struct KeyOwner {
    std::int64_t key_id = 0; // 0: of a certificate
    transport::Visitor visitor;
};

// The account that has the key, or the repositories that it was added to. Nothing for a key that nobody has.
std::optional<KeyOwner> find_holder(db::Database&, const crypto::SshKey&);
std::optional<KeyOwner> find_holder(db::Database&, std::int64_t key_id);

// A key or a certificate in SSH's own encoding, shown by somebody who comes from that address.
std::optional<KeyOwner> find_holder(db::Database&, const accounts::Certificates&, std::string_view blob,
                                    std::string_view address);

} // namespace cairn::ssh
