#include "contents/verification.hpp"

#include <algorithm>
#include <utility>

#include "access/repositories.hpp"
#include "base/blocking_guard.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "crypto/ssh_signature.hpp"
#include "db/composition.hpp"
#include "db/database.hpp"
#include "repositories/references/signing.hpp"

namespace cairn::contents {

using accounts::Account;
using config::TrustModel;
using crypto::SshSignature;
namespace openpgp = crypto::openpgp;

namespace {

// The words that today's clients know.
constexpr std::string_view not_signed = "gpg.error.not_signed_commit";
constexpr std::string_view unreadable = "gpg.error.extract_sign";
constexpr std::string_view no_account = "gpg.error.no_committer_account";
constexpr std::string_view no_key = "gpg.error.no_gpg_keys_found";
constexpr std::string_view bad = "gpg.error.probable_bad_signature";

struct KeyOwner {
    std::string fingerprint;
    std::int64_t account_id = 0;
};
BOOST_DESCRIBE_STRUCT(KeyOwner, (), (fingerprint, account_id))

bool is_ssh(std::string_view signature) { return text::trim(signature).starts_with(SshSignature::begin); }

TrustModel model_of(const config::Settings& settings, const repositories::StoredRepository& repository)
{
    switch (repository.trust_model) {
    case repositories::TrustModel::collaborator: return TrustModel::collaborator;
    case repositories::TrustModel::committer: return TrustModel::committer;
    case repositories::TrustModel::collaboratorcommitter: return TrustModel::collaboratorcommitter;
    case repositories::TrustModel::default_: break;
    }
    return settings.repository_signing.default_trust_model;
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

Signatures::Signatures(const api::Site& site, const repositories::StoredRepository& repository)
    : site_(site), repository_(repository), model_(model_of(site.settings(), repository))
{
}

void Signatures::prepare(std::span<const std::optional<git::Signature>> signatures)
{
    std::set<std::string> fingerprints;
    std::set<std::string> key_ids;
    for (const auto& one : signatures) {
        if (!one) continue;
        if (is_ssh(one->signature)) {
            if (const auto read = SshSignature::from_armor(one->signature))
                fingerprints.insert(read->key().fingerprint());
        } else if (const auto read = openpgp::Signature::from_armor(one->signature)) key_ids.insert(read->issuer);
    }
    std::erase_if(fingerprints, [&](const auto& known) { return ssh_owners_.contains(known); });
    std::erase_if(key_ids, [&](const auto& known) { return known_ids_.contains(known); });
    if (fingerprints.empty() && key_ids.empty()) return;
    if (!fingerprints.empty()) {
        const std::vector<std::string> wanted(fingerprints.begin(), fingerprints.end());
        for (const auto& fingerprint : wanted) ssh_owners_.emplace(fingerprint, 0);
        db::Composition query("SELECT fingerprint, account_id FROM public_key WHERE account_id IS NOT NULL"
                              " AND fingerprint IN ");
        query << db::bound(wanted);
        for (const auto& row : site_.db.all<KeyOwner>(query)) ssh_owners_[row.fingerprint] = row.account_id;
    }
    auto keys = accounts::gpg_keys_by_ids(site_.db, {key_ids.begin(), key_ids.end()});
    for (auto& key : keys)
        if (std::ranges::find(gpg_keys_, key.id, &accounts::StoredGpgKey::id) == gpg_keys_.end())
            gpg_keys_.push_back(std::move(key));
    known_ids_.merge(key_ids);
    look_for_people();
}

// Those whose keys are known, and which of them belong to the repository.
void Signatures::look_for_people()
{
    std::set<std::int64_t> wanted;
    for (const auto& [fingerprint, owner] : ssh_owners_)
        if (owner != 0) wanted.insert(owner);
    for (const auto& key : gpg_keys_) wanted.insert(key.account_id);
    std::erase_if(wanted, [&](std::int64_t id) { return people_.contains(id); });
    if (wanted.empty()) return;
    const std::vector<std::int64_t> ids(wanted.begin(), wanted.end());
    db::Composition query("SELECT * FROM account WHERE id IN ");
    query << db::bound(ids);
    for (auto& account : site_.db.all<Account>(query)) people_.emplace(account.id, std::move(account));
    if (model_ == TrustModel::committer) return;
    for (const auto id : ids) collaborators_[id] = false;
    for (const auto id : access::collaborators_among(site_.db, repository_.facts(), access::Unit::code, ids))
        collaborators_[id] = true;
}

bool Signatures::is_collaborator(std::int64_t account_id)
{
    const auto found = collaborators_.find(account_id);
    return found != collaborators_.end() && found->second;
}

Trust Signatures::trust_of(bool is_committer, std::int64_t signer_id)
{
    switch (model_) {
    case TrustModel::committer: return is_committer ? Trust::trusted : Trust::unmatched;
    case TrustModel::collaborator:
        if (is_collaborator(signer_id)) return Trust::trusted;
        return is_committer ? Trust::untrusted : Trust::unmatched;
    case TrustModel::collaboratorcommitter:
        if (!is_committer) return Trust::unmatched;
        return is_collaborator(signer_id) ? Trust::trusted : Trust::untrusted;
    }
    std::unreachable();
}

std::optional<Signatures::Signer> Signatures::find_ssh(PayloadCommitVerification& shown, const Account* committer)
{
    const auto signature = SshSignature::from_armor(shown.signature);
    if (!signature) {
        shown.reason = unreadable;
        return {};
    }
    shown.reason = committer == nullptr ? no_account : no_key;
    const auto fingerprint = signature->key().fingerprint();
    const auto owner = people_.find(ssh_owners_[fingerprint]);
    if (owner == people_.end()) return {};
    if (!signature->verifies(shown.payload, "git")) {
        if (committer != nullptr && committer->id == owner->first) shown.reason = bad;
        return {};
    }
    return Signer{.account = &owner->second, .key = fingerprint, .bears_any = true};
}

std::optional<Signatures::Signer> Signatures::find_openpgp(PayloadCommitVerification& shown, const Account* committer)
{
    const auto signature = openpgp::Signature::from_armor(shown.signature);
    if (!signature) {
        shown.reason = unreadable;
        return {};
    }
    shown.reason = committer == nullptr ? no_account : no_key;
    const auto* key = accounts::find_gpg_signer(gpg_keys_, *signature, shown.payload, Time::now());
    if (key == nullptr) {
        const auto is_own = [&](const accounts::StoredGpgKey& each) {
            return committer != nullptr && each.key_id == signature->issuer && each.account_id == committer->id;
        };
        if (std::ranges::any_of(gpg_keys_, is_own)) shown.reason = bad;
        return {};
    }
    const auto owner = people_.find(key->account_id);
    if (owner == people_.end()) return {};
    Signer signer{.account = &owner->second, .key = key->key_id, .bears_any = key->verified};
    for (const auto email : text::split(key->emails, '\n')) signer.emails.emplace_back(email);
    return signer;
}

PayloadCommitVerification Signatures::verify(const std::optional<git::Signature>& signature,
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
    if (repositories::signed_by_site(site_, *signature)) {
        const auto signer = repositories::site_signer(site_.settings());
        shown.verified = true;
        shown.trust = Trust::trusted;
        shown.reason = signer.name + " / " + repositories::site_key_name(site_);
        shown.signer = PayloadUser{.name = signer.name, .email = signer.email};
        return shown;
    }
    prepare({&signature, 1});
    const auto* account = people.find(committer.email);
    const auto signer = is_ssh(shown.signature) ? find_ssh(shown, account) : find_openpgp(shown, account);
    if (!signer) return shown;
    const auto bears = [&](std::string_view email) { return text::iequals(email, committer.email); };
    const bool is_committer = account != nullptr && account->id == signer->account->id
        && (signer->bears_any || std::ranges::any_of(signer->emails, bears));
    shown.trust = trust_of(is_committer, signer->account->id);
    shown.signed_by = signer->account->name;
    // Programs are told of the committer's signature alone: what else there is, they have no word for.
    if (!is_committer) return shown;
    const auto& by = *signer->account;
    shown.verified = true;
    shown.reason = by.name + " / " + signer->key;
    shown.signer = PayloadUser{
        .name = by.full_name.empty() ? by.name : by.full_name, .email = committer.email, .username = by.name};
    return shown;
}

namespace {

struct ReadTag {
    std::optional<git::Signature> signature{};
    git::Person tagger{};
};

Result<ReadTag> read_signature(const git::Repository& repository, const git::ObjectId& id, git::Tag& tag)
{
    constexpr std::uint64_t largest = 1 << 20;
    const auto text = TRY(git::read_object(repository, id, largest)).bytes;
    return ReadTag{.signature = take_signature(tag.message, text), .tagger = tag.tagger.value_or(git::Person{})};
}

} // namespace

Result<PayloadCommitVerification> verify_tag(const api::Call& call, const repositories::StoredRepository& place,
                                             const git::Repository& repository, const git::ObjectId& id, git::Tag& tag)
{
    const auto read = TRY(read_signature(repository, id, tag));
    return Signatures(call.site, place)
        .verify(read.signature, read.tagger, People(call.db(), call.settings(), {&read.tagger.email, 1}));
}

std::vector<PayloadCommitVerification> verify_tags(const api::Call& call, const repositories::StoredRepository& place,
                                                   const git::Repository& repository,
                                                   std::span<const git::ObjectId> ids)
{
    std::vector<ReadTag> read;
    std::vector<std::string> emails;
    std::vector<std::optional<git::Signature>> signatures;
    for (const auto& id : ids) {
        auto tag = git::read_tag(repository, id);
        // What is no tag after all, or larger than anybody reads, is only not verified.
        read.push_back(tag ? read_signature(repository, id, *tag).value_or(ReadTag{}) : ReadTag{});
        emails.push_back(read.back().tagger.email);
        signatures.push_back(read.back().signature);
    }
    const People people(call.db(), call.settings(), emails);
    Signatures known(call.site, place);
    known.prepare(signatures);
    std::vector<PayloadCommitVerification> verified;
    for (const auto& each : read) verified.push_back(known.verify(each.signature, each.tagger, people));
    return verified;
}

} // namespace cairn::contents

template <> const cairn::Type& cairn::type_of<cairn::contents::PayloadCommitVerification>()
{
    return detail::type<cairn::contents::PayloadCommitVerification>;
}
