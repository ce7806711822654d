#include "pages/code/code_place.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "contents/branch_change.hpp"
#include "contents/ref_path.hpp"
#include "git/references/references.hpp"
#include "releases/tag.hpp"

namespace cairn::pages {

using api::Call;
using contents::RefKind;
using contents::Revision;
using contents::RevisionAndPath;
using repositories::RepositoryContext;

namespace {

constexpr std::int64_t shown_branches = 12;
constexpr std::size_t shown_tags = 6;

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

RefChoice ref_choice(const RepositoryContext& place, std::string_view section, RefKind kind, const std::string& name,
                     const std::string& path)
{
    return {.name = name,
            .address = code_address(place, section, {.kind = kind, .name = name, .given = name, .commit = {}}, path)};
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
                   .refs_page = base + "/-/refs",
                   .section = std::string(section),
                   .branch_count = place.repository.branch_count};
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
        code.branches.push_back(ref_choice(place, section, RefKind::branch, name, path));
        code.branches.back().current = revision.kind == RefKind::branch && revision.name == name;
    };
    if (revision.kind == RefKind::branch) add(revision.name);
    add(place.repository.default_branch);
    for (const auto& branch : found) add(branch.name);
    // What cannot be read has none.
    const auto tags = releases::tag_summary(repository).value_or(releases::TagSummary{});
    code.tag_count = tags.count;
    for (const auto& name : tags.newest) {
        if (code.tags.size() >= shown_tags || !is_text(name)) continue;
        code.tags.push_back(ref_choice(place, section, RefKind::tag, name, path));
        code.tags.back().current = revision.kind == RefKind::tag && revision.name == name;
    }
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
