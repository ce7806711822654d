// Where a module of Go is: https://go.dev/ref/mod#vcs-find. Go asks "/owner/name/any/folder?go-get=1" without
// credentials, also for what is private. So everybody is told the same of any name that a repository could have,
// whether there is one or not: the address is no secret, and git asks who may fetch from it.
#include "repositories/references/go_import.hpp"

#include "api/plain_refusal.hpp"
#include "base/text.hpp"
#include "db/database.hpp"
#include "http/url.hpp"
#include "repositories/guards.hpp"
#include "repositories/references/git_name.hpp"
#include "repositories/tables.hpp"

namespace cairn::repositories {

using namespace api;
using enum Method;

std::string go_meta_tags(const config::Settings& settings, const GoModule& module)
{
    const auto web = settings.server.root_url + module.owner + "/" + module.name;
    const auto prefix = web.substr(web.find("://") + 3);
    std::string branch;
    for (const auto part : text::split(module.branch, '/')) branch += "/" + http::encode_path_segment(part);
    const auto source = web + "/src/branch" + branch;
    const auto tag = [](std::string_view name, const std::string& content) {
        return "<meta name=\"" + std::string(name) + "\" content=\"" + text::escape_html(content) + "\">\n";
    };
    return tag("go-import", prefix + " git " + web + ".git")
        + tag("go-source", prefix + " _ " + source + "{/dir} " + source + "{/dir}/{file}#L{line}");
}

namespace {

struct BelowPath {
    std::string folder;
};
BOOST_DESCRIBE_STRUCT(BelowPath, (), (folder))

// The default branch is told to those who may read it. For others it is that of new repositories.
std::string branch_for(Call& call, std::string_view owner_name, std::string_view name)
{
    const auto& usual = call.settings().repository.default_branch;
    if (!call.caller.scopes.missing(scope::repository, Level::read).empty()) return usual;
    const auto owner = accounts::find_account(call.db(), owner_name);
    const auto repository = owner ? find_repository(call.db(), owner->id, name) : std::nullopt;
    if (!repository) return usual;
    const auto access = access::access_to(call.db(), access::Viewer::of(call.caller), repository->facts());
    return access.reads(access::Unit::code) ? repository->default_branch : usual;
}

Result<void> check_names(Call& call)
{
    const auto& owner = call.segment("owner");
    const auto name = git_name(call.segment("repo"));
    if (!accounts::check_name(owner) || name.wiki || !check_repository_name(name.name))
        return not_found("the repository");
    call.load(GoModule{.owner = owner, .name = name.name, .branch = branch_for(call, owner, name.name)});
    return {};
}

constexpr Guard names_module{.name = "names a module",
                             .path = &type_of<RepositoryPath>(),
                             .loads = &tag<GoModule>,
                             .errors = {404},
                             .check = &check_names};

Result<Raw> get(Call& call, const GoModule& module)
{
    return Raw{
        .body = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
            + go_meta_tags(call.settings(), module) + "<title>" + module.name + "</title>\n</head>\n<body>go get "
            + text::escape_html(call.settings().server.root_url.substr(call.settings().server.root_url.find("://") + 3))
            + module.owner + "/" + module.name + "</body>\n</html>\n",
        .content_type = "text/html; charset=utf-8",
        .headers = {{"Content-Security-Policy", "default-src 'none'; sandbox"},
                    {"Cache-Control", "private, no-cache"},
                    {"X-Content-Type-Options", "nosniff"}}};
}

Result<Raw> get_below(Call& call, const GoModule& module, Path<BelowPath>) { return get(call, module); }

// clang-format off
constexpr Operation go_import_operations[] = {
    {GET, "/{owner}/{repo}?go-get=1",           scope::none, names_module, handle<get>,       200, "siteGoImport",      "Tell Go where a module is"},
    {GET, "/{owner}/{repo}/{folder*}?go-get=1", scope::none, names_module, handle<get_below>, 200, "siteGoImportBelow", "Tell Go where the module of a package is"},
};
// clang-format on
static_assert(well_formed(go_import_operations));

} // namespace

const Table go_import_table{"site", go_import_operations, Door::site, &refuse_in_words, listens::to_tools_and_pages};

} // namespace cairn::repositories
