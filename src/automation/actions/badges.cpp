// Badges: what became of a workflow, and what was released last, as a picture.
#include "actions/badge.hpp"
#include "actions/tables.hpp"
#include "api/plain_refusal.hpp"
#include "crypto/digest.hpp"
#include "releases/release.hpp"

namespace cairn::actions {

using namespace api;
using enum Method;

namespace {

struct BadgePath {
    std::string file;
};
BOOST_DESCRIBE_STRUCT(BadgePath, (), (file))

struct ReleaseBadgeQuery {
    std::string style;
};
BOOST_DESCRIBE_STRUCT(ReleaseBadgeQuery, (), (style))

Raw picture_of(const Badge& badge)
{
    auto picture = draw(badge);
    auto tag = "\"" + crypto::sha256_hex(picture).substr(0, 32) + "\"";
    return Raw{.body = std::move(picture),
               .content_type = "image/svg+xml;charset=utf-8",
               .headers = {{"ETag", std::move(tag)},
                           {"Cache-Control", "private, no-cache"}, // looked at again each time, which is cheap
                           {"X-Content-Type-Options", "nosniff"},
                           {"Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox"}}};
}

Result<Raw> get(Call& call, const RepositoryContext& place, Path<BadgePath> path, Query<BadgeQuery> query)
{
    return picture_of(badge_of(call, place, path->file, query.value));
}

// A repository without a release has a badge as well: a README shall not show a broken picture.
Result<Raw> get_release(Call& call, const RepositoryContext& place, Query<ReleaseBadgeQuery> query)
{
    const auto latest = releases::find_latest_release(call.db(), place);
    if (!latest && latest.error().code != Errc::not_found) return std::unexpected(latest.error());
    return picture_of({.label = "release",
                       .message = latest ? latest->tag_name : "none",
                       .color = latest ? "#1f6feb" : "#6e7781",
                       .style = query->style == "flat-square" ? BadgeStyle::flat_square : BadgeStyle::flat});
}

constexpr Guard sees_actions =
    repositories::repository_guard<repositories::question::reads_quietly<access::Unit::actions>>("sees actions");

constexpr Guard sees_releases =
    repositories::repository_guard<repositories::question::reads_quietly<access::Unit::releases>>("sees releases");

// clang-format off
constexpr Operation badge_operations[] = {
    {GET, "/{owner}/{repo}/actions/workflows/{file*}/badge.svg", scope::repository, sees_actions, handle<get>, 200, "siteWorkflowBadge", "Show what became of a workflow as a picture"},
    {GET, "/{owner}/{repo}/badges/release.svg", scope::repository, sees_releases, handle<get_release>, 200, "siteReleaseBadge", "Show what was released last as a picture"},
};
// clang-format on
static_assert(well_formed(badge_operations));

} // namespace

const Table badge_table{"site", badge_operations, Door::site, &refuse_in_words, listens::to_tools_and_pages};

} // namespace cairn::actions
