// OpenPGP keys of people as the database holds them: registering, proving possession, and telling who signed something.
#pragma once

#include "accounts/account.hpp"
#include "api/call.hpp"
#include "crypto/openpgp.hpp"

namespace cairn::accounts {

// A primary key, or a subkey of one.
struct StoredGpgKey {
    std::int64_t id = 0;
    std::int64_t account_id = 0;
    std::int64_t primary_id = 0; // 0: this is the primary key
    std::string primary_key_id;
    std::string key_id;    // 16 hexadecimal digits, in upper case
    std::string packet;    // the public key's packet, in Base64
    std::string emails;    // separated by line breaks: its identities that were verified addresses of the account
    bool can_sign = false; // what the algorithm can do
    bool can_encrypt = false;
    bool may_sign = false; // what the owner wants it used for
    bool verified = false; // the person has proved to have the private half
    Time created_at;       // of the key
    Time expires_at;       // of the key; Time::never() where it does not
};
BOOST_DESCRIBE_STRUCT(StoredGpgKey, (),
                      (id, account_id, primary_id, primary_key_id, key_id, packet, emails, can_sign, can_encrypt,
                       may_sign, verified, created_at, expires_at))

// What a person signs to prove the possession of a key. It changes with the minute; the last one counts, too.
std::string gpg_token(const config::Settings&, const Account&, Time);

// Whether `proof` is an armored signature of one of the keys over the account's token.
bool proves_possession(std::span<const crypto::openpgp::Key>, const config::Settings&, const Account&,
                       std::string_view proof);

// What to say where it does not.
std::unexpected<Error> not_proved();

// A key and its subkeys. If its possession was proved, any addresses will do; else one of the key's must be a verified
// address of the account (Errc::not_found). Errc::unprocessable for a key that anybody has registered.
Result<std::int64_t> add_gpg_key(db::Transaction&, const Account&, const crypto::openpgp::Certificate&, bool proved);

// What both ways to register a key do: add_gpg_key(), told to the audit trail. `signature` proves that it is theirs and
// may be empty; Errc::unprocessable for one that does not. The key's id.
Result<std::int64_t> register_gpg_key(api::Call&, const Account&, std::string_view armored, std::string_view signature);
// False when the account has no such key.
bool unregister_gpg_key(api::Call&, const Account&, std::int64_t id);

// The primary ones, in the order in which they were registered.
std::vector<StoredGpgKey> gpg_keys_of(db::Queries&, std::int64_t account_id);

// The keys of an account that may sign, of which one has that key id: the primary one is the first. Empty when there is
// none.
std::vector<StoredGpgKey> signing_keys(db::Queries&, std::int64_t account_id, std::string_view key_id);
std::vector<crypto::openpgp::Key> keys_in(std::span<const StoredGpgKey>);
std::vector<crypto::openpgp::Key> signing_keys(const crypto::openpgp::Certificate&);

// Marks a primary key and its subkeys as proved to be the person's.
void mark_verified(db::Transaction&, std::int64_t primary_id);

// The registered key that made a signature over the data: the primary one, also where a subkey did it. Whether it is
// verified, and whether its addresses fit, is for the caller to judge. Takes one look at an index and about 0.1 ms.
std::optional<StoredGpgKey> find_gpg_signer(db::Queries&, const crypto::openpgp::Signature&, std::string_view data,
                                            Time now);

} // namespace cairn::accounts
