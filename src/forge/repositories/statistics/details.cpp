// The operations on what is known of a repository's content without looking at it: languages and licenses, counted in
// the background.
#include "base/text.hpp"
#include "db/database.hpp"
#include "repositories/guards.hpp"
#include "repositories/statistics/figures.hpp"
#include "repositories/tables.hpp"

namespace cairn::repositories {

using namespace api;
using enum Method;

namespace {

Result<std::map<std::string, std::int64_t>> get_languages(Call& call, const RepositoryContext& place)
{
    return languages_of(call.db(), place.repository.id);
}

Result<std::vector<std::string>> get_licenses(Call&, const RepositoryContext& place)
{
    std::vector<std::string> licenses;
    for (const auto license : text::split_list(place.repository.licenses)) licenses.emplace_back(license);
    return licenses;
}

// clang-format off
constexpr Operation detail_operations[] = {
    {GET, "/repos/{owner}/{repo}/languages", scope::repository, reads_code, handle<get_languages>, 200, "repoGetLanguages", "Tell how many bytes of each language a repository has", {}, "LanguageStatistics"},
    {GET, "/repos/{owner}/{repo}/licenses",  scope::repository, reads_code, handle<get_licenses>,  200, "repoGetLicenses",  "List the licenses of a repository", {}, "LicensesList"},
};
// clang-format on
static_assert(well_formed(detail_operations));

} // namespace

const Table detail_table{"repository", detail_operations};

} // namespace cairn::repositories
