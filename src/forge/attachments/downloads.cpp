// The door /attachments/{uuid}, for whoever may read what the file belongs to. Links in comments count from their
// repository, so that it stands below each of these as well, whatever the repository is called by now.
#include "attachments/download.hpp"
#include "attachments/tables.hpp"
#include "repositories/guards.hpp"

namespace cairn::attachments {

using namespace api;
using enum Method;

namespace {

struct UuidPath {
    std::string uuid;
};
BOOST_DESCRIBE_STRUCT(UuidPath, (), (uuid))

struct UuidInRepositoryPath : repositories::RepositoryPath, UuidPath { };
BOOST_DESCRIBE_STRUCT(UuidInRepositoryPath, (repositories::RepositoryPath, UuidPath), ())

Result<Raw> get(Call& call, Path<UuidPath> path) { return serve(call, TRY(find_readable(call, path->uuid))); }

Result<Raw> get_in_repository(Call& call, Path<UuidInRepositoryPath> path)
{
    return serve(call, TRY(find_readable(call, path->uuid)));
}

constexpr Guard anybody{.name = "anybody", .check = [](Call&) { return Result<void>(); }};

// clang-format off
constexpr Operation download_operations[] = {
    {GET, "/attachments/{uuid}",                scope::repository, anybody, handle<get>,               200, "siteAttachment",             "Give an attached file"},
    {GET, "/{owner}/{repo}/attachments/{uuid}", scope::repository, anybody, handle<get_in_repository>, 200, "siteAttachmentOfRepository", "Give a file that a comment shows"},
};
// clang-format on
static_assert(well_formed(download_operations));

} // namespace

const Table download_table{"attachment", download_operations, Door::site, nullptr, listens::to_tools_and_pages};

} // namespace cairn::attachments
