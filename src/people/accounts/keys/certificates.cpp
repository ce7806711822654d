#include "accounts/keys/certificates.hpp"

#include <algorithm>
#include <stdexcept>

#include "base/utf8.hpp"
#include "config/settings.hpp"
#include "crypto/ssh_certificate.hpp"
#include "db/database.hpp"

namespace cairn::accounts {

Certificates::Certificates(db::Database& db, const config::Settings& settings) : db_(db)
{
    for (const auto& text : settings.server.ssh_trusted_user_ca_keys) {
        auto read = crypto::read_ssh_key(text);
        if (!read) throw std::runtime_error("[server] SSH_TRUSTED_USER_CA_KEYS: " + read.error().message);
        authorities_.push_back(read->key.blob());
    }
}

std::optional<Account> Certificates::holder(const crypto::SshCertificate& certificate, Time now,
                                            std::string_view address) const
{
    // Cheap questions first; nothing that the certificate says counts before its signature was checked.
    if (std::ranges::find(authorities_, certificate.authority().blob()) == authorities_.end()
        || !certificate.is_signed() || !certificate.allows(now, address))
        return {};
    for (const auto& principal : certificate.principals()) {
        if (!is_text(principal)) continue;
        auto account = db_.first<Account>("SELECT a.* FROM ssh_principal p JOIN account a ON a.id = p.account_id"
                                          " WHERE p.name = $1",
                                          principal);
        if (account) return account;
    }
    return {};
}

} // namespace cairn::accounts
