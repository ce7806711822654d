// What a repository says about its issues before there are any: templates, and where else to turn to.
#include "issues/tables.hpp"
#include "issues/template_files.hpp"

namespace cairn::issues {

using namespace api;
using enum Method;
using repositories::RepositoryContext;

namespace {

struct IssueConfigValidation {
    bool valid = true;
    std::string message;
};
BOOST_DESCRIBE_STRUCT(IssueConfigValidation, (), (valid, message))
constexpr auto notes(const IssueConfigValidation*)
{
    return std::array{Note{"", "Whether the configuration of issues is as it should be"}};
}

// None is null, not an empty list, to today's clients.
using Templates = std::optional<std::vector<IssueTemplate>>;

Result<IssueConfig> get_config(Call& call, const RepositoryContext& place)
{
    return find_issue_config(call, place).value_or(IssueConfig());
}

Result<IssueConfigValidation> validate(Call& call, const RepositoryContext& place)
{
    const auto config = find_issue_config(call, place);
    if (config) return IssueConfigValidation();
    return IssueConfigValidation{.valid = false, .message = config.error().message};
}

Result<Templates> list(Call& call, const RepositoryContext& place)
{
    auto found = find_issue_templates(call, place);
    return found.empty() ? Templates() : Templates(std::move(found));
}

// clang-format off
constexpr Operation template_operations[] = {
    {GET, "/repos/{owner}/{repo}/issue_templates",       scope::repository, repositories::reads_code, handle<list>,       200, "repoGetIssueTemplates",   "List the templates for issues", {}, "IssueTemplates"},
    {GET, "/repos/{owner}/{repo}/issue_config",          scope::repository, repositories::reads_code, handle<get_config>, 200, "repoGetIssueConfig",      "Get how issues begin", {}, "RepoIssueConfig"},
    {GET, "/repos/{owner}/{repo}/issue_config/validate", scope::repository, repositories::reads_code, handle<validate>,   200, "repoValidateIssueConfig", "Check what the repository says about how issues begin", {}, "RepoIssueConfigValidation"},
};
// clang-format on
static_assert(well_formed(template_operations));

} // namespace

const Table template_table{"repository", template_operations};

} // namespace cairn::issues
