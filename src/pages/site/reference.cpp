// The API's reference: for machines as Swagger 2.0 and OpenAPI 3.1, for people as a page made of the first.
#include "api/call.hpp"
#include "api/documents.hpp"
#include "config/settings.hpp"
#include "pages/assets.hpp"
#include "pages/site/tables.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;

namespace {

// The page's script builds its styles at run time, so those may be inline; nothing else comes from elsewhere.
constexpr std::string_view page_policy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
                                         "img-src 'self' data:; connect-src 'self'; font-src 'self'; "
                                         "base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

struct AssetPath {
    std::string file;
};
BOOST_DESCRIBE_STRUCT(AssetPath, (), (file))

Result<Raw> get_page(Call& call)
{
    if (!call.settings().api.enable_swagger) return not_found("the page");
    auto page = TRY(send_asset(call, "swagger.html"));
    page.headers.emplace_back("Content-Security-Policy", page_policy);
    page.headers.emplace_back("X-Frame-Options", "DENY");
    page.headers.emplace_back("Referrer-Policy", "no-referrer");
    return page;
}

Result<Raw> get_asset(Call& call, Path<AssetPath> path) { return send_asset(call, path->file); }

Raw document(std::shared_ptr<const std::string> text)
{
    return {.body = std::move(text),
            .content_type = "application/json;charset=utf-8",
            .headers = {{"Cache-Control", "public, max-age=300"}}};
}

Result<Raw> get_swagger(Call& call) { return document(call.site.get<api::Documents>().swagger()); }
Result<Raw> get_openapi(Call& call) { return document(call.site.get<api::Documents>().openapi()); }

// clang-format off
constexpr Operation reference_operations[] = {
    {GET, "/api/swagger",      scope::none, unguarded, handle<get_page>,    200, "siteReference", "Show the API's reference to a person"},
    {GET, "/swagger.v1.json",  scope::none, unguarded, handle<get_swagger>, 200, "siteSwagger",   "Describe the API as Swagger 2.0"},
    {GET, "/openapi3.v1.json", scope::none, unguarded, handle<get_openapi>, 200, "siteOpenApi",   "Describe the API as OpenAPI 3.1"},
    {GET, "/assets/{file*}",   scope::none, unguarded, handle<get_asset>,   200, "siteAsset",     "Give a file that the pages need"},
};
// clang-format on
static_assert(well_formed(reference_operations));

} // namespace

const Table reference_table{"site", reference_operations, Door::site};

} // namespace cairn::pages
