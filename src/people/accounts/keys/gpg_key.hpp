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

// A key and its subkeys. If its possession was proved, any addresses will do; else one of the key's must be a verified
// address of the account (Errc::not_found). Errc::unprocessable for a key that anybody has registered.
Result<std::int64_t> add_gpg_key(db::Transaction&, const Account&, const crypto::openpgp::Certificate&, bool proved);

// The primary ones, in the order in which they were registered.
std::vector<StoredGpgKey> gpg_keys_of(db::Queries&, std::int64_t account_id);

// A primary key with all that was registered with it, as tools read it.
struct ExportedGpgKey {
    std::string key_id;
    std::string packets; // in Base64; empty: it was registered before they were kept
};
BOOST_DESCRIBE_STRUCT(ExportedGpgKey, (), (key_id, packets))
std::vector<ExportedGpgKey> exported_gpg_keys_of(db::Queries&, std::int64_t account_id);

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

// The same for many signatures: all keys that have these ids, with the primary ones of those that are subkeys, by two
// looks at an index; and the one among them that made a signature. Null: none.
std::vector<StoredGpgKey> gpg_keys_by_ids(db::Queries&, const std::vector<std::string>& key_ids);
const StoredGpgKey* find_gpg_signer(std::span<const StoredGpgKey> among, const crypto::openpgp::Signature&,
                                    std::string_view data, Time now);

// From here on as the API has it.

struct CreateGPGKeyOption {
    std::string armored_public_key;
    std::string armored_signature;
};
BOOST_DESCRIBE_STRUCT(CreateGPGKeyOption, (), (armored_public_key, armored_signature))
constexpr auto notes(const CreateGPGKeyOption*)
{
    return std::array{
        Note{.member = "armored_public_key", .doc = "as `gpg --armor --export` writes it", .required = true},
        Note{"armored_signature", "proof of possession: a detached signature over the verification token"},
    };
}

struct VerifyGPGKeyOption {
    std::string key_id;
    std::string armored_signature;
};
BOOST_DESCRIBE_STRUCT(VerifyGPGKeyOption, (), (key_id, armored_signature))
constexpr auto notes(const VerifyGPGKeyOption*)
{
    return std::array{
        Note{.member = "key_id", .doc = "the id of the key, as the list has it", .required = true},
        Note{
            .member = "armored_signature", .doc = "a detached signature over the verification token", .required = true},
    };
}

struct GpgKeyAndSubkeys {
    StoredGpgKey key;
    std::vector<StoredGpgKey> subkeys;
};

// The page of an account's primary keys, in the order in which they were registered.
Page<GpgKeyAndSubkeys> list_gpg_keys(const api::Call&, const Account&, const Paging&);
// Errc::not_found for none of the account's; a subkey has none itself.
Result<GpgKeyAndSubkeys> find_gpg_key(const api::Call&, const Account&, std::int64_t id);

// What every way to register a key does: add_gpg_key(), told to the audit trail. The signature proves that it is theirs
// and may be empty; Errc::unprocessable for one that does not.
Result<GpgKeyAndSubkeys> register_gpg_key(const api::Call&, const Account&, const CreateGPGKeyOption&);
// Errc::not_found for no key of the account's that may sign, Errc::unprocessable for a signature that proves nothing.
Result<GpgKeyAndSubkeys> verify_gpg_key(const api::Call&, const Account&, const VerifyGPGKeyOption&);
// False when the account has no such key.
bool unregister_gpg_key(const api::Call&, const Account&, std::int64_t id);

} // namespace cairn::accounts
