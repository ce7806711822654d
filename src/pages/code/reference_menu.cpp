#include "pages/code/reference_menu.hpp"

#include "contents/branch_change.hpp"

namespace cairn::pages {

namespace {

constexpr std::int64_t most_branches = 20;

} // namespace

ReferenceMenu reference_menu(const api::Call& call, const repositories::RepositoryContext& place,
                             const contents::Revision& shown)
{
    ReferenceMenu menu{.kind = shown.kind == contents::RefKind::branch ? "branch"
                           : shown.kind == contents::RefKind::tag      ? "tag"
                                                                       : "commit",
                       .name = shown.name,
                       .address = shown.in_address()};
    contents::ListBranches wanted;
    wanted.limit = most_branches;
    const auto found = contents::branches_of(call, place, wanted);
    for (const auto& branch : found.items)
        menu.branches.push_back({.name = branch.name,
                                 .address = "branch/" + contents::escape_path(branch.name),
                                 .current = menu.kind == "branch" && branch.name == shown.name});
    menu.more_branches = found.total > most_branches;
    return menu;
}

} // namespace cairn::pages
