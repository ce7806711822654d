// SSH certificates as people sign in with them: which authorities the site trusts, and whom a certificate names.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "accounts/account.hpp"

namespace cairn::crypto {
class SshCertificate;
} // namespace cairn::crypto
namespace cairn::db {
class Database;
} // namespace cairn::db

namespace cairn::accounts {

class Certificates {
public:
    // Throws where an authority of the settings is no public key: a site that silently trusts fewer than it was told to
    // is one that nobody can sign in to.
    Certificates(db::Database&, const config::Settings&);

    // Whether any authority is trusted at all.
    bool any() const { return !authorities_.empty(); }

    // Whose it is, if a trusted authority signed it and its holder may use it now, coming from that address. That they
    // have the certificate's key is the caller's to see.
    std::optional<Account> holder(const crypto::SshCertificate&, Time now, std::string_view address) const;

private:
    db::Database& db_;
    std::vector<std::string> authorities_; // their keys in SSH's own encoding
};

} // namespace cairn::accounts
