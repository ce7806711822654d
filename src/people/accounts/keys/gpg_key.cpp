#include "accounts/keys/gpg_key.hpp"

#include <algorithm>
#include <iterator>

#include "accounts/audit/audit.hpp"
#include "base/encoding.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "crypto/digest.hpp"
#include "db/composition.hpp"
#include "db/database.hpp"

namespace cairn::accounts {

namespace openpgp = crypto::openpgp;

namespace {

std::unexpected<Error> not_proved()
{
    return fail(Errc::unprocessable, "this is no signature of the key over your token, which changes with each minute");
}

std::unexpected<Error> taken() { return fail(Errc::unprocessable, "this key is registered already"); }

std::optional<openpgp::Key> key_in(const StoredGpgKey& stored)
{
    const auto bytes = base64_decode(stored.packet);
    const auto packets = bytes ? openpgp::read_packets(*bytes, 1) : std::nullopt;
    auto key = packets && !packets->empty() ? openpgp::Key::from_packet(packets->front().body) : std::nullopt;
    if (key) key->expires = stored.expires_at;
    return key;
}

// The account's own spelling of those addresses that both have.
std::vector<std::string> shared_addresses(db::Queries& db, std::int64_t account_id, std::span<const std::string> emails)
{
    auto own = db.all<std::string>("SELECT email FROM email_address WHERE account_id = $1 AND verified ORDER BY id",
                                   account_id);
    std::erase_if(own, [&](const std::string& address) {
        return std::ranges::none_of(emails, [&](const auto& email) { return text::iequals(email, address); });
    });
    return own;
}

// Nothing when the key is a primary one that somebody has just registered.
std::optional<std::int64_t> insert(db::Transaction& tx, const StoredGpgKey& row, const openpgp::Key& key,
                                   openpgp::Tag tag)
{
    const auto primary_id = row.primary_id != 0 ? std::optional(row.primary_id) : std::nullopt;
    return tx.first<std::int64_t>(
        "INSERT INTO gpg_key (account_id, primary_id, primary_key_id, key_id, packet, emails, can_sign, can_encrypt,"
        " may_sign, verified, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)"
        " ON CONFLICT DO NOTHING RETURNING id",
        row.account_id, primary_id, row.primary_key_id, key.id(), base64_encode(openpgp::write_packet(tag, key.body())),
        row.emails, key.can_sign(), key.can_encrypt(), key.may_sign, row.verified, key.created(), key.expires);
}

// `keys` are of one account, in the order of their ids.
std::vector<GpgKeyAndSubkeys> with_subkeys(db::Queries& db, std::vector<StoredGpgKey> keys)
{
    std::vector<GpgKeyAndSubkeys> whole;
    for (StoredGpgKey& key : keys) whole.push_back({.key = std::move(key), .subkeys = {}});
    if (whole.empty()) return whole;
    std::size_t at = 0; // both are in the order of the primary keys
    for (StoredGpgKey& subkey : db.all<StoredGpgKey>(
             "SELECT * FROM gpg_key WHERE account_id = $1 AND primary_id BETWEEN $2 AND $3 ORDER BY primary_id, id",
             whole.front().key.account_id, whole.front().key.id, whole.back().key.id)) {
        while (at < whole.size() && whole[at].key.id < subkey.primary_id) ++at;
        if (at < whole.size() && whole[at].key.id == subkey.primary_id) whole[at].subkeys.push_back(std::move(subkey));
    }
    return whole;
}

} // namespace

std::string gpg_token(const config::Settings& settings, const Account& account, Time time)
{
    const std::string text = std::to_string(time.seconds / 60) + "\n" + std::to_string(account.created_at.seconds)
        + "\n" + account.name + "\n" + account.email + "\n" + std::to_string(account.id);
    const auto token = crypto::hmac_sha256("gpg token " + settings.security.secret_key, text);
    return hex_encode({reinterpret_cast<const char*>(token.data()), token.size()});
}

// People's tools may add the end of a line to what they sign.
bool proves_possession(std::span<const openpgp::Key> keys, const config::Settings& settings, const Account& account,
                       std::string_view proof)
{
    const auto signature = openpgp::Signature::from_armor(proof);
    if (!signature) return false;
    const auto now = Time::now();
    for (const std::int64_t age : {0, 60})
        for (const std::string_view ending : {"", "\n", "\r\n"}) {
            const auto text = gpg_token(settings, account, {now.seconds - age}).append(ending);
            if (std::ranges::any_of(keys, [&](const auto& key) { return key.signed_data(*signature, text, now); }))
                return true;
        }
    return false;
}

std::vector<openpgp::Key> signing_keys(const openpgp::Certificate& certificate)
{
    std::vector<openpgp::Key> keys{certificate.primary};
    std::ranges::copy_if(certificate.subkeys, std::back_inserter(keys), &openpgp::Key::may_sign);
    return keys;
}

std::vector<StoredGpgKey> signing_keys(db::Queries& db, std::int64_t account_id, std::string_view key_id)
{
    return db.all<StoredGpgKey>("SELECT k.* FROM gpg_key k JOIN gpg_key n ON COALESCE(n.primary_id, n.id) ="
                                " COALESCE(k.primary_id, k.id) WHERE n.account_id = $1 AND n.key_id = $2"
                                " AND k.account_id = $1 AND k.may_sign ORDER BY k.id",
                                account_id, text::to_upper(key_id));
}

std::vector<openpgp::Key> keys_in(std::span<const StoredGpgKey> rows)
{
    std::vector<openpgp::Key> keys;
    for (const StoredGpgKey& row : rows)
        if (auto key = key_in(row)) keys.push_back(std::move(*key));
    return keys;
}

void mark_verified(db::Transaction& tx, std::int64_t primary_id)
{
    tx.run("UPDATE gpg_key SET verified = TRUE WHERE id = $1 OR primary_id = $1", primary_id);
}

Result<std::int64_t> add_gpg_key(db::Transaction& tx, const Account& account, const openpgp::Certificate& certificate,
                                 bool proved)
{
    if (tx.scalar<bool>("SELECT EXISTS (SELECT 1 FROM gpg_key WHERE key_id = $1 AND primary_id IS NULL) AS value",
                        certificate.primary.id()))
        return taken();
    const auto emails = shared_addresses(tx, account.id, certificate.emails);
    if (emails.empty() && !proved)
        return fail(Errc::not_found, "none of the key's addresses is a verified address of your account");

    StoredGpgKey row{.account_id = account.id,
                     .primary_key_id = {},
                     .key_id = {},
                     .packet = {},
                     .emails = text::join(emails, "\n"),
                     .verified = proved};
    const auto id = insert(tx, row, certificate.primary, openpgp::Tag::public_key);
    if (!id) return taken();
    tx.run("INSERT INTO gpg_certificate (gpg_key_id, packets) VALUES ($1, $2)", *id,
           base64_encode(certificate.packets));
    row.emails.clear();
    row.primary_id = *id;
    row.primary_key_id = certificate.primary.id();
    for (const openpgp::Key& subkey : certificate.subkeys) insert(tx, row, subkey, openpgp::Tag::public_subkey);
    return *id;
}

std::optional<StoredGpgKey> find_gpg_signer(db::Queries& db, const openpgp::Signature& signature, std::string_view data,
                                            Time now)
{
    const auto keys = gpg_keys_by_ids(db, {signature.issuer});
    const auto* found = find_gpg_signer(keys, signature, data, now);
    return found == nullptr ? std::nullopt : std::optional(*found);
}

std::vector<StoredGpgKey> gpg_keys_by_ids(db::Queries& db, const std::vector<std::string>& key_ids)
{
    if (key_ids.empty()) return {};
    db::Composition query("SELECT * FROM gpg_key WHERE key_id IN ");
    query << db::bound(key_ids) << " ORDER BY id";
    auto keys = db.all<StoredGpgKey>(query);
    std::vector<std::int64_t> primaries;
    for (const auto& key : keys)
        if (key.primary_id != 0 && std::ranges::find(keys, key.primary_id, &StoredGpgKey::id) == keys.end())
            primaries.push_back(key.primary_id);
    if (primaries.empty()) return keys;
    db::Composition of_subkeys("SELECT * FROM gpg_key WHERE id IN ");
    of_subkeys << db::bound(primaries) << " ORDER BY id";
    std::ranges::move(db.all<StoredGpgKey>(of_subkeys), std::back_inserter(keys));
    return keys;
}

const StoredGpgKey* find_gpg_signer(std::span<const StoredGpgKey> among, const openpgp::Signature& signature,
                                    std::string_view data, Time now)
{
    for (const auto& row : among) {
        if (row.key_id != signature.issuer || !row.may_sign) continue;
        const auto key = key_in(row);
        if (!key || !key->signed_data(signature, data, now)) continue;
        if (row.primary_id == 0) return &row;
        const auto primary = std::ranges::find(among, row.primary_id, &StoredGpgKey::id);
        return primary == among.end() ? nullptr : &*primary;
    }
    return nullptr;
}

std::vector<StoredGpgKey> gpg_keys_of(db::Queries& db, std::int64_t account_id)
{
    return db.all<StoredGpgKey>("SELECT * FROM gpg_key WHERE account_id = $1 AND primary_id IS NULL ORDER BY id",
                                account_id);
}

std::vector<ExportedGpgKey> exported_gpg_keys_of(db::Queries& db, std::int64_t account_id)
{
    return db.all<ExportedGpgKey>(
        "SELECT k.key_id, COALESCE(c.packets, '') AS packets FROM gpg_key k LEFT JOIN gpg_certificate c"
        " ON c.gpg_key_id = k.id WHERE k.account_id = $1 AND k.primary_id IS NULL ORDER BY k.id",
        account_id);
}

Page<GpgKeyAndSubkeys> list_gpg_keys(const api::Call& call, const Account& account, const Paging& paging)
{
    auto found = call.db().page<StoredGpgKey>(
        paging, "SELECT * FROM gpg_key WHERE account_id = $1 AND primary_id IS NULL ORDER BY id", account.id);
    return {.items = with_subkeys(call.db(), std::move(found.items)), .total = found.total};
}

Result<GpgKeyAndSubkeys> find_gpg_key(const api::Call& call, const Account& account, std::int64_t id)
{
    auto found = with_subkeys(
        call.db(),
        call.db().all<StoredGpgKey>("SELECT * FROM gpg_key WHERE id = $1 AND account_id = $2", id, account.id));
    if (found.empty()) return not_found("the key");
    return std::move(found.front());
}

// Signatures are checked before the transaction begins: whoever writes next shall not wait for that.
Result<GpgKeyAndSubkeys> register_gpg_key(const api::Call& call, const Account& account,
                                          const CreateGPGKeyOption& wanted)
{
    const auto certificate = TRY(openpgp::Certificate::from_armor(wanted.armored_public_key));
    const bool proved = !text::trim(wanted.armored_signature).empty();
    if (proved && !proves_possession(signing_keys(certificate), call.settings(), account, wanted.armored_signature))
        return not_proved();
    auto event = audit_event(call, AuditKind::key_added);
    const auto id = TRY(call.db().write([&](db::Transaction& tx) -> Result<std::int64_t> {
        const auto added = TRY(add_gpg_key(tx, account, certificate, proved));
        event.details = audit_details(AuditedKey{.form = "gpg", .id = added, .name = {}});
        audit(tx, event);
        return added;
    }));
    return find_gpg_key(call, account, id);
}

Result<GpgKeyAndSubkeys> verify_gpg_key(const api::Call& call, const Account& account, const VerifyGPGKeyOption& proof)
{
    const auto keys = signing_keys(call.db(), account.id, proof.key_id);
    if (keys.empty()) return not_found("the key");
    if (!proves_possession(keys_in(keys), call.settings(), account, proof.armored_signature)) return not_proved();
    const auto id = keys.front().id;
    call.db().write([&](db::Transaction& tx) { mark_verified(tx, id); });
    return find_gpg_key(call, account, id);
}

bool unregister_gpg_key(const api::Call& call, const Account& account, std::int64_t id)
{
    auto event = audit_event(call, AuditKind::key_removed);
    event.details = audit_details(AuditedKey{.form = "gpg", .id = id, .name = {}});
    return call.db().write([&](db::Transaction& tx) {
        if (tx.run("DELETE FROM gpg_key WHERE id = $1 AND account_id = $2 AND primary_id IS NULL", id, account.id) == 0)
            return false;
        audit(tx, event);
        return true;
    });
}

} // namespace cairn::accounts
