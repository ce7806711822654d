#include "identity/resources.hpp"

#include <algorithm>

#include "api/codec.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "config/settings.hpp"
#include "http/url.hpp"
#include "identity/jwt.hpp"
#include "identity/provider.hpp"
#include "identity/redirect.hpp"

namespace cairn::identity {

namespace {

constexpr std::size_t most_resources = 8;
constexpr std::size_t longest_resource = 2 << 10;

enum class ResourceKind : std::uint8_t { nowhere, site, api, elsewhere };

std::string_view without_slash(std::string_view address)
{
    if (address.ends_with('/')) address.remove_suffix(1);
    return address;
}

ResourceKind place_of(const config::Settings& settings, std::string_view resource)
{
    const auto wanted = without_slash(resource);
    const auto root = without_slash(settings.server.root_url);
    if (wanted == root || resource == settings.oauth2.jwt_claim_issuer) return ResourceKind::site;
    if (wanted == std::string(root) + api_path) return ResourceKind::api;
    const bool known = std::ranges::any_of(settings.oauth2.resources,
                                           [&](const std::string& other) { return without_slash(other) == wanted; });
    return known ? ResourceKind::elsewhere : ResourceKind::nowhere;
}

std::unexpected<OAuth2Error> invalid(std::string why) { return refuse(OAuth2Errc::invalid_target, std::move(why)); }

struct JsonRequest {
    Json resource;
};
BOOST_DESCRIBE_STRUCT(JsonRequest, (), (resource))

} // namespace

OAuth2Result<std::string> read_resources(const config::Settings& settings, std::string_view joined)
{
    std::vector<std::string> resources;
    for (const auto resource : text::split_list(joined, ' ')) {
        if (resource.size() > longest_resource) return invalid("a resource has a very long address");
        if (!is_web_address(resource)) return invalid("a resource is no absolute address without a fragment");
        if (place_of(settings, resource) == ResourceKind::nowhere)
            return invalid("tokens of this site are not for the resource " + std::string(resource));
        if (std::ranges::find(resources, resource) == resources.end()) resources.emplace_back(resource);
    }
    if (resources.size() > most_resources) return invalid("there are too many resources");
    return text::join(resources, " ");
}

OAuth2Result<std::string> requested_resources(const config::Settings& settings, const http::Request& request)
{
    const auto format = api::body_format(request.header("Content-Type"));
    std::string joined;
    const auto add = [&](std::string_view resource) {
        std::string one(resource);
        std::ranges::replace(one, ' ', '\t'); // which no address has either
        joined.append(joined.empty() ? "" : " ").append(one);
    };
    if (format && *format == api::BodyFormat::form) {
        for (const auto& [name, value] : http::parse_query(request.body))
            if (name == "resource" && !value.empty()) add(value);
    } else {
        JsonRequest body;
        if (!api::decode_json(type_of<JsonRequest>(), request.body, &body)) return invalid("resource cannot be read");
        if (body.resource.text == "null") return joined;
        const auto list = read_texts(body.resource);
        if (!list) return invalid("resource is neither text nor a list of it");
        for (const auto& resource : *list) add(resource);
    }
    if (!is_text(joined)) return invalid("a resource is not text in UTF-8");
    return read_resources(settings, joined);
}

OAuth2Result<std::vector<std::string>> narrow_resources(const config::Settings& settings, std::string_view granted,
                                                        std::string_view requested)
{
    std::vector<std::string> wanted;
    const auto approved = text::split_list(granted, ' ');
    for (const auto resource : text::split_list(requested.empty() ? granted : requested, ' ')) {
        const bool allowed = approved.empty() ? place_of(settings, resource) != ResourceKind::elsewhere
                                              : std::ranges::find(approved, resource) != approved.end();
        if (!allowed) return invalid("the resource " + std::string(resource) + " was not approved");
        wanted.emplace_back(resource);
    }
    return wanted;
}

std::vector<std::string> foreign_resources(const config::Settings& settings, std::string_view joined)
{
    std::vector<std::string> foreign;
    for (const auto resource : text::split_list(joined, ' '))
        if (place_of(settings, resource) == ResourceKind::elsewhere) foreign.emplace_back(resource);
    return foreign;
}

bool is_for(const config::Settings& settings, std::span<const std::string> audience, std::string_view path)
{
    if (audience.empty()) return true;
    const bool in_api = path.starts_with(api_path) || path == path::userinfo;
    return std::ranges::any_of(audience, [&](const std::string& resource) {
        const auto place = place_of(settings, resource);
        return place == ResourceKind::site || (place == ResourceKind::api && in_api);
    });
}

} // namespace cairn::identity
