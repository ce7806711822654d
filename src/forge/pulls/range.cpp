#include "pulls/range.hpp"

#include <algorithm>

#include "git/objects/walk.hpp"
#include "pulls/follow/following.hpp"

namespace cairn::pulls {

using git::ObjectId;

namespace {

git::Whitespace read_whitespace(std::string_view word)
{
    if (word == "ignore-all") return git::Whitespace::ignored;
    if (word == "ignore-change") return git::Whitespace::change_ignored;
    if (word == "ignore-eol") return git::Whitespace::ignored_at_ends;
    return git::Whitespace::counts;
}

} // namespace

Result<Range> open_range(const api::Call& call, const PullContext& at)
{
    Known known{.repository = at.place.repository, .issue = at.issue, .pull = at.pull};
    static_cast<void>(follow(call.site, known)); // where git cannot tell, it is shown as it was
    auto repository = TRY(call.site.get<git::Repositories>().open(at.place.repository.storage));
    const auto base = ObjectId::parse(known.pull.merge_base);
    const auto head = ObjectId::parse(known.pull.head_sha);
    if (!base || !head) return not_found("the commits of the pull request");
    return Range{.pull = std::move(known.pull), .repository = std::move(repository), .base = *base, .head = *head};
}

Result<Page<git::FileChange>> list_files(const Range& range, const ListFiles& wanted)
{
    auto& repository = *range.repository;
    const auto diff = TRY(git::Diff::between(repository, TRY(repository.peel(range.base, git::Kind::tree)),
                                             TRY(repository.peel(range.head, git::Kind::tree)),
                                             {.renames = true, .whitespace = read_whitespace(wanted.whitespace)}));
    auto files = TRY(diff.files_with_lines());
    std::ranges::sort(files, {}, &git::FileChange::path);
    const auto first = std::ranges::find(files, wanted.skip_to, &git::FileChange::path);
    const auto skipped = first == files.end() ? 0 : first - files.begin();
    Page<git::FileChange> page{.items = {}, .total = static_cast<std::int64_t>(files.size())};
    const auto begin = std::min(skipped + wanted.offset(), page.total);
    const auto end = std::min(begin + wanted.limit, page.total);
    page.items.assign(std::make_move_iterator(files.begin() + begin), std::make_move_iterator(files.begin() + end));
    return page;
}

Result<Page<ObjectId>> list_commits(const Range& range, const Paging& paging)
{
    Page<ObjectId> page{.items = {}, .total = range.pull.commit_count};
    if (paging.offset() >= page.total) return page;
    page.items = TRY(git::walk(*range.repository,
                               {.from = range.head,
                                .without = {range.base},
                                .skip = static_cast<std::uint64_t>(paging.offset()),
                                .limit = static_cast<std::uint64_t>(paging.limit)}))
                     .commits;
    return page;
}

} // namespace cairn::pulls
