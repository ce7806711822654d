// The key that the site signs its own commits with. It signs none so far, so there is none to show.
#include "accounts/guards.hpp"
#include "misc/tables.hpp"

namespace cairn::misc {

using namespace api;
using accounts::anyone;
using enum Method;

namespace {

Result<Raw> get_key(Call&) { return fail(Errc::not_found, "this site has no key that it signs commits with"); }

// clang-format off
constexpr Operation operations[] = {
    {GET, "/signing-key.gpg", scope::none, anyone, quick<get_key>, 200, "getSigningKey",    "Show the OpenPGP key that the site signs with", {404}, {}, "text/plain"},
    {GET, "/signing-key.pub", scope::none, anyone, quick<get_key>, 200, "getSigningKeySSH", "Show the SSH key that the site signs with", {404}, {}, "text/plain"},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table signing_key_table{"miscellaneous", operations};

} // namespace cairn::misc
