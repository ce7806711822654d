// Who signed a commit or a tag, as far as the keys that people have registered can tell.
#pragma once

#include <map>
#include <set>
#include <span>

#include "accounts/keys/gpg_key.hpp"
#include "api/call.hpp"
#include "base/reflect.hpp"
#include "contents/people.hpp"
#include "git/objects/objects.hpp"
#include "repositories/repository.hpp"

namespace cairn::contents {

struct PayloadUser {
    std::string name;
    std::string email;
    std::string username;
};
BOOST_DESCRIBE_STRUCT(PayloadUser, (), (name, email, username))
constexpr auto notes(const PayloadUser*)
{
    return std::array{
        Note{"", "Somebody as git has written them down, and their account"},
        Note{"name", "the full name, or the name of the account"},
        Note{.member = "email", .format = "email"},
        Note{"username", "the name of the account; empty if there is none"},
    };
}

// What a signature is worth in a repository, by its trust model.
enum class Trust : std::uint8_t {
    none,      // there is none, or nobody knows whose it is
    trusted,   // that of somebody whom the model trusts
    untrusted, // that of the committer, who does not belong to the repository
    unmatched, // that of somebody else than the committer
};
BOOST_DESCRIBE_ENUM(Trust, none, trusted, untrusted, unmatched)

struct PayloadCommitVerification {
    bool verified = false;
    std::string reason;
    std::string signature;
    std::optional<PayloadUser> signer;
    std::string payload;

    // What pages say beside it. Clients of the API know no word for it.
    Trust trust = Trust::none;
    std::string signed_by{}; // the name of the account whose key it is; empty: nobody's, or the site's
};
BOOST_DESCRIBE_STRUCT(PayloadCommitVerification, (), (verified, reason, signature, signer, payload))
constexpr auto notes(const PayloadCommitVerification*)
{
    return std::array{
        Note{"", "Whether the signature is that of the person who is named as committer"},
        Note{"reason", "signer and key, or a word that says why it is not verified"},
        Note{"signature", "armored; empty if there is none"},
        Note{"signer", "null if it is not verified"},
        Note{"payload", "what was signed"},
    };
}

// The signatures of one repository.
//
// A signature is that of the committer if a key made it that is registered in the account that has the committer's
// address as a verified one. An OpenPGP key must bear that address, too, unless its possession was proved. Such a one
// is verified. Which ones are trusted, the repository's trust model decides. What the site has signed for somebody is
// verified and trusted, and the site is the signer.
//
// What it has looked up it remembers: it is made for one request or one push, by one thread. Site and repository
// outlive it.
class Signatures {
public:
    Signatures(const api::Site&, const repositories::StoredRepository&);

    // Looks for the keys and the people behind all of these at once, which verify() does one by one otherwise.
    void prepare(std::span<const std::optional<git::Signature>>);

    PayloadCommitVerification verify(const std::optional<git::Signature>&, const git::Person& committer, const People&);

private:
    // Whose key made it. Nothing: nobody's, or it is none of that text.
    struct Signer {
        const accounts::Account* account = nullptr;
        std::string key;                   // its name
        std::vector<std::string> emails{}; // that it bears
        bool bears_any = false;            // whatever the address
    };

    std::optional<Signer> find_ssh(PayloadCommitVerification&, const accounts::Account* committer);
    std::optional<Signer> find_openpgp(PayloadCommitVerification&, const accounts::Account* committer);
    void look_for_people();
    bool is_collaborator(std::int64_t account_id);
    Trust trust_of(bool is_committer, std::int64_t signer_id);

    const api::Site& site_;
    const repositories::StoredRepository& repository_;
    config::TrustModel model_;
    std::map<std::string, std::int64_t> ssh_owners_{}; // by fingerprint; 0: it is no person's
    std::set<std::string> known_ids_{};                // of OpenPGP keys that were looked for
    std::vector<accounts::StoredGpgKey> gpg_keys_{};
    std::map<std::int64_t, accounts::Account> people_{};
    std::map<std::int64_t, bool> collaborators_{};
};

// The same for the tag of that id, as that of its tagger. Takes the signature, which git keeps at the end of the text,
// off its message.
Result<PayloadCommitVerification> verify_tag(const api::Call&, const repositories::StoredRepository&,
                                             const git::Repository&, const git::ObjectId&, git::Tag&);
// For many tags at once; nothing for what cannot be read.
std::vector<PayloadCommitVerification> verify_tags(const api::Call&, const repositories::StoredRepository&,
                                                   const git::Repository&, std::span<const git::ObjectId>);

} // namespace cairn::contents

// Described once for all who read the header.
template <> const cairn::Type& cairn::type_of<cairn::contents::PayloadCommitVerification>();
