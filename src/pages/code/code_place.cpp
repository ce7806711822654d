#include "pages/code/code_place.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "contents/branch_change.hpp"
#include "contents/ref_path.hpp"
#include "git/references/references.hpp"

namespace cairn::pages {

using api::Call;
using contents::RefKind;
using contents::Revision;
using contents::RevisionAndPath;
using repositories::RepositoryContext;

namespace {

constexpr std::int64_t shown_branches = 12;

std::int64_t count_tags(const git::Repository& repository)
{
    std::int64_t count = 0;
    // What cannot be read has none.
    (void)git::for_each_reference(repository, git::tags, [&](std::string_view, const git::ObjectId&) { ++count; });
    return count;
}

Revision at_branch(const std::string& name, const git::ObjectId& commit)
{
    return {.kind = RefKind::branch, .name = name, .given = name, .commit = commit};
}

bool is_short_id(std::string_view text)
{
    return text.size() >= 4 && text.size() < git::ObjectId::hex_size
        && std::ranges::all_of(text, [](char c) { return text::is_digit(c) || (c >= 'a' && c <= 'f'); });
}

} // namespace

std::string code_address(const RepositoryContext& place, std::string_view section, const Revision& revision,
                         std::string_view path)
{
    auto address = repository_address(place) + "/" + std::string(section) + "/" + revision.in_address();
    if (!path.empty()) address += "/" + contents::escape_path(path);
    return address;
}

CodePlace code_place(const Call& call, const RepositoryContext& place, const git::Repository& repository,
                     const Revision& revision, const std::string& path, std::string_view section)
{
    const auto base = repository_address(place);
    CodePlace code{.kind = revision.kind,
                   .ref = revision.name,
                   .commit = revision.commit.hex(),
                   .path = path,
                   .name = path.substr(path.rfind('/') + 1),
                   .repository = place.repository.name,
                   .top = code_address(place, "src", revision, ""),
                   .address = code_address(place, "src", revision, path),
                   .permalink = base + "/src/commit/" + revision.commit.hex(),
                   .history = code_address(place, "commits", revision, path),
                   .blame = code_address(place, "blame", revision, path),
                   .find = code_address(place, "find", revision, ""),
                   .branches_page = base + "/branches",
                   .tags_page = base + "/tags",
                   .branch_count = place.repository.branch_count,
                   .tag_count = count_tags(repository)};
    if (!path.empty()) code.permalink += "/" + contents::escape_path(path);
    for (std::size_t end = path.find('/'); !path.empty(); end = path.find('/', end + 1)) {
        const auto upto = path.substr(0, end);
        code.crumbs.push_back({upto.substr(upto.rfind('/') + 1), code_address(place, "src", revision, upto)});
        if (end == path.npos) break;
    }
    contents::ListBranches wanted;
    wanted.limit = shown_branches;
    auto found = contents::branches_of(call, place, wanted).items;
    const auto add = [&](const std::string& name) {
        if (std::ranges::any_of(code.branches, [&](const auto& choice) { return choice.name == name; })) return;
        code.branches.push_back({.name = name,
                                 .address = code_address(place, section, at_branch(name, {}), path),
                                 .current = revision.kind == RefKind::branch && revision.name == name});
    };
    if (revision.kind == RefKind::branch) add(revision.name);
    add(place.repository.default_branch);
    for (const auto& branch : found) add(branch.name);
    return code;
}

Result<RevisionAndPath> find_code(const RepositoryContext& place, const git::Repository& repository, RefKind kind,
                                  std::string_view section, std::string_view ref_and_path)
{
    const auto first = ref_and_path.substr(0, ref_and_path.find('/'));
    if (kind == RefKind::commit && is_short_id(first)) {
        const auto whole = TRY(git::find_commit(repository, first));
        auto address = repository_address(place) + "/" + std::string(section) + "/commit/" + whole.hex();
        if (first.size() < ref_and_path.size())
            address += "/" + contents::escape_path(ref_and_path.substr(first.size() + 1));
        return elsewhere(Errc::see_other, std::move(address));
    }
    auto found = TRY(contents::split_path_at(repository, place, kind, ref_and_path));
    auto path = contents::clean_path(found.path);
    if (!path) return not_found(found.path);
    found.path = std::move(*path);
    return found;
}

} // namespace cairn::pages
