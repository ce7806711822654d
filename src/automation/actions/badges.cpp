// Badges: what became of a workflow as a picture.
#include "actions/badge.hpp"
#include "actions/tables.hpp"
#include "api/plain_refusal.hpp"
#include "crypto/digest.hpp"

namespace cairn::actions {

using namespace api;
using enum Method;

namespace {

struct BadgePath {
    std::string file;
};
BOOST_DESCRIBE_STRUCT(BadgePath, (), (file))

Result<Raw> get(Call& call, const RepositoryContext& place, Path<BadgePath> path, Query<BadgeQuery> query)
{
    auto picture = draw(badge_of(call, place, path->file, query.value));
    auto tag = "\"" + crypto::sha256_hex(picture).substr(0, 32) + "\"";
    return Raw{.body = std::move(picture),
               .content_type = "image/svg+xml;charset=utf-8",
               .headers = {{"ETag", std::move(tag)},
                           {"Cache-Control", "private, no-cache"}, // looked at again each time, which is cheap
                           {"X-Content-Type-Options", "nosniff"},
                           {"Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox"}}};
}

constexpr Guard sees_actions =
    repositories::repository_guard<repositories::question::reads_quietly<access::Unit::actions>>("sees actions");

// clang-format off
constexpr Operation badge_operations[] = {
    {GET, "/{owner}/{repo}/actions/workflows/{file*}/badge.svg", scope::repository, sees_actions, handle<get>, 200, "siteWorkflowBadge", "Show what became of a workflow as a picture"},
};
// clang-format on
static_assert(well_formed(badge_operations));

} // namespace

const Table badge_table{"site", badge_operations, Door::site, &refuse_in_words, listens::to_tools_and_pages};

} // namespace cairn::actions
