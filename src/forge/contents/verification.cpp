#include "contents/verification.hpp"

#include <algorithm>

#include "accounts/keys/gpg_key.hpp"
#include "base/blocking_guard.hpp"
#include "base/text.hpp"
#include "crypto/ssh_signature.hpp"
#include "db/database.hpp"
#include "repositories/references/signing.hpp"

namespace cairn::contents {

using accounts::Account;
using crypto::SshSignature;
namespace openpgp = crypto::openpgp;

namespace {

// The words that today's clients know.
constexpr std::string_view not_signed = "gpg.error.not_signed_commit";
constexpr std::string_view unreadable = "gpg.error.extract_sign";
constexpr std::string_view no_account = "gpg.error.no_committer_account";
constexpr std::string_view no_key = "gpg.error.no_gpg_keys_found";
constexpr std::string_view bad = "gpg.error.probable_bad_signature";

void mark_verified(PayloadCommitVerification& shown, const Account& signer, const git::Person& committer,
                   std::string_view key)
{
    shown.verified = true;
    shown.reason = signer.name + " / " + std::string(key);
    shown.signer = PayloadUser{.name = signer.full_name.empty() ? signer.name : signer.full_name,
                               .email = committer.email,
                               .username = signer.name};
}

void verify_ssh(db::Queries& db, PayloadCommitVerification& shown, const git::Person& committer, const Account* account)
{
    const auto signature = SshSignature::from_armor(shown.signature);
    if (!signature) {
        shown.reason = unreadable;
        return;
    }
    if (account == nullptr) {
        shown.reason = no_account;
        return;
    }
    const auto fingerprint = signature->key().fingerprint();
    const auto owner = db.first<std::int64_t>(
        "SELECT account_id FROM public_key WHERE fingerprint = $1 AND account_id IS NOT NULL", fingerprint);
    if (!owner || *owner != account->id) shown.reason = no_key;
    else if (!signature->verifies(shown.payload, "git")) shown.reason = bad;
    else mark_verified(shown, *account, committer, fingerprint);
}

void verify_openpgp(db::Queries& db, PayloadCommitVerification& shown, const git::Person& committer,
                    const Account* account)
{
    const auto signature = openpgp::Signature::from_armor(shown.signature);
    if (!signature) {
        shown.reason = unreadable;
        return;
    }
    if (account == nullptr) {
        shown.reason = no_account;
        return;
    }
    const auto key = accounts::find_gpg_signer(db, *signature, shown.payload, Time::now());
    if (!key) {
        const bool known =
            db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM gpg_key WHERE key_id = $1 AND account_id = $2) AS value",
                            signature->issuer, account->id);
        shown.reason = known ? bad : no_key;
        return;
    }
    const auto bears = [&](std::string_view email) { return text::iequals(email, committer.email); };
    if (key->account_id != account->id
        || !(key->verified || std::ranges::any_of(text::split(key->emails, '\n'), bears)))
        shown.reason = no_key;
    else mark_verified(shown, *account, committer, key->key_id);
}

// Git keeps the signature of a tag at the end of its text.
std::optional<git::Signature> take_signature(std::string& message, std::string_view text)
{
    for (const std::string_view begin :
         {std::string_view("-----BEGIN PGP SIGNATURE-----"), crypto::SshSignature::begin}) {
        const auto in_message = message.find(begin);
        const auto in_text = text.find(begin);
        if (in_message == message.npos || in_text == text.npos) continue;
        git::Signature signature{.signature = message.substr(in_message),
                                 .payload = std::string(text.substr(0, in_text))};
        message.resize(in_message);
        return signature;
    }
    return {};
}

} // namespace

PayloadCommitVerification verify(const api::Site& site, const std::optional<git::Signature>& signature,
                                 const git::Person& committer, const People& people)
{
    PayloadCommitVerification shown;
    if (!signature) {
        shown.reason = not_signed;
        return shown;
    }
    before_blocking();
    shown.signature = signature->signature;
    shown.payload = signature->payload;
    if (repositories::signed_by_site(site, *signature)) {
        const auto signer = repositories::site_signer(site.settings());
        shown.verified = true;
        shown.reason = signer.name + " / " + repositories::site_key_name(site);
        shown.signer = PayloadUser{.name = signer.name, .email = signer.email};
        return shown;
    }
    const auto* account = people.find(committer.email);
    if (text::trim(shown.signature).starts_with(SshSignature::begin)) verify_ssh(site.db, shown, committer, account);
    else verify_openpgp(site.db, shown, committer, account);
    return shown;
}

Result<PayloadCommitVerification> verify_tag(const api::Call& call, const git::Repository& repository,
                                             const git::ObjectId& id, git::Tag& tag)
{
    constexpr std::uint64_t largest = 1 << 20;
    const auto text = TRY(git::read_object(repository, id, largest)).bytes;
    const auto signature = take_signature(tag.message, text);
    const auto tagger = tag.tagger.value_or(git::Person{});
    return verify(call.site, signature, tagger, People(call.db(), call.settings(), {&tagger.email, 1}));
}

} // namespace cairn::contents

template <> const cairn::Type& cairn::type_of<cairn::contents::PayloadCommitVerification>()
{
    return detail::type<cairn::contents::PayloadCommitVerification>;
}
