// The door /attachments/{uuid}, for whoever may read what the file belongs to.
#include "attachments/download.hpp"
#include "attachments/tables.hpp"

namespace cairn::attachments {

using namespace api;
using enum Method;

namespace {

struct UuidPath {
    std::string uuid;
};
BOOST_DESCRIBE_STRUCT(UuidPath, (), (uuid))

Result<Raw> get(Call& call, Path<UuidPath> path) { return serve(call, TRY(find_readable(call, path->uuid))); }

constexpr Guard anybody{.name = "anybody", .check = [](Call&) { return Result<void>(); }};

// clang-format off
constexpr Operation download_operations[] = {
    {GET, "/attachments/{uuid}", scope::repository, anybody, handle<get>, 200, "siteAttachment", "Give an attached file"},
};
// clang-format on
static_assert(well_formed(download_operations));

} // namespace

const Table download_table{"attachment", download_operations, Door::site, nullptr, listens::to_tools_and_pages};

} // namespace cairn::attachments
