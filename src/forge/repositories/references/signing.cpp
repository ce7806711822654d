#include "repositories/references/signing.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "accounts/sign_in/two_factor.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "crypto/openpgp.hpp"
#include "crypto/signing.hpp"
#include "crypto/ssh_signature.hpp"
#include "db/database.hpp"

namespace cairn::repositories {

using api::Site;
using config::SigningCondition;
using config::SigningFormat;
using crypto::SshSignature;

namespace {

const crypto::Ed25519Key* key_of(const Site& site) { return site.get<CommitKey>().get(); }

bool has_key(db::Queries& db, std::int64_t account_id)
{
    return db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM gpg_key WHERE account_id = $1)"
                           " OR EXISTS (SELECT 1 FROM public_key WHERE account_id = $1) AS value",
                           account_id);
}

// The conditions that look at commits hold for a commit before which there are none.
Result<bool> verify_all(const SigningCase& wanted, std::span<const git::ObjectId> commits)
{
    for (const auto& commit : commits)
        if (!wanted.verifies || !TRY(wanted.verifies(commit))) return false;
    return true;
}

Result<bool> holds(const Site& site, const git::Repository& repository, const git::NewCommit& commit,
                   const SigningCase& wanted, SigningCondition condition)
{
    const std::span parents(commit.parents);
    switch (condition) {
    case SigningCondition::never: return false;
    case SigningCondition::always: return true;
    case SigningCondition::pubkey: return has_key(site.db, wanted.account_id);
    case SigningCondition::twofa: return accounts::second_step_of(site.db, wanted.account_id).needed();
    case SigningCondition::approved: return wanted.approved;
    case SigningCondition::parentsigned: return verify_all(wanted, parents);
    case SigningCondition::basesigned:
        return verify_all(wanted, parents.first(std::min<std::size_t>(parents.size(), 1)));
    case SigningCondition::commitssigned:
        return parents.empty() || wanted.brought.is_zero()
            || TRY(all_verify(repository, parents.front(), wanted.brought, wanted.verifies));
    }
    std::unreachable();
}

Result<bool> shall_sign(const Site& site, const git::Repository& repository, const git::NewCommit& commit,
                        const SigningCase& wanted)
{
    if (key_of(site) == nullptr || wanted.conditions.empty()) return false;
    for (const auto condition : wanted.conditions)
        if (!TRY(holds(site, repository, commit, wanted, condition))) return false;
    return true;
}

std::string sign(const Site& site, const std::string& text)
{
    auto signature = site.settings().repository_signing.signing_format == SigningFormat::ssh
        ? crypto::sign_ssh(*key_of(site), text, "git")
        : crypto::sign_openpgp(*key_of(site), text, Time::now());
    while (signature.ends_with('\n')) signature.pop_back(); // git ends the header's last line itself
    return signature;
}

} // namespace

CommitKey::CommitKey(const config::Settings& settings)
{
    const auto& file = settings.repository_signing.signing_key;
    if (file.empty()) return;
    auto key = crypto::Ed25519Key::from_file(file);
    if (!key) throw std::runtime_error(key.error().message);
    key_ = std::move(*key);
}

git::CommitWriter signing_writer(const Site& site, SigningCase wanted)
{
    return [&site, wanted = std::move(wanted)](const git::Repository& repository,
                                               const git::NewCommit& commit) -> Result<git::ObjectId> {
        if (!TRY(shall_sign(site, repository, commit, wanted))) return git::write_commit(repository, commit);
        const auto text = TRY(git::commit_text(repository, commit));
        return git::write_signed_commit(repository, text, sign(site, text));
    };
}

git::Person site_signer(const config::Settings& settings)
{
    const auto& signing = settings.repository_signing;
    return {.name = signing.signing_name,
            .email =
                signing.signing_email.empty() ? "noreply@" + settings.service.no_reply_address : signing.signing_email,
            .when = {}};
}

std::string site_key_name(const Site& site)
{
    if (key_of(site) == nullptr) return {};
    if (site.settings().repository_signing.signing_format == SigningFormat::openpgp)
        return crypto::openpgp_key_id(*key_of(site));
    const auto key = crypto::read_ssh_key(crypto::ssh_public_key(*key_of(site)));
    return key ? key->key.fingerprint() : std::string();
}

bool signed_by_site(const Site& site, const git::Signature& signature)
{
    if (key_of(site) == nullptr) return false;
    if (text::trim(signature.signature).starts_with(SshSignature::begin)) {
        const auto read = SshSignature::from_armor(signature.signature);
        return read && read->key().content() == crypto::ssh_public_key(*key_of(site))
            && read->verifies(signature.payload, "git");
    }
    const auto read = crypto::openpgp::Signature::from_armor(signature.signature);
    if (!read || read->issuer != crypto::openpgp_key_id(*key_of(site))) return false;
    const auto own = crypto::openpgp::Certificate::from_armor(
        crypto::openpgp_public_key(*key_of(site), site_signer(site.settings()).email));
    return own && own->signed_data(*read, signature.payload, Time::now());
}

} // namespace cairn::repositories
