// Who signed a commit or a tag, as far as the keys that people have registered can tell.
#pragma once

#include "api/call.hpp"
#include "base/reflect.hpp"
#include "contents/people.hpp"
#include "git/objects/objects.hpp"

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

struct PayloadCommitVerification {
    bool verified = false;
    std::string reason;
    std::string signature;
    std::optional<PayloadUser> signer;
    std::string payload;
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

// A signature is that of the committer if a key made it that is registered in the account that has the committer's
// address as a verified one. An OpenPGP key must bear that address, too, unless its possession was proved. What the
// site has signed for somebody is verified, too, and the site is the signer.
PayloadCommitVerification verify(const api::Site&, const std::optional<git::Signature>&, const git::Person& committer,
                                 const People&);

// The same for the tag of that id, as that of its tagger. Takes the signature, which git keeps at the end of the text,
// off its message.
Result<PayloadCommitVerification> verify_tag(const api::Call&, const git::Repository&, const git::ObjectId&, git::Tag&);

} // namespace cairn::contents

// Described once for all who read the header.
template <> const cairn::Type& cairn::type_of<cairn::contents::PayloadCommitVerification>();
