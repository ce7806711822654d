#include "ssh/keys.hpp"

#include "crypto/ssh_certificate.hpp"
#include "db/database.hpp"

namespace cairn::ssh {

using transport::Visitor;

namespace {

struct FoundKey {
    std::int64_t id = 0;
    std::int64_t account_id = 0; // 0: a deploy key
    std::string content;
};
BOOST_DESCRIBE_STRUCT(FoundKey, (), (id, account_id, content))

std::optional<KeyOwner> holder_of(db::Database& db, const std::optional<FoundKey>& key)
{
    if (!key) return {};
    if (key->account_id == 0) return KeyOwner{.key_id = key->id, .visitor = Visitor::of_deploy_key(key->id)};
    auto account = accounts::find_account(db, key->account_id);
    if (!account) return {};
    return KeyOwner{.key_id = key->id,
                    .visitor = Visitor::of(std::make_shared<const accounts::Account>(std::move(*account)))};
}

} // namespace

std::optional<KeyOwner> find_holder(db::Database& db, const crypto::SshKey& key)
{
    auto found =
        db.first<FoundKey>("SELECT id, account_id, content FROM public_key WHERE fingerprint = $1", key.fingerprint());
    if (found && found->content != key.content()) found.reset();
    return holder_of(db, found);
}

std::optional<KeyOwner> find_holder(db::Database& db, std::int64_t key_id)
{
    return holder_of(db, db.first<FoundKey>("SELECT id, account_id, content FROM public_key WHERE id = $1", key_id));
}

std::optional<KeyOwner> find_holder(db::Database& db, const accounts::Certificates& certificates, std::string_view blob,
                                    std::string_view address)
{
    if (const auto key = crypto::SshKey::from_blob(blob)) return find_holder(db, *key);
    if (!certificates.any()) return {};
    const auto certificate = crypto::SshCertificate::from_blob(blob);
    auto account = certificate ? certificates.holder(*certificate, Time::now(), address) : std::nullopt;
    if (!account) return {};
    return KeyOwner{.visitor = Visitor::of(std::make_shared<const accounts::Account>(std::move(*account)))};
}

} // namespace cairn::ssh
