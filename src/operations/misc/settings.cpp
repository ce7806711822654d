// What clients may know of the site's settings.
#include "config/settings.hpp"

#include "accounts/guards.hpp"
#include "base/text.hpp"
#include "misc/tables.hpp"

namespace cairn::misc {

using namespace api;
using accounts::anyone;
using enum Method;

namespace {

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

struct GeneralUISettings {
    std::string default_theme;
    std::vector<std::string> allowed_reactions;
    std::vector<std::string> custom_emojis;
};
BOOST_DESCRIBE_STRUCT(GeneralUISettings, (), (default_theme, allowed_reactions, custom_emojis))

struct GeneralAttachmentSettings {
    bool enabled = false;
    std::string allowed_types;
    std::int64_t max_size = 0;
    std::int64_t max_files = 0;
};
BOOST_DESCRIBE_STRUCT(GeneralAttachmentSettings, (), (enabled, allowed_types, max_size, max_files))
constexpr auto notes(const GeneralAttachmentSettings*)
{
    return std::array{
        Note{"allowed_types", "file endings and media types, separated by commas; empty for all"},
        Note{"max_size", "of one file, in MiB"},
    };
}

struct GeneralRepoSettings {
    bool mirrors_disabled = false;
    bool http_git_disabled = false;
    bool migrations_disabled = false;
    bool stars_disabled = false;
    bool time_tracking_disabled = false;
    bool lfs_disabled = false;
};
BOOST_DESCRIBE_STRUCT(GeneralRepoSettings, (),
                      (mirrors_disabled, http_git_disabled, migrations_disabled, stars_disabled, time_tracking_disabled,
                       lfs_disabled))

Result<GeneralAPISettings> get_api(Call& call)
{
    const auto& api = call.settings().api;
    return GeneralAPISettings{.max_response_items = api.max_response_items,
                              .default_paging_num = api.default_paging_num,
                              .default_git_trees_per_page = api.default_git_trees_per_page,
                              .default_max_blob_size = api.default_max_blob_size,
                              .default_max_response_size = api.default_max_response_size};
}

Result<GeneralUISettings> get_ui(Call& call)
{
    const auto& ui = call.settings().ui;
    return GeneralUISettings{
        .default_theme = ui.default_theme, .allowed_reactions = ui.reactions, .custom_emojis = ui.custom_emojis};
}

Result<GeneralAttachmentSettings> get_attachment(Call& call)
{
    const auto& attachment = call.settings().attachment;
    return GeneralAttachmentSettings{.enabled = attachment.enabled,
                                     .allowed_types = text::join(attachment.allowed_types, ","),
                                     .max_size = attachment.max_size,
                                     .max_files = attachment.max_files};
}

// Time tracking cannot be switched off for the whole site.
Result<GeneralRepoSettings> get_repository(Call& call)
{
    const auto& settings = call.settings();
    return GeneralRepoSettings{.mirrors_disabled = !settings.mirror.enabled,
                               .http_git_disabled = settings.repository.disable_http_git,
                               .migrations_disabled = settings.repository.disable_migrations,
                               .stars_disabled = settings.repository.disable_stars,
                               .lfs_disabled = !settings.server.lfs_start_server};
}

// clang-format off
constexpr Operation setting_operations[] = {
    {GET, "/settings/api",        scope::none, anyone, instant<get_api>,        200, "getGeneralAPISettings",        "Show the limits of the API"},
    {GET, "/settings/attachment", scope::none, anyone, instant<get_attachment>, 200, "getGeneralAttachmentSettings", "Show which files can be attached"},
    {GET, "/settings/repository", scope::none, anyone, instant<get_repository>, 200, "getGeneralRepositorySettings", "Show what repositories cannot do on this site"},
    {GET, "/settings/ui",         scope::none, anyone, instant<get_ui>,         200, "getGeneralUISettings",         "Show what people can choose from"},
};
// clang-format on
static_assert(well_formed(setting_operations));

} // namespace

const Table setting_table{"settings", setting_operations};

} // namespace cairn::misc
