// The person's SSH and OpenPGP keys, and the names by which SSH certificates call the person.
#include "accounts/guards.hpp"
#include "accounts/keys/gpg_key.hpp"
#include "accounts/keys/key_uses.hpp"
#include "accounts/keys/public_key.hpp"
#include "accounts/sign_in/in_person.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "pages/navigation.hpp"
#include "pages/page.hpp"
#include "pages/settings/tables.hpp"

namespace cairn::pages {

using namespace api;
using namespace accounts;
using enum Method;
using words::Phrase;

namespace {

constexpr std::string_view address = "/user/settings/keys";
constexpr std::size_t longest_title = 100;

const Notice key_added{"key-added", Phrase("The key is added.")};
const Notice key_removed{"key-removed", Phrase("The key is removed.")};
const Notice key_verified{"key-verified", Phrase("The key is verified: what it signs is shown as yours.")};
const Notice principal_added{"principal-added", Phrase("Certificates with this name open your account now.")};
const Notice principal_removed{"principal-removed", Phrase("Certificates with this name no longer open your account.")};

struct KeyForm {
    std::string title;
    std::string content;
};
BOOST_DESCRIBE_STRUCT(KeyForm, (), (title, content))

struct PrincipalForm {
    std::string name;
};
BOOST_DESCRIBE_STRUCT(PrincipalForm, (), (name))

struct GpgKeyForm {
    std::string armored_public_key;
    std::string armored_signature;
};
BOOST_DESCRIBE_STRUCT(GpgKeyForm, (), (armored_public_key, armored_signature))

// For a key that is there already.
struct GpgProofForm {
    std::string key_id;
    std::string proof;
};
BOOST_DESCRIBE_STRUCT(GpgProofForm, (), (key_id, proof))

struct KeyIdForm {
    std::int64_t id = 0;
};
BOOST_DESCRIBE_STRUCT(KeyIdForm, (), (id))

struct ShownKey {
    std::int64_t id = 0;
    std::string title;
    std::string fingerprint;
    Time created_at;
    Time last_used_at;
    bool used = false;
};
BOOST_DESCRIBE_STRUCT(ShownKey, (), (id, title, fingerprint, created_at, last_used_at, used))

struct ShownPrincipal {
    std::int64_t id = 0;
    std::string name;
};
BOOST_DESCRIBE_STRUCT(ShownPrincipal, (), (id, name))

struct ShownGpgKey {
    std::int64_t id = 0;
    std::string key_id;
    bool verified = false;
    std::vector<std::string> emails;
};
BOOST_DESCRIBE_STRUCT(ShownGpgKey, (), (id, key_id, verified, emails))

struct KeysView {
    Navigation navigation;
    std::vector<ShownKey> keys;
    Form<KeyForm> key_form;
    bool offers_principals = false;
    std::vector<ShownPrincipal> principals{};
    Form<PrincipalForm> principal_form;
    std::vector<ShownGpgKey> gpg_keys;
    Form<GpgKeyForm> gpg_form;
    Form<GpgProofForm> proof_form;
    std::string gpg_token;
};
BOOST_DESCRIBE_STRUCT(KeysView, (),
                      (navigation, keys, key_form, offers_principals, principals, principal_form, gpg_keys, gpg_form,
                       proof_form, gpg_token))

std::vector<ShownKey> shown_keys(Call& call)
{
    std::vector<ShownKey> shown;
    for (const StoredKey& key : public_keys_of(call.db(), call.caller.id)) {
        const auto used_at = call.site.get<accounts::KeyUses>().latest(key.id, key.last_used_at);
        shown.push_back({.id = key.id,
                         .title = key.title,
                         .fingerprint = key.fingerprint,
                         .created_at = key.created_at,
                         .last_used_at = used_at,
                         .used = used_at > key.created_at});
    }
    return shown;
}

std::vector<ShownGpgKey> shown_gpg_keys(Call& call)
{
    std::vector<ShownGpgKey> shown;
    for (const StoredGpgKey& key : gpg_keys_of(call.db(), call.caller.id)) {
        ShownGpgKey one{.id = key.id, .key_id = key.key_id, .verified = key.verified, .emails = {}};
        for (const auto email : text::split_list(key.emails, '\n')) one.emails.emplace_back(email);
        shown.push_back(std::move(one));
    }
    return shown;
}

Result<KeysView> show(Call& call, const Account& account, Form<KeyForm> key_form, Form<PrincipalForm> principal_form,
                      Form<GpgKeyForm> gpg_form, Form<GpgProofForm> proof_form)
{
    KeysView view{.navigation = settings_navigation(call),
                  .keys = shown_keys(call),
                  .key_form = std::move(key_form),
                  // Where the site trusts no authority no certificate opens anything, so nobody is asked for a name in
                  // one.
                  .offers_principals =
                      offers_principals(call.settings()) && !call.settings().server.ssh_trusted_user_ca_keys.empty(),
                  .principal_form = std::move(principal_form),
                  .gpg_keys = shown_gpg_keys(call),
                  .gpg_form = std::move(gpg_form),
                  .proof_form = std::move(proof_form),
                  .gpg_token = gpg_token(call.settings(), account, Time::now())};
    for (StoredPrincipal& principal : principals_of(call.db(), account.id))
        view.principals.push_back({.id = principal.id, .name = std::move(principal.name)});
    return view;
}

Result<void> add_key(Call& call, const Account& account, const KeyForm& form)
{
    std::string title(text::trim(form.title));
    if (title.empty()) title = TRY(read_public_key(call.settings(), form.content)).comment.substr(0, longest_title);
    if (title.empty()) return fail(Errc::unprocessable, "give the key a name");
    if (title.size() > longest_title) return fail(Errc::unprocessable, "a name has at most 100 characters");
    TRY(register_key(call, account, {.title = std::move(title), .key = form.content}));
    return {};
}

Result<Done> post_key(Call& call, const Account& account, Body<KeyForm> form)
{
    TRY(add_key(call, account, form.value));
    return done(std::string(address), key_added);
}

Result<Done> post_delete_key(Call& call, const Account& account, Body<KeyIdForm> form)
{
    TRY(unregister_own_key(call, account, form->id));
    return done(std::string(address), key_removed);
}

Result<Done> post_principal(Call& call, const Account& account, Body<PrincipalForm> form)
{
    TRY(register_principal(call, account, form->name));
    return done(std::string(address), principal_added);
}

Result<Done> post_delete_principal(Call& call, const Account& account, Body<KeyIdForm> form)
{
    TRY(unregister_principal(call, account, form->id));
    return done(std::string(address), principal_removed);
}

Result<Done> post_gpg_key(Call& call, const Account& account, Body<GpgKeyForm> form)
{
    TRY(register_gpg_key(
        call, account, {.armored_public_key = form->armored_public_key, .armored_signature = form->armored_signature}));
    return done(std::string(address), key_added);
}

Result<Done> post_gpg_proof(Call& call, const Account& account, Body<GpgProofForm> form)
{
    TRY(verify_gpg_key(call, account, {.key_id = form->key_id, .armored_signature = form->proof}));
    return done(std::string(address), key_verified);
}

Result<Done> post_delete_gpg_key(Call& call, const Account& account, Body<KeyIdForm> form)
{
    if (!unregister_gpg_key(call, account, form->id)) return not_found("the key");
    return done(std::string(address), key_removed);
}

constexpr auto& keys_page =
    shows<show, "settings/keys",
          "userCurrentListKeys userCurrentPostKey userCurrentListGPGKeys userCurrentPostGPGKey userVerifyGPGKey">;

// clang-format off
constexpr Operation key_operations[] = {
    {GET,  "/user/settings/keys",                  scope::none, signed_in, keys_page,              200, "siteKeysPage",        "Show the own keys"},
    {POST, "/user/settings/keys/ssh",              scope::none, signed_in_person, does<post_key, keys_page>,              303, "siteAddKey",          "Add an SSH key"},
    {POST, "/user/settings/keys/ssh/delete",       scope::none, signed_in, does<post_delete_key>,       303, "siteRemoveKey",       "Remove an SSH key"},
    {POST, "/user/settings/keys/principal",        scope::none, signed_in_person, does<post_principal, keys_page>,        303, "siteAddPrincipal",    "Add a principal of SSH certificates"},
    {POST, "/user/settings/keys/principal/delete", scope::none, signed_in, does<post_delete_principal>, 303, "siteRemovePrincipal", "Remove a principal of SSH certificates"},
    {POST, "/user/settings/keys/gpg",              scope::none, signed_in_person, does<post_gpg_key, keys_page>,          303, "siteAddGpgKey",       "Add an OpenPGP key"},
    {POST, "/user/settings/keys/gpg/verify",       scope::none, signed_in_person, does<post_gpg_proof, keys_page>,        303, "siteVerifyGpgKey",    "Prove that an OpenPGP key is yours"},
    {POST, "/user/settings/keys/gpg/delete",       scope::none, signed_in, does<post_delete_gpg_key>,   303, "siteRemoveGpgKey",    "Remove an OpenPGP key"},
};
// clang-format on
static_assert(well_formed(key_operations));

} // namespace

const Table key_table{"site", key_operations, Door::site, refuse_page};

} // namespace cairn::pages
