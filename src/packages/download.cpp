#include "packages/download.hpp"

#include "http/url.hpp"
#include "packages/content.hpp"

namespace cairn::packages {

Result<api::Raw> send_file(const api::Site& site, const StoredFile& file)
{
    auto body = open_content(site, file.uuid);
    if (!body) return not_found("the file");
    // What it holds must not become a page of this site.
    return api::Raw{
        .body = std::move(*body),
        .content_type = "application/octet-stream",
        .headers = {{"Content-Disposition", "attachment; filename*=UTF-8''" + http::encode_path_segment(file.name)},
                    {"ETag", "\"" + file.sha256 + "\""},
                    {"Accept-Ranges", "bytes"},
                    {"Cache-Control", "private, no-cache"},
                    {"X-Content-Type-Options", "nosniff"},
                    {"Content-Security-Policy", "default-src 'none'; sandbox"}}};
}

} // namespace cairn::packages
