// OpenSSH certificates: a public key, for whom it is, and an authority's word for it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.hpp"
#include "crypto/ssh_key.hpp"

namespace cairn::crypto {

class SshCertificate {
public:
    // The certificate in SSH's own encoding, and nothing after it. Nothing is believed yet. Errc::unprocessable.
    static Result<SshCertificate> from_blob(std::string_view blob);

    const SshKey& key() const { return key_; }             // the one that is certified
    const SshKey& authority() const { return authority_; } // the one that signed
    const std::string& key_id() const { return key_id_; }
    const std::vector<std::string>& principals() const { return principals_; }

    // Whether its own authority signed it; whether that one is trusted is the caller's to say.
    bool is_signed() const { return authority_.verify(signed_part_, signature_); }

    // Whether a person who comes from `address` may use it at that time: it is a user's, the time is within its own,
    // and every critical option is known and holds. Of those only source-address can hold here; force-command and what
    // we do not know cannot.
    bool allows(Time, std::string_view address) const;

private:
    SshCertificate(SshKey key, SshKey authority) : key_(std::move(key)), authority_(std::move(authority)) { }

    SshKey key_;
    SshKey authority_;
    std::uint32_t kind_ = 0;
    std::string key_id_;
    std::vector<std::string> principals_;
    std::uint64_t valid_after_ = 0;
    std::uint64_t valid_before_ = 0;
    std::vector<std::pair<std::string, std::string>> critical_options_;
    std::string signed_part_;
    std::string signature_;
};

// Whether an IP address is one of a list like "10.0.0.0/8,2001:db8::1". An entry that cannot be read makes it false.
bool address_in_list(std::string_view address, std::string_view list);

} // namespace cairn::crypto
