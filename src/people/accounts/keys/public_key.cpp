#include "accounts/keys/public_key.hpp"

#include <algorithm>

#include "accounts/audit/audit.hpp"
#include "accounts/keys/key_uses.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"

namespace cairn::accounts {

namespace {

std::unexpected<Error> unusable(std::string why) { return fail(Errc::unprocessable, std::move(why)); }

std::int64_t least_bits(const config::MinimumKeySizes& sizes, crypto::SshKeyType type)
{
    using enum crypto::SshKeyType;
    switch (type) {
    case rsa: return sizes.rsa;
    case ecdsa: return sizes.ecdsa;
    case ed25519: return sizes.ed25519;
    case ecdsa_sk: return sizes.ecdsa_sk;
    case ed25519_sk: return sizes.ed25519_sk;
    }
    return -1;
}

bool allows(const config::Settings& settings, config::PrincipalKind kind)
{
    const auto& allowed = settings.server.ssh_authorized_principals_allow;
    return std::ranges::find(allowed, kind) != allowed.end();
}

bool is_own_address(db::Queries& db, std::int64_t account_id, std::string_view address)
{
    return db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM email_address WHERE account_id = $1 AND lower_email = $2"
                           " AND verified) AS value",
                           account_id, text::to_lower(address));
}

// Deploy keys are of no account, and not within reach here.
std::optional<StoredKey> find_key_of_account(db::Queries& db, std::int64_t id)
{
    return db.first<StoredKey>("SELECT * FROM public_key WHERE id = $1 AND account_id IS NOT NULL", id);
}

void delete_key(const api::Call& call, db::Transaction& tx, const StoredKey& key)
{
    tx.run("DELETE FROM public_key WHERE id = $1", key.id);
    auto event = audit_event(call, AuditKind::key_removed);
    event.details = audit_details(AuditedKey{.form = "ssh", .id = key.id, .name = key.fingerprint});
    const auto owner = find_account(tx, key.account_id);
    audit(tx, owner ? concerning(event, *owner) : event);
}

} // namespace

Result<crypto::SshKeyLine> read_public_key(const config::Settings& settings, std::string_view text)
{
    auto read = TRY(crypto::read_ssh_key(text));
    const auto least = least_bits(settings.ssh_minimum_key_sizes, read.key.type());
    if (least < 0) return unusable("this site does not accept keys of type " + std::string(read.key.type_name()));
    if (read.key.bits() < static_cast<std::size_t>(least))
        return unusable("the key has " + std::to_string(read.key.bits()) + " bits; this site asks for at least "
                        + std::to_string(least));
    return read;
}

Result<StoredKey> add_public_key(db::Transaction& tx, std::int64_t account_id, const std::string& title,
                                 const crypto::SshKeyLine& line)
{
    const auto fingerprint = line.key.fingerprint();
    if (tx.scalar<bool>("SELECT EXISTS (SELECT 1 FROM public_key WHERE fingerprint = $1) AS value", fingerprint))
        return unusable("this key is registered already");
    const auto now = Time::now();
    auto made = tx.first<StoredKey>(
        "INSERT INTO public_key (account_id, title, fingerprint, content, comment, created_at, last_used_at)"
        " VALUES ($1, $2, $3, $4, $5, $6, $6) ON CONFLICT DO NOTHING RETURNING *",
        account_id, title, fingerprint, line.key.content(), line.comment, now);
    if (!made) return unusable("the account has a key with this title already");
    return std::move(*made);
}

bool offers_principals(const config::Settings& settings)
{
    const auto& allowed = settings.server.ssh_authorized_principals_allow;
    return !allowed.empty() && !allows(settings, config::PrincipalKind::off);
}

Result<StoredPrincipal> add_principal(db::Transaction& tx, const config::Settings& settings, const Account& account,
                                      std::string_view name)
{
    using config::PrincipalKind;
    name = text::trim(name);
    if (name.empty() || name.size() > 255 || !is_text(name) || name.find_first_of("\r\n") != name.npos)
        return unusable("a principal is a name of at most 255 characters in one line");
    const auto may_be = [&](PrincipalKind kind) { return allows(settings, kind); };
    const bool fits = offers_principals(settings)
        && (may_be(PrincipalKind::anything) || (may_be(PrincipalKind::username) && text::iequals(name, account.name))
            || (may_be(PrincipalKind::email) && is_own_address(tx, account.id, name)));
    if (!fits) return unusable("this site does not allow this principal for your account");
    auto made = tx.first<StoredPrincipal>("INSERT INTO ssh_principal (account_id, name, created_at)"
                                          " VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING *",
                                          account.id, name, Time::now());
    if (!made) return unusable("this principal is registered already");
    return std::move(*made);
}

std::vector<StoredKey> public_keys_of(db::Queries& db, std::int64_t account_id)
{
    return db.all<StoredKey>("SELECT * FROM public_key WHERE account_id = $1 ORDER BY id", account_id);
}

std::vector<StoredPrincipal> principals_of(db::Queries& db, std::int64_t account_id)
{
    return db.all<StoredPrincipal>("SELECT * FROM ssh_principal WHERE account_id = $1 ORDER BY id", account_id);
}

std::optional<StoredPrincipal> delete_principal(db::Transaction& tx, std::int64_t account_id, std::int64_t id)
{
    return tx.first<StoredPrincipal>("DELETE FROM ssh_principal WHERE account_id = $1 AND id = $2 RETURNING *",
                                     account_id, id);
}

PublicKey show_key(const api::Call& call, const StoredKey& key, const Account& owner)
{
    PublicKey shown{.id = key.id,
                    .key = key.comment.empty() ? key.content : key.content + " " + key.comment,
                    .url = call.settings().server.root_url + "api/v1/user/keys/" + std::to_string(key.id),
                    .title = key.title,
                    .fingerprint = key.fingerprint,
                    .created_at = key.created_at,
                    .last_used_at = call.site.get<accounts::KeyUses>().latest(key.id, key.last_used_at),
                    .user = {},
                    .key_type = {}};
    if (call.caller.admin || call.caller.id == owner.id) {
        shown.user = show_user(owner, call.caller, call.settings());
        shown.key_type = "user";
    }
    return shown;
}

Page<StoredKey> list_public_keys(const api::Call& call, const Account& account, const ListKeys& wanted)
{
    if (wanted.fingerprint.empty())
        return call.db().page<StoredKey>(wanted, "SELECT * FROM public_key WHERE account_id = $1 ORDER BY id",
                                         account.id);
    return call.db().page<StoredKey>(wanted,
                                     "SELECT * FROM public_key WHERE account_id = $1 AND fingerprint = $2 ORDER BY id",
                                     account.id, wanted.fingerprint);
}

Page<KeyAndOwner> find_fingerprint(const api::Call& call, const ListKeys& wanted)
{
    const auto found = call.db().page<StoredKey>(
        wanted, "SELECT * FROM public_key WHERE fingerprint = $1 AND account_id IS NOT NULL ORDER BY id",
        wanted.fingerprint);
    Page<KeyAndOwner> owned{.items = {}, .total = found.total};
    for (const StoredKey& key : found.items) {
        auto owner = find_account(call.db(), key.account_id);
        if (!owner) return {}; // deleted a moment ago
        owned.items.push_back({.key = key, .owner = std::move(*owner)});
    }
    return owned;
}

Result<KeyAndOwner> find_public_key(const api::Call& call, std::int64_t id)
{
    auto key = find_key_of_account(call.db(), id);
    auto owner = key ? find_account(call.db(), key->account_id) : std::nullopt;
    if (!owner) return not_found("the key");
    return KeyAndOwner{.key = std::move(*key), .owner = std::move(*owner)};
}

Result<StoredKey> register_key(const api::Call& call, const Account& owner, const CreateKeyOption& wanted)
{
    const auto line = TRY(read_public_key(call.settings(), wanted.key));
    auto event = audit_event(call, AuditKind::key_added, owner);
    return call.db().write([&](db::Transaction& tx) -> Result<StoredKey> {
        auto key = TRY(add_public_key(tx, owner.id, wanted.title, line));
        event.details = audit_details(AuditedKey{.form = "ssh", .id = key.id, .name = key.fingerprint});
        audit(tx, event);
        return key;
    });
}

Result<void> unregister_key(const api::Call& call, const Account& doer, std::int64_t id)
{
    return call.db().write([&](db::Transaction& tx) -> Result<void> {
        const auto key = find_key_of_account(tx, id);
        if (!key) return not_found("the key");
        if (key->account_id != doer.id && !doer.is_admin)
            return fail(Errc::forbidden, "this is the key of somebody else");
        delete_key(call, tx, *key);
        return {};
    });
}

Result<void> unregister_own_key(const api::Call& call, const Account& owner, std::int64_t id)
{
    return call.db().write([&](db::Transaction& tx) -> Result<void> {
        const auto key = find_key_of_account(tx, id);
        if (!key || key->account_id != owner.id) return not_found("the key");
        delete_key(call, tx, *key);
        return {};
    });
}

Result<StoredPrincipal> register_principal(const api::Call& call, const Account& account, std::string_view name)
{
    auto event = audit_event(call, AuditKind::key_added);
    return call.db().write([&](db::Transaction& tx) -> Result<StoredPrincipal> {
        auto made = TRY(add_principal(tx, call.settings(), account, name));
        event.details = audit_details(AuditedKey{.form = "principal", .id = made.id, .name = made.name});
        audit(tx, event);
        return made;
    });
}

Result<void> unregister_principal(const api::Call& call, const Account& account, std::int64_t id)
{
    auto event = audit_event(call, AuditKind::key_removed);
    return call.db().write([&](db::Transaction& tx) -> Result<void> {
        const auto removed = delete_principal(tx, account.id, id);
        if (!removed) return not_found("the principal");
        event.details = audit_details(AuditedKey{.form = "principal", .id = id, .name = removed->name});
        audit(tx, event);
        return {};
    });
}

} // namespace cairn::accounts
