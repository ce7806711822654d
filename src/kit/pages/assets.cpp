#include "pages/assets.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>
#include <utility>

#include "api/call.hpp"
#include "http/compression.hpp"

namespace cairn::pages {

namespace {

// A drawing is made from somebody's text by somebody's program, so it gets an origin of its own: whatever that text
// makes of the program, it reaches no page, no cookie and no network. Styles are made at run time, and fonts and
// pictures are not.
constexpr std::string_view drawing_policy =
    "sandbox allow-scripts; default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'";
constexpr std::string_view drawing_page = "drawing.html";

std::string_view embedded(std::string_view name)
{
    const auto files = embedded_files(); // in the order of their names
    const auto found = std::ranges::lower_bound(files, name, {}, &EmbeddedFile::name);
    return found == files.end() || found->name != name ? std::string_view() : found->bytes;
}

using Assets = std::map<std::string_view, Asset>;

// manifest.txt has a line for each file: the name that pages say, a blank, the marked one.
Assets read_manifest()
{
    Assets assets;
    std::string_view rest = embedded("manifest.txt");
    while (!rest.empty()) {
        const auto line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        const auto blank = line.find(' ');
        if (blank == line.npos) throw std::logic_error("web/dist/manifest.txt: " + std::string(line));
        const auto marked = line.substr(blank + 1);
        const Asset asset{.marked = marked, .bytes = embedded(marked), .packed = embedded(std::string(marked) + ".gz")};
        assets.emplace(line.substr(0, blank), asset);
        assets.emplace(marked, asset);
    }
    return assets;
}

} // namespace

const Asset* find_asset(std::string_view name)
{
    static const Assets assets = read_manifest();
    const auto found = assets.find(name);
    return found == assets.end() ? nullptr : &found->second;
}

std::string asset_address(std::string_view name)
{
    const Asset* asset = find_asset(name);
    if (asset == nullptr) throw std::logic_error("there is no asset " + std::string(name));
    return "/assets/" + std::string(asset->marked);
}

Result<api::Raw> send_asset(const api::Call& call, std::string_view name)
{
    const Asset* asset = find_asset(name);
    if (asset == nullptr) return not_found("the file");
    api::Raw raw{.body = {}, .content_type = std::string(content_type_of(name)), .headers = {}};
    const bool lasting = name == asset->marked;
    raw.headers = {{"Cache-Control", lasting ? "public, max-age=31536000, immutable" : "public, max-age=3600"},
                   {"Vary", "Accept-Encoding"},
                   {"X-Content-Type-Options", "nosniff"},
                   // They are the same for everybody, and a drawing's page, which has no origin, asks for some.
                   {"Access-Control-Allow-Origin", "*"}};
    const bool packed = http::accepts_gzip(call.request.header("Accept-Encoding"));
    if (packed) {
        raw.body = asset->packed;
        raw.headers.emplace_back("Content-Encoding", "gzip");
    } else if (!asset->bytes.empty()) raw.body = asset->bytes;
    // For the few who take nothing packed.
    else raw.body = http::gunzip(asset->packed);
    raw.headers.emplace_back("ETag", '"' + std::string(asset->marked) + (packed ? "-gzip\"" : "\""));
    if (const Asset* drawing = find_asset(drawing_page); drawing != nullptr && drawing->marked == asset->marked)
        raw.headers.emplace_back("Content-Security-Policy", drawing_policy);
    return raw;
}

std::string_view content_type_of(std::string_view name)
{
    static constexpr auto types = std::to_array<std::pair<std::string_view, std::string_view>>({
        {".html", "text/html; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".json", "application/json"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".txt", "text/plain; charset=utf-8"},
    });
    for (const auto& [ending, type] : types)
        if (name.ends_with(ending)) return type;
    return "application/octet-stream";
}

} // namespace cairn::pages
