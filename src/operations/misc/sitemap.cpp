#include "misc/sitemap.hpp"

#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "http/url.hpp"

namespace cairn::misc {

namespace {

struct Place {
    std::string owner;
    std::string name;
    Time updated_at;
};
BOOST_DESCRIBE_STRUCT(Place, (), (owner, name, updated_at))

constexpr std::string_view head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
constexpr std::string_view space = " xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n";

// A sitemap has addresses from its own site on, so ROOT_URL is before all of them.
void add(std::string& xml, std::string_view element, const config::Settings& settings, std::string_view path,
         std::string_view more = {})
{
    xml += "<" + std::string(element) + "><loc>" + text::escape_html(settings.server.root_url + std::string(path))
        + "</loc>" + std::string(more) + "</" + std::string(element) + ">\n";
}

std::string changed(Time time)
{
    if (time.seconds <= 0) return {};
    return "<lastmod>" + to_rfc3339(time) + "</lastmod>";
}

Result<std::string> write_map(const config::Settings& settings, const std::vector<Place>& places)
{
    if (places.empty()) return not_found("the map");
    std::string xml = std::string(head) + "<urlset" + std::string(space);
    for (const auto& place : places) {
        auto path = http::encode_path_segment(place.owner);
        if (!place.name.empty()) path += "/" + http::encode_path_segment(place.name);
        add(xml, "url", settings, path, changed(place.updated_at));
    }
    return xml + "</urlset>\n";
}

// Nothing is public where everybody has to sign in; and no map is so far behind.
bool has_maps(const config::Settings& settings, std::int64_t number)
{
    constexpr std::int64_t most_maps = 50'000;
    return !settings.service.require_signin_view && number >= 1 && number <= most_maps;
}

} // namespace

std::string map_index(db::Queries& db, const config::Settings& settings)
{
    std::string xml = std::string(head) + "<sitemapindex" + std::string(space);
    const auto list = [&](std::string_view path, std::int64_t count) {
        for (std::int64_t i = 1; (i - 1) * addresses_of_a_map < count; ++i)
            add(xml, "sitemap", settings, std::string(path) + std::to_string(i) + ".xml");
    };
    if (has_maps(settings, 1)) {
        list("explore/repos/sitemap-", db.scalar<std::int64_t>("SELECT count(*) FROM repository WHERE audience = 0"));
        list("explore/users/sitemap-",
             db.scalar<std::int64_t>("SELECT count(*) FROM account WHERE visibility = 'public' AND is_active"
                                     " AND NOT prohibit_login"));
    }
    return xml + "</sitemapindex>\n";
}

Result<std::string> map_of_repositories(db::Queries& db, const config::Settings& settings, std::int64_t number)
{
    if (!has_maps(settings, number)) return not_found("the map");
    return write_map(settings,
                     db.all<Place>("SELECT o.name AS owner, r.name, r.updated_at FROM (SELECT id, owner_id, name,"
                                   " updated_at FROM repository WHERE audience = 0 ORDER BY id LIMIT $1 OFFSET $2) r"
                                   " JOIN account o ON o.id = r.owner_id ORDER BY r.id",
                                   addresses_of_a_map, (number - 1) * addresses_of_a_map));
}

Result<std::string> map_of_accounts(db::Queries& db, const config::Settings& settings, std::int64_t number)
{
    if (!has_maps(settings, number)) return not_found("the map");
    return write_map(settings,
                     db.all<Place>("SELECT name AS owner, '' AS name, updated_at FROM account"
                                   " WHERE visibility = 'public' AND is_active AND NOT prohibit_login"
                                   " ORDER BY id LIMIT $1 OFFSET $2",
                                   addresses_of_a_map, (number - 1) * addresses_of_a_map));
}

} // namespace cairn::misc
