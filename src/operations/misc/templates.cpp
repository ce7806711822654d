// The templates that a new repository can begin with, as clients list them.
#include "accounts/guards.hpp"
#include "config/settings.hpp"
#include "http/url.hpp"
#include "misc/tables.hpp"
#include "templates/gitignore.hpp"
#include "templates/labels.hpp"
#include "templates/licenses.hpp"

namespace cairn::misc {

using namespace api;
using accounts::anyone;
using enum Method;

namespace {

struct NamePath {
    std::string name;
};
BOOST_DESCRIBE_STRUCT(NamePath, (), (name))
constexpr auto notes(const NamePath*) { return std::array{Note{"name", "the name of the template, as it is listed"}}; }

struct GitignoreTemplateInfo {
    std::string name;
    std::string source;
};
BOOST_DESCRIBE_STRUCT(GitignoreTemplateInfo, (), (name, source))

struct LicensesTemplateListEntry {
    std::string key;
    std::string name;
    std::string url;
};
BOOST_DESCRIBE_STRUCT(LicensesTemplateListEntry, (), (key, name, url))

struct LicenseTemplateInfo {
    std::string key;
    std::string name;
    std::string url;
    std::string implementation;
    std::string body;
};
BOOST_DESCRIBE_STRUCT(LicenseTemplateInfo, (), (key, name, url, implementation, body))
constexpr auto notes(const LicenseTemplateInfo*)
{
    return std::array{
        Note{"key", "its SPDX identifier"},
        Note{"implementation", "how to apply it"},
        Note{"body", "the text, with marks such as {{year}} where a repository's own go"},
    };
}

struct LabelTemplate {
    std::string name;
    bool exclusive = false;
    std::string color;
    std::string description;
};
BOOST_DESCRIBE_STRUCT(LabelTemplate, (), (name, exclusive, color, description))

constexpr std::string_view how_to_apply =
    "Put the text into a file named LICENSE or COPYING at the root of the repository, with the year, the owner and the "
    "name of the work where the text has a place for them.";

std::string license_url(const Call& call, std::string_view name)
{
    return call.settings().server.root_url + "api/v1/licenses/" + http::encode_path_segment(name);
}

Result<std::vector<std::string>> list_gitignores(Call&)
{
    std::vector<std::string> names;
    for (const EmbeddedFile& each : templates::gitignores()) names.emplace_back(each.name);
    return names;
}

Result<GitignoreTemplateInfo> get_gitignore(Call&, Path<NamePath> path)
{
    const EmbeddedFile* found = templates::find_gitignore(path->name);
    if (found == nullptr) return not_found("the template");
    return GitignoreTemplateInfo{std::string(found->name), std::string(found->bytes)};
}

Result<std::vector<LicensesTemplateListEntry>> list_licenses(Call& call)
{
    std::vector<LicensesTemplateListEntry> entries;
    for (const EmbeddedFile& each : templates::licenses())
        entries.push_back({std::string(each.name), std::string(each.name), license_url(call, each.name)});
    return entries;
}

Result<LicenseTemplateInfo> get_license(Call& call, Path<NamePath> path)
{
    const EmbeddedFile* found = templates::find_license(path->name);
    if (found == nullptr) return not_found("the license");
    return LicenseTemplateInfo{.key = std::string(found->name),
                               .name = std::string(found->name),
                               .url = license_url(call, found->name),
                               .implementation = std::string(how_to_apply),
                               .body = std::string(found->bytes)};
}

Result<std::vector<std::string>> list_label_sets(Call&)
{
    std::vector<std::string> names;
    for (const templates::LabelSet& each : templates::label_sets()) names.emplace_back(each.name);
    return names;
}

Result<std::vector<LabelTemplate>> get_label_set(Call&, Path<NamePath> path)
{
    const templates::LabelSet* found = templates::find_label_set(path->name);
    if (found == nullptr) return not_found("the set of labels");
    std::vector<LabelTemplate> labels;
    for (const templates::Label& each : found->labels)
        labels.push_back({.name = std::string(each.name),
                          .exclusive = each.exclusive,
                          .color = std::string(each.color),
                          .description = std::string(each.description)});
    return labels;
}

// clang-format off
constexpr Operation template_operations[] = {
    {GET, "/gitignore/templates",        scope::none, anyone, instant<list_gitignores>, 200, "listGitignoresTemplates",  "List the gitignore templates", {}, "GitignoreTemplateList"},
    {GET, "/gitignore/templates/{name}", scope::none, anyone, instant<get_gitignore>,   200, "getGitignoreTemplateInfo", "Show a gitignore template", {404}},
    {GET, "/label/templates",            scope::none, anyone, instant<list_label_sets>, 200, "listLabelTemplates",       "List the sets of labels", {}, "LabelTemplateList"},
    {GET, "/label/templates/{name}",     scope::none, anyone, instant<get_label_set>,   200, "getLabelTemplateInfo",     "Show a set of labels", {404}, "LabelTemplateInfo"},
    {GET, "/licenses",                   scope::none, anyone, instant<list_licenses>,   200, "listLicenseTemplates",     "List the licenses", {}, "LicenseTemplateList"},
    {GET, "/licenses/{name}",            scope::none, anyone, instant<get_license>,     200, "getLicenseTemplateInfo",   "Show a license", {404}},
};
// clang-format on
static_assert(well_formed(template_operations));

} // namespace

const Table template_table{"miscellaneous", template_operations};

} // namespace cairn::misc
