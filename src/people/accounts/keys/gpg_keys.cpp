// The operations on OpenPGP keys of people.
#include "accounts/guards.hpp"
#include "accounts/keys/gpg_key.hpp"
#include "accounts/tables.hpp"
#include "base/text.hpp"

namespace cairn::accounts {

using namespace api;
using enum Method;

namespace {

struct GPGKeyEmail {
    std::string email;
    bool verified = false;
};
BOOST_DESCRIBE_STRUCT(GPGKeyEmail, (), (email, verified))

struct GPGKey {
    std::int64_t id = 0;
    std::string primary_key_id;
    std::string key_id;
    std::string public_key;
    std::vector<GPGKeyEmail> emails;
    std::vector<GPGKey> subkeys;
    bool can_sign = false;
    bool can_encrypt_comms = false;
    bool can_encrypt_storage = false;
    bool can_certify = false;
    bool verified = false;
    Time created_at;
    Time expires_at = Time::never();
};
BOOST_DESCRIBE_STRUCT(GPGKey, (),
                      (id, primary_key_id, key_id, public_key, emails, subkeys, can_sign, can_encrypt_comms,
                       can_encrypt_storage, can_certify, verified, created_at, expires_at))
constexpr auto notes(const GPGKey*)
{
    return std::array{
        Note{"", "An OpenPGP key that is registered in an account, or a subkey of one"},
        Note{"primary_key_id", "of a subkey: the id of its primary key"},
        Note{"key_id", "the last 16 digits of the fingerprint"},
        Note{"public_key", "the packet of the public key, in Base64"},
        Note{"emails", "addresses of the key's identities that were verified ones of the account"},
        Note{"can_certify", "the same as can_sign"},
        Note{"verified", "the person has proved to have the private key"},
        Note{"created_at", "when the key was made"},
        Note{"expires_at", "when the key ends; year 1 if it does not"},
    };
}

struct GpgKeyPath {
    std::int64_t id = 0;
};
BOOST_DESCRIBE_STRUCT(GpgKeyPath, (), (id))
constexpr auto notes(const GpgKeyPath*) { return std::array{Note{"id", "the number of the key"}}; }

struct ListGpgKeys : Paging { };
BOOST_DESCRIBE_STRUCT(ListGpgKeys, (Paging), ())

GPGKey show_key(const StoredGpgKey& key)
{
    GPGKey shown{.id = key.id,
                 .primary_key_id = key.primary_key_id,
                 .key_id = key.key_id,
                 .public_key = key.packet,
                 .emails = {},
                 .subkeys = {},
                 .can_sign = key.can_sign,
                 .can_encrypt_comms = key.can_encrypt,
                 .can_encrypt_storage = key.can_encrypt,
                 .can_certify = key.can_sign,
                 .verified = key.verified,
                 .created_at = key.created_at,
                 .expires_at = key.expires_at};
    for (const auto email : text::split_list(key.emails, '\n')) shown.emails.push_back({std::string(email), true});
    return shown;
}

GPGKey show(const GpgKeyAndSubkeys& found)
{
    auto shown = show_key(found.key);
    for (const StoredGpgKey& subkey : found.subkeys) shown.subkeys.push_back(show_key(subkey));
    return shown;
}

Result<Unlinked<GPGKey>> list(Call& call, const Account& account, Query<ListGpgKeys> query)
{
    const auto found = list_gpg_keys(call, account, query.value);
    Unlinked<GPGKey> shown{.page = {.items = {}, .total = found.total}};
    for (const auto& key : found.items) shown.page.items.push_back(show(key));
    return shown;
}

Result<GPGKey> get(Call& call, const Account& account, Path<GpgKeyPath> path)
{
    return show(TRY(find_gpg_key(call, account, path->id)));
}

Result<GPGKey> create(Call& call, const Account& account, Body<CreateGPGKeyOption> body)
{
    return show(TRY(register_gpg_key(call, account, body.value)));
}

// That of somebody else is as good as gone already: nobody learns here which ones there are.
Result<> remove(Call& call, const Account& account, Path<GpgKeyPath> path)
{
    unregister_gpg_key(call, account, path->id);
    return {};
}

Result<Raw> get_token(Call& call, const Account& account)
{
    return Raw{.body = gpg_token(call.settings(), account, Time::now()), .content_type = "text/plain;charset=utf-8"};
}

// The document says 201, but today's clients get 200.
Result<Answered<GPGKey>> verify(Call& call, const Account& account, Body<VerifyGPGKeyOption> body)
{
    return Answered<GPGKey>{.value = show(TRY(verify_gpg_key(call, account, body.value))), .status = 200};
}

constexpr Scope own = scope::closed_to_public_only(scope::user);

// clang-format off
constexpr Operation gpg_key_operations[] = {
    {GET,    "/user/gpg_keys",             own,         signed_in,            handle<list>,      200, "userCurrentListGPGKeys",  "List the own OpenPGP keys", {403}, "GPGKeyList"},
    {POST,   "/user/gpg_keys",             own,         signed_in,            handle<create>,    201, "userCurrentPostGPGKey",   "Register an OpenPGP key", {403, 404, 422}},
    {GET,    "/user/gpg_keys/{id}",        own,         signed_in,            handle<get>,       200, "userCurrentGetGPGKey",    "Show an own OpenPGP key", {403, 404}},
    {DELETE, "/user/gpg_keys/{id}",        own,         signed_in,            handle<remove>,    204, "userCurrentDeleteGPGKey", "Delete an own OpenPGP key", {403, 404}},
    {GET,    "/user/gpg_key_token",        own,         signed_in,            handle<get_token>, 200, "getVerificationToken",    "Get the text to sign as proof that a key is yours", {403, 404}, "string", "text/plain"},
    {POST,   "/user/gpg_key_verify",       own,         signed_in,            handle<verify>,    201, "userVerifyGPGKey",        "Prove that an OpenPGP key is yours", {403, 404, 422}},
    {GET,    "/users/{username}/gpg_keys", scope::user, reads_user_signed_in, handle<list>,      200, "userListGPGKeys",         "List somebody's OpenPGP keys", {}, "GPGKeyList"},
};
// clang-format on
static_assert(well_formed(gpg_key_operations));

} // namespace

const Table gpg_key_table{"user", gpg_key_operations};

} // namespace cairn::accounts
