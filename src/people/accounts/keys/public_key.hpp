// SSH public keys as the database holds them and as the API shows them, and the principals of SSH certificates.
#pragma once

#include "accounts/account.hpp"
#include "accounts/user.hpp"
#include "api/call.hpp"
#include "crypto/ssh_key.hpp"

namespace cairn::accounts {

struct StoredKey {
    std::int64_t id = 0;
    std::int64_t account_id = 0; // 0: a deploy key
    std::string title;
    std::string fingerprint;
    std::string content; // "ssh-ed25519 AAAA..."
    std::string comment;
    Time created_at;
    Time last_used_at;
};
BOOST_DESCRIBE_STRUCT(StoredKey, (), (id, account_id, title, fingerprint, content, comment, created_at, last_used_at))

// A public key as somebody pasted it. Errc::unprocessable for what is none, and for one that the site's settings call
// too weak.
Result<crypto::SshKeyLine> read_public_key(const config::Settings&, std::string_view text);

// Errc::unprocessable when anybody has the key, or the account one of that title.
Result<StoredKey> add_public_key(db::Transaction&, std::int64_t account_id, const std::string& title,
                                 const crypto::SshKeyLine&);

// In the order in which they were registered.
std::vector<StoredKey> public_keys_of(db::Queries&, std::int64_t account_id);

struct StoredPrincipal {
    std::int64_t id = 0;
    std::int64_t account_id = 0;
    std::string name;
    Time created_at;
};
BOOST_DESCRIBE_STRUCT(StoredPrincipal, (), (id, account_id, name, created_at))

// The name by which SSH certificates call the account. Errc::unprocessable when the settings do not allow this one or
// somebody has it.
Result<StoredPrincipal> add_principal(db::Transaction&, const config::Settings&, const Account&, std::string_view name);

// Whether people may register any.
bool offers_principals(const config::Settings&);

// The names that accounts have, as add_principal() left them.
std::vector<StoredPrincipal> principals_of(db::Queries&, std::int64_t account_id);
// What was deleted; nothing when the account has none of that id.
std::optional<StoredPrincipal> delete_principal(db::Transaction&, std::int64_t account_id, std::int64_t id);

// From here on as the API has it.

struct PublicKey {
    std::int64_t id = 0;
    std::string key;
    std::string url;
    std::string title;
    std::string fingerprint;
    Time created_at;
    Time last_used_at;
    std::optional<User> user;
    bool read_only = false;
    std::string key_type;
};
BOOST_DESCRIBE_STRUCT(PublicKey, (),
                      (id, key, url, title, fingerprint, created_at, last_used_at, user, read_only, key_type))
constexpr auto notes(const PublicKey*)
{
    return std::array{
        Note{"", "An SSH public key that is registered in an account"},
        Note{"key", "the key as OpenSSH writes it, with its comment"},
        Note{"fingerprint", "SHA256: and the digest of the key, as OpenSSH prints it"},
        Note{"last_used_at", "when a request was last signed with it; its registration, if none was"},
        Note{.member = "user", .doc = "whose it is; told to the person and to administrators", .omit_empty = true},
        Note{.member = "read_only", .doc = "may only read; of keys of a repository", .omit_empty = true},
        Note{.member = "key_type",
             .doc = "\"user\" for a key of an account; told to the person and to administrators",
             .omit_empty = true},
    };
}

struct CreateKeyOption {
    std::string title;
    std::string key;
    bool read_only = false;
};
BOOST_DESCRIBE_STRUCT(CreateKeyOption, (), (title, key, read_only))
constexpr auto notes(const CreateKeyOption*)
{
    return std::array{
        Note{.member = "title",
             .doc = "a name of your choice, once for each account",
             .required = true,
             .max_length = 255},
        Note{.member = "key", .doc = "an SSH public key as OpenSSH writes it, in PEM or SSH2", .required = true},
        Note{"read_only", "without effect on the keys of an account"},
    };
}

struct ListKeys : Paging {
    std::string fingerprint;
};
BOOST_DESCRIBE_STRUCT(ListKeys, (Paging), (fingerprint))
constexpr auto notes(const ListKeys*)
{
    return std::array{Note{"fingerprint", "only the key with this fingerprint: SHA256: and unpadded Base64"}};
}

struct KeyPath {
    std::int64_t id = 0;
};
BOOST_DESCRIBE_STRUCT(KeyPath, (), (id))
constexpr auto notes(const KeyPath*) { return std::array{Note{"id", "the number of the key"}}; }

struct KeyAndOwner {
    StoredKey key;
    Account owner;
};

// As the caller may see it; `owner` is told to the owner and to administrators.
PublicKey show_key(const api::Call&, const StoredKey&, const Account& owner);

// The page of an account's keys in the order in which they were registered; with a fingerprint, that key alone.
Page<StoredKey> list_public_keys(const api::Call&, const Account&, const ListKeys&);
// Whose key has the fingerprint, whoever it is.
Page<KeyAndOwner> find_fingerprint(const api::Call&, const ListKeys&);
// Anybody's key. Errc::not_found for none, and for one of a repository.
Result<KeyAndOwner> find_public_key(const api::Call&, std::int64_t id);

// What every way to register and to delete one does, told to the audit trail. Errc::unprocessable as read_public_key()
// and add_public_key() say.
Result<StoredKey> register_key(const api::Call&, const Account& owner, const CreateKeyOption&);
// As `doer`, who may be anybody: Errc::not_found for no account's key, Errc::forbidden for somebody else's unless the
// doer is an administrator.
Result<void> unregister_key(const api::Call&, const Account& doer, std::int64_t id);
// The same for what is about the own keys, also of administrators: Errc::not_found for every other one.
Result<void> unregister_own_key(const api::Call&, const Account& owner, std::int64_t id);

// add_principal() and delete_principal(), told to the audit trail. Errc::not_found where there is none to delete.
Result<StoredPrincipal> register_principal(const api::Call&, const Account&, std::string_view name);
Result<void> unregister_principal(const api::Call&, const Account&, std::int64_t id);

} // namespace cairn::accounts
