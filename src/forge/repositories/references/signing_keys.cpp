// The key that the site signs commits with, under its own address and under that of each repository.
#include "accounts/guards.hpp"
#include "config/settings.hpp"
#include "crypto/signing.hpp"
#include "repositories/guards.hpp"
#include "repositories/references/signing.hpp"
#include "repositories/tables.hpp"

namespace cairn::repositories {

using namespace api;
using accounts::anyone;
using config::SigningFormat;
using enum Method;

namespace {

template <SigningFormat format> Result<Raw> get_key(Call& call)
{
    const auto* key = call.site.get<CommitKey>().get();
    if (key == nullptr || call.settings().repository_signing.signing_format != format)
        return fail(Errc::not_found, "the site signs no commits with such a key");
    const auto signer = site_signer(call.settings());
    return Raw{.body = format == SigningFormat::ssh
                   ? crypto::ssh_public_key(*key) + "\n"
                   : crypto::openpgp_public_key(*key, signer.name + " <" + signer.email + ">"),
               .content_type = "text/plain;charset=utf-8"};
}

// clang-format off
constexpr Operation signing_key_operations[] = {
    {GET, "/repos/{owner}/{repo}/signing-key.gpg", scope::repository, sees_repository, handle<get_key<SigningFormat::openpgp>>, 200, "repoSigningKey",    "Show the OpenPGP key that commits are signed with", {}, {}, "text/plain"},
    {GET, "/repos/{owner}/{repo}/signing-key.pub", scope::repository, sees_repository, handle<get_key<SigningFormat::ssh>>,     200, "repoSigningKeySSH", "Show the SSH key that commits are signed with", {}, {}, "text/plain"},
};
constexpr Operation site_operations[] = {
    {GET, "/signing-key.gpg", scope::none, anyone, quick<get_key<SigningFormat::openpgp>>, 200, "getSigningKey",    "Show the OpenPGP key that the site signs with", {404}, {}, "text/plain"},
    {GET, "/signing-key.pub", scope::none, anyone, quick<get_key<SigningFormat::ssh>>,     200, "getSigningKeySSH", "Show the SSH key that the site signs with", {404}, {}, "text/plain"},
};
// clang-format on
static_assert(well_formed(signing_key_operations));
static_assert(well_formed(site_operations));

} // namespace

const Table signing_key_table{"repository", signing_key_operations};
const Table site_signing_key_table{"miscellaneous", site_operations};

} // namespace cairn::repositories
