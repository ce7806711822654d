#include "pages/page_headers.hpp"

#include <algorithm>

#include "api/entity_tag.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"

namespace cairn::pages {

namespace {

// On the way to an application, no site shows the page in a frame of its own, whatever the settings say (RFC 9700,
// 4.16).
std::string_view frames_of(const config::Settings& settings, const PageHead& head)
{
    return head.leads_to_application ? "DENY" : std::string_view(settings.cors.x_frame_options);
}

std::string content_policy(const config::Settings& settings, const PageHead& head)
{
    std::string policy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; font-src 'self'; "
                         "connect-src 'self'; worker-src 'self'; base-uri 'none'";
    // Browsers hold every redirect after a form to its page's form-action. Where they end, only the application knows:
    // it may lead on from its address to any other site, or to a program by a scheme of its own, and many an address
    // (http://[::1]:8080) cannot be written as a source at all. A list would have to allow everything.
    if (!head.leads_to_application) policy += "; form-action 'self'";
    // Of whom, only their addresses say, and not every one can be written here.
    if (head.has_frames) policy += "; frame-src https: http:";
    else if (head.has_drawings) policy += "; frame-src 'self'";
    const std::string_view frames = frames_of(settings, head);
    if (text::iequals(frames, "deny")) policy += "; frame-ancestors 'none'";
    else if (!text::iequals(frames, "unset")) policy += "; frame-ancestors 'self'";
    return policy;
}

} // namespace

// A page may show what is nobody else's business, so that no cache keeps it, not even the browser's own.
void add_page_headers(api::Raw& raw, const config::Settings& settings, const PageHead& head)
{
    raw.headers.emplace_back("Cache-Control", "no-store");
    raw.headers.emplace_back("Content-Security-Policy", content_policy(settings, head));
    raw.headers.emplace_back("X-Content-Type-Options", "nosniff");
    raw.headers.emplace_back("Referrer-Policy", "same-origin");
    // A page on the way back to an application may be a popup that it has opened, and that must find it again.
    if (!head.leads_to_application) raw.headers.emplace_back("Cross-Origin-Opener-Policy", "same-origin");
    if (const auto frames = frames_of(settings, head); !text::iequals(frames, "unset"))
        raw.headers.emplace_back("X-Frame-Options", frames);
}

void let_be_kept(api::Raw& raw, std::string_view body)
{
    std::erase_if(raw.headers, [](const auto& header) { return header.first == "Cache-Control"; });
    raw.headers.emplace_back("Cache-Control", "private, no-cache");
    raw.headers.emplace_back("Vary", "Cookie, Accept-Language");
    raw.headers.emplace_back("ETag", api::entity_tag(body));
}

} // namespace cairn::pages
