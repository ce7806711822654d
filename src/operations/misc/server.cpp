#include "misc/server.hpp"

#include "accounts/guards.hpp"
#include "misc/tables.hpp"

namespace cairn::misc {

using namespace api;
using accounts::anyone;
using enum Method;

namespace {

struct ServerVersion {
    std::string version;
};
BOOST_DESCRIBE_STRUCT(ServerVersion, (), (version))

Result<ServerVersion> get_version(Call&) { return ServerVersion{std::string(api_version)}; }

// clang-format off
constexpr Operation server_operations[] = {
    {GET, "/version", scope::none, anyone, instant<get_version>, 200, "getVersion", "Show the version of the API"},
};
// clang-format on
static_assert(well_formed(server_operations));

} // namespace

const Table server_table{"miscellaneous", server_operations};

} // namespace cairn::misc
