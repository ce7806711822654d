// The operation that makes repositories out of templates.
#include "db/database.hpp"
#include "repositories/lifecycle/generate.hpp"
#include "repositories/show.hpp"
#include "repositories/tables.hpp"

namespace cairn::repositories {

using namespace api;
using enum Method;

namespace {

struct TemplatePath {
    std::string template_owner;
    std::string template_repo;
};
BOOST_DESCRIBE_STRUCT(TemplatePath, (), (template_owner, template_repo))
constexpr auto notes(const TemplatePath*)
{
    return std::array{Note{"template_owner", "the name of the account that owns the template"},
                      Note{"template_repo", "the name of the template"}};
}

Result<void> check_uses_template(Call& call)
{
    auto place = TRY(find_place(call, "template_owner", "template_repo"));
    TRY(question::signed_in(call, place));
    TRY(question::reads_or_forbidden(call, place, access::Unit::code));
    call.load(std::move(place));
    return {};
}
constexpr Guard uses_template{.name = "uses the template",
                              .path = &type_of<TemplatePath>(),
                              .loads = &tag<RepositoryContext>,
                              .errors = {401, 403, 404},
                              .check = &check_uses_template};

Result<Repository> generate(Call& call, const RepositoryContext& place, Body<GenerateRepoOption> body)
{
    auto made = TRY(generate_repository(call, place, body.value));
    // Clients know it as it was before its maker watched it and topics were given to it; a branch they hear of where
    // there is one.
    made.repository.watchers_count = 0;
    if (made.repository.empty) made.repository.default_branch.clear();
    return show_repository(call, made.repository, made.owner,
                           access::access_to(call.db(), access::Viewer::of(call.caller), made.repository.facts()));
}

// clang-format off
constexpr Operation generate_operations[] = {
    {POST, "/repos/{template_owner}/{template_repo}/generate", scope::repository, uses_template, handle<generate>, 201, "generateRepo", "Make a repository from a template", {409, 422}},
};
// clang-format on
static_assert(well_formed(generate_operations));

} // namespace

const Table generate_table{"repository", generate_operations};

} // namespace cairn::repositories
