// The person's SSH and OpenPGP keys, and the names by which SSH certificates call the person.
#include "accounts/guards.hpp"
#include "accounts/keys/gpg_key.hpp"
#include "accounts/keys/key_uses.hpp"
#include "accounts/keys/public_key.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "pages/page.hpp"
#include "pages/settings/tables.hpp"

namespace cairn::pages {

using namespace api;
using namespace accounts;
using enum Method;

namespace {

constexpr std::string_view address = "/user/settings/keys";
constexpr std::size_t longest_title = 100;

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

struct ShownEmail {
    std::string email;
};
BOOST_DESCRIBE_STRUCT(ShownEmail, (), (email))

struct ShownGpgKey {
    std::int64_t id = 0;
    std::string key_id;
    bool verified = false;
    std::vector<ShownEmail> emails;
};
BOOST_DESCRIBE_STRUCT(ShownGpgKey, (), (id, key_id, verified, emails))

struct KeysPage {
    std::vector<ShownKey> keys;
    bool has_keys = false;
    std::string key_error;
    std::string new_title;
    std::string new_content;
    bool shows_principals = false;
    bool offers_principals = false;
    std::vector<ShownPrincipal> principals;
    bool has_principals = false;
    std::string principal_error;
    std::string new_principal;
    std::vector<ShownGpgKey> gpg_keys;
    bool has_gpg_keys = false;
    std::string gpg_error;
    std::string new_gpg_key;
    std::string gpg_token;
};
BOOST_DESCRIBE_STRUCT(KeysPage, (),
                      (keys, has_keys, key_error, new_title, new_content, shows_principals, offers_principals,
                       principals, has_principals, principal_error, new_principal, gpg_keys, has_gpg_keys, gpg_error,
                       new_gpg_key, gpg_token))

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
        for (const auto email : text::split_list(key.emails, '\n')) one.emails.push_back({std::string(email)});
        shown.push_back(std::move(one));
    }
    return shown;
}

// Where the site trusts no authority no certificate opens anything, so nobody is asked for a name in one.
void add_principals(const Call& call, KeysPage& content)
{
    for (StoredPrincipal& principal : principals_of(call.db(), call.caller.id))
        content.principals.push_back({.id = principal.id, .name = std::move(principal.name)});
    content.has_principals = !content.principals.empty();
    content.offers_principals =
        offers_principals(call.settings()) && !call.settings().server.ssh_trusted_user_ca_keys.empty();
    content.shows_principals = content.offers_principals || content.has_principals;
}

Raw keys_page(Call& call, KeysPage content = {})
{
    content.keys = shown_keys(call);
    content.has_keys = !content.keys.empty();
    add_principals(call, content);
    content.gpg_keys = shown_gpg_keys(call);
    content.has_gpg_keys = !content.gpg_keys.empty();
    content.gpg_token = gpg_token(call.settings(), accounts::account_of(call.caller), Time::now());
    return page(call, {.file = "settings_keys", .title = "Keys", .tab = address, .status = 200}, content);
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

Result<Raw> get_keys(Call& call, const Account&) { return keys_page(call); }

Result<Raw> post_key(Call& call, const Account& account, Body<KeyForm> form)
{
    if (auto added = add_key(call, account, form.value); !added)
        return keys_page(
            call,
            {.key_error = sentence(added.error().message), .new_title = form->title, .new_content = form->content});
    leave_notice(call, "key-added");
    return see_other(call, address);
}

Result<Raw> post_delete_key(Call& call, const Account& account, Body<KeyIdForm> form)
{
    TRY(unregister_own_key(call, account, form->id));
    leave_notice(call, "key-removed");
    return see_other(call, address);
}

Result<Raw> post_principal(Call& call, const Account& account, Body<PrincipalForm> form)
{
    if (auto added = register_principal(call, account, form->name); !added)
        return keys_page(call, {.principal_error = sentence(added.error().message), .new_principal = form->name});
    leave_notice(call, "principal-added");
    return see_other(call, address);
}

Result<Raw> post_delete_principal(Call& call, const Account& account, Body<KeyIdForm> form)
{
    TRY(unregister_principal(call, account, form->id));
    leave_notice(call, "principal-removed");
    return see_other(call, address);
}

Result<Raw> post_gpg_key(Call& call, const Account& account, Body<GpgKeyForm> form)
{
    if (auto added = register_gpg_key(
            call, account,
            {.armored_public_key = form->armored_public_key, .armored_signature = form->armored_signature});
        !added)
        return keys_page(call, {.gpg_error = sentence(added.error().message), .new_gpg_key = form->armored_public_key});
    leave_notice(call, "key-added");
    return see_other(call, address);
}

Result<Raw> post_delete_gpg_key(Call& call, const Account& account, Body<KeyIdForm> form)
{
    if (!unregister_gpg_key(call, account, form->id)) return not_found("the key");
    leave_notice(call, "key-removed");
    return see_other(call, address);
}

// clang-format off
constexpr Operation key_operations[] = {
    {GET,  "/user/settings/keys",                  scope::none, signed_in, handle<get_keys>,              200, "siteKeysPage",        "Show the own keys"},
    {POST, "/user/settings/keys/ssh",              scope::none, signed_in, handle<post_key>,              303, "siteAddKey",          "Add an SSH key"},
    {POST, "/user/settings/keys/ssh/delete",       scope::none, signed_in, handle<post_delete_key>,       303, "siteRemoveKey",       "Remove an SSH key"},
    {POST, "/user/settings/keys/principal",        scope::none, signed_in, handle<post_principal>,        303, "siteAddPrincipal",    "Add a principal of SSH certificates"},
    {POST, "/user/settings/keys/principal/delete", scope::none, signed_in, handle<post_delete_principal>, 303, "siteRemovePrincipal", "Remove a principal of SSH certificates"},
    {POST, "/user/settings/keys/gpg",              scope::none, signed_in, handle<post_gpg_key>,          303, "siteAddGpgKey",       "Add an OpenPGP key"},
    {POST, "/user/settings/keys/gpg/delete",       scope::none, signed_in, handle<post_delete_gpg_key>,   303, "siteRemoveGpgKey",    "Remove an OpenPGP key"},
};
// clang-format on
static_assert(well_formed(key_operations));

} // namespace

const Table key_table{"site", key_operations, Door::site, refuse_page};

} // namespace cairn::pages
