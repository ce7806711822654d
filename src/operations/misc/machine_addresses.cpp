// Addresses that programs know without having been told, for robots, search engines and other servers.
#include "accounts/guards.hpp"
#include "api/codec.hpp"
#include "api/plain_refusal.hpp"
#include "api/view.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "misc/sitemap.hpp"
#include "misc/tables.hpp"
#include "misc/well_known.hpp"

namespace cairn::misc {

using namespace api;
using enum Method;

namespace {

constexpr std::string_view text_type = "text/plain; charset=utf-8";
constexpr std::string_view xml_type = "application/xml; charset=utf-8";

Raw file(std::string body, std::string_view type, std::string cache = "public, max-age=3600")
{
    return {.body = std::move(body),
            .content_type = std::string(type),
            .headers = {{"Cache-Control", std::move(cache)}, {"X-Content-Type-Options", "nosniff"}}};
}

struct FingerQuery {
    std::string resource;
};
BOOST_DESCRIBE_STRUCT(FingerQuery, (), (resource))

struct MapPath {
    std::string map;
};
BOOST_DESCRIBE_STRUCT(MapPath, (), (map))

struct NodeInfoLink {
    std::string rel;
    std::string href;
};
BOOST_DESCRIBE_STRUCT(NodeInfoLink, (), (rel, href))
struct NodeInfoLinks {
    std::vector<NodeInfoLink> links;
};
BOOST_DESCRIBE_STRUCT(NodeInfoLinks, (), (links))

// Pages of other sites may ask (RFC 7033, section 5).
Raw open_json(std::string body, std::string_view type)
{
    auto answer = file(std::move(body), type, "private, no-cache");
    answer.headers.emplace_back("Access-Control-Allow-Origin", "*");
    return answer;
}

Result<Raw> get_finger(Call& call, Query<FingerQuery> query)
{
    const auto found = TRY(finger(call, query->resource));
    return open_json(to_json(type_of<WebFinger>(), &found), "application/jrd+json");
}

Result<Raw> get_node_links(Call& call)
{
    const NodeInfoLinks links{.links = {{"http://nodeinfo.diaspora.software/ns/schema/2.1",
                                         call.settings().server.root_url + "-/nodeinfo/2.1"}}};
    return open_json(to_json(type_of<NodeInfoLinks>(), &links), "application/json");
}

Result<Raw> get_node(Call& call)
{
    const auto info = node_info(call);
    return open_json(to_json(type_of<NodeInfo>(), &info),
                     "application/json; profile=\"http://nodeinfo.diaspora.software/ns/schema/2.1#\"");
}

Result<Raw> get_robots(Call& call)
{
    auto own = own_robots(call.settings());
    return file(own ? std::move(*own) : robots(call.settings()), text_type);
}

Result<Raw> get_security(Call& call)
{
    auto contact = security_contact(call.settings(), Time::now());
    if (!contact) return not_found("security.txt");
    return file(std::move(*contact), text_type);
}

Result<Raw> get_index(Call& call) { return file(map_index(call.db(), call.settings()), xml_type); }

using MapOf = Result<std::string> (*)(db::Queries&, const config::Settings&, std::int64_t);

// "sitemap-3"
template <MapOf map_of> Result<Raw> get_map(Call& call, Path<MapPath> path)
{
    constexpr std::string_view beginning = "sitemap-";
    const std::string_view name = path->map;
    const auto number =
        name.starts_with(beginning) ? text::parse_integer(name.substr(beginning.size()), 1) : std::nullopt;
    if (!number) return not_found("the map");
    return file(TRY(map_of(call.db(), call.settings(), *number)), xml_type);
}

// clang-format off
constexpr Operation machine_operations[] = {
    {GET, "/.well-known/webfinger",    scope::none, unguarded, handle<get_finger>,                   200, "siteWebFinger",         "Tell whose an address is"},
    {GET, "/.well-known/nodeinfo",     scope::none, unguarded, handle<get_node_links>,               200, "siteNodeInfoLinks",     "Tell where it is told what runs here"},
    {GET, "/-/nodeinfo/2.1",           scope::none, unguarded, handle<get_node>,                     200, "siteNodeInfo",          "Tell what runs here"},
    {GET, "/.well-known/security.txt", scope::none, unguarded, handle<get_security>,                 200, "siteSecurity",          "Tell whom to tell of a hole"},
    {GET, "/robots.txt",               scope::none, unguarded, handle<get_robots>,                   200, "siteRobots",            "Tell robots what to leave alone"},
    {GET, "/sitemap.xml",              scope::none, unguarded, handle<get_index>,                    200, "siteMaps",              "List the maps of the site"},
    {GET, "/explore/repos/{map}.xml",  scope::none, unguarded, handle<get_map<map_of_repositories>>, 200, "siteMapOfRepositories", "Show a map of public repositories"},
    {GET, "/explore/users/{map}.xml",  scope::none, unguarded, handle<get_map<map_of_accounts>>,     200, "siteMapOfAccounts",     "Show a map of public people and organizations"},
};
// clang-format on
static_assert(well_formed(machine_operations));

} // namespace

const Table machine_table{"site", machine_operations, Door::site, &refuse_in_words, listens::to_tools_and_pages};

} // namespace cairn::misc
