// /packages/{owner}/{type}/{name}/-/link and /unlink: the repository that a package belongs to.
#include "packages/link.hpp"
#include "packages/tables.hpp"

namespace cairn::packages {

using namespace api;
using enum Method;

namespace {

struct LinkPath {
    std::string repo_name;
};
BOOST_DESCRIBE_STRUCT(LinkPath, (), (repo_name))
constexpr auto notes(const LinkPath*)
{
    return std::array{Note{"repo_name", "the name of a repository of the same owner"}};
}

Result<> link(Call& call, const PackageContext& at, Path<LinkPath> path)
{
    return link_package(call, at, path->repo_name);
}

Result<> unlink(Call& call, const PackageContext& at) { return unlink_package(call, at); }

// clang-format off
constexpr Operation link_operations[] = {
    {POST, "/packages/{owner}/{type}/{name}/-/link/{repo_name}", scope::package, writes_package, handle<link>,   201, "linkPackage",   "Link a package to a repository", {400}},
    {POST, "/packages/{owner}/{type}/{name}/-/unlink",           scope::package, writes_package, handle<unlink>, 204, "unlinkPackage", "Unlink a package from its repository", {400}},
};
// clang-format on
static_assert(well_formed(link_operations));

} // namespace

const Table link_table{"package", link_operations};

} // namespace cairn::packages
