#include "misc/server.hpp"

#include "accounts/guards.hpp"
#include "config/settings.hpp"

namespace cairn::misc {

using namespace api;
using accounts::anyone;
using enum Method;

namespace {

struct ServerVersion {
    std::string version;
};
BOOST_DESCRIBE_STRUCT(ServerVersion, (), (version))

struct GeneralAPISettings {
    std::int64_t max_response_items = 0;
    std::int64_t default_paging_num = 0;
    std::int64_t default_git_trees_per_page = 0;
    std::int64_t default_max_blob_size = 0;
    std::int64_t default_max_response_size = 0;
};
BOOST_DESCRIBE_STRUCT(GeneralAPISettings, (),
                      (max_response_items, default_paging_num, default_git_trees_per_page, default_max_blob_size,
                       default_max_response_size))

Result<ServerVersion> get_version(Call&) { return ServerVersion{std::string(api_version)}; }

Result<GeneralAPISettings> get_api_settings(Call& call)
{
    const auto& api = call.settings().api;
    return GeneralAPISettings{.max_response_items = api.max_response_items,
                              .default_paging_num = api.default_paging_num,
                              .default_git_trees_per_page = api.default_git_trees_per_page,
                              .default_max_blob_size = api.default_max_blob_size,
                              .default_max_response_size = api.default_max_response_size};
}

// clang-format off
constexpr Operation operations[] = {
    {GET, "/version",      scope::none, anyone, quick<get_version>,      200, "getVersion",            "Show the version of the API"},
};
constexpr Operation setting_operations[] = {
    {GET, "/settings/api", scope::none, anyone, quick<get_api_settings>, 200, "getGeneralAPISettings", "Show the limits of the API"},
};
// clang-format on
static_assert(well_formed(operations));
static_assert(well_formed(setting_operations));

} // namespace

const Table server_table{"miscellaneous", operations};
const Table setting_table{"settings", setting_operations};

} // namespace cairn::misc
