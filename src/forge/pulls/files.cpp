// What a pull request is made of: its commits, and the files that they change.
#include <algorithm>

#include "contents/commit.hpp"
#include "contents/revision.hpp"
#include "git/objects/diff.hpp"
#include "git/objects/walk.hpp"
#include "git/store/repositories.hpp"
#include "pulls/follow/following.hpp"
#include "pulls/tables.hpp"

namespace cairn::pulls {

using namespace api;
using enum Method;
using git::ObjectId;

namespace {

struct ChangedFile {
    std::string filename;
    std::string previous_filename;
    std::string status;
    std::int64_t additions = 0;
    std::int64_t deletions = 0;
    std::int64_t changes = 0;
    std::string html_url;
    std::string contents_url;
    std::string raw_url;
};
BOOST_DESCRIBE_STRUCT(ChangedFile, (),
                      (filename, previous_filename, status, additions, deletions, changes, html_url, contents_url,
                       raw_url))
constexpr auto notes(const ChangedFile*)
{
    return std::array{
        Note{"", "A file that a pull request changes"},
        Note{.member = "previous_filename", .doc = "of a file that was renamed", .omit_empty = true},
        Note{"status", "added, changed, deleted, renamed or copied"},
        Note{"additions", "lines"},
        Note{"deletions", "lines"},
        Note{"changes", "both together"},
    };
}

struct ListFiles : Paging {
    std::string skip_to;
    std::string whitespace;
};
BOOST_DESCRIBE_STRUCT(ListFiles, (Paging), (skip_to, whitespace))
constexpr auto notes(const ListFiles*)
{
    return std::array{
        Note{.member = "skip_to", .doc = "begin with this file", .alias = "skip-to"},
        Note{"whitespace", "ignore-all, ignore-change or ignore-eol: which changes of white space do not count"},
    };
}

struct ListPullCommits : Paging {
    bool verification = true;
    bool files = true;
};
BOOST_DESCRIBE_STRUCT(ListPullCommits, (Paging), (verification, files))
constexpr auto notes(const ListPullCommits*)
{
    return std::array{
        Note{"verification", "false: without looking at the signatures"},
        Note{"files", "false: without the files that they changed"},
    };
}

// The pull request as it is now, and the commits that it is between.
struct Range {
    StoredPull pull;
    git::Repositories::Handle repository;
    ObjectId base;
    ObjectId head;
};

Result<Range> open_range(const Call& call, const PullContext& at)
{
    Known known{.repository = at.place.repository, .issue = at.issue, .pull = at.pull};
    static_cast<void>(follow(call.site, known)); // where git cannot tell, it is shown as it was
    auto repository = TRY(call.site.open_repositories.open(at.place.repository.storage));
    const auto base = ObjectId::parse(known.pull.merge_base);
    const auto head = ObjectId::parse(known.pull.head_sha);
    if (!base || !head) return not_found("the commits of the pull request");
    return Range{.pull = std::move(known.pull), .repository = std::move(repository), .base = *base, .head = *head};
}

git::Whitespace read_whitespace(std::string_view word)
{
    if (word == "ignore-all") return git::Whitespace::ignored;
    if (word == "ignore-change") return git::Whitespace::change_ignored;
    if (word == "ignore-eol") return git::Whitespace::ignored_at_ends;
    return git::Whitespace::counts;
}

std::string_view status_of(git::Change change)
{
    switch (change) {
    case git::Change::added: return "added";
    case git::Change::removed: return "deleted";
    case git::Change::renamed: return "renamed";
    case git::Change::copied: return "copied";
    case git::Change::modified:
    case git::Change::type_changed: return "changed";
    }
    std::unreachable();
}

ChangedFile show(const git::FileChange& file, const contents::Addresses& addresses, const ObjectId& head)
{
    const auto path = contents::escape_path(file.path);
    const auto additions = static_cast<std::int64_t>(file.additions);
    const auto deletions = static_cast<std::int64_t>(file.deletions);
    return {.filename = file.path,
            .previous_filename = file.previous,
            .status = std::string(status_of(file.change)),
            .additions = additions,
            .deletions = deletions,
            .changes = additions + deletions,
            .html_url = addresses.web + "/src/commit/" + head.hex() + "/" + path,
            .contents_url = addresses.api + "/contents/" + path + "?ref=" + head.hex(),
            .raw_url = addresses.web + "/raw/commit/" + head.hex() + "/" + path};
}

// As all lists of commits tell it.
void add_headers(Call& call, const Paging& paging, std::int64_t total)
{
    const auto pages = (total + paging.limit - 1) / paging.limit;
    auto& headers = call.reply_headers;
    headers.emplace_back("X-Page", std::to_string(paging.page));
    headers.emplace_back("X-PerPage", std::to_string(paging.limit));
    headers.emplace_back("X-PageCount", std::to_string(pages));
    headers.emplace_back("X-HasMore", paging.page < pages ? "true" : "false");
}

Result<Page<ChangedFile>> list_files(Call& call, const PullContext& at, Query<ListFiles> query)
{
    const auto range = TRY(open_range(call, at));
    auto& repository = *range.repository;
    const auto diff = TRY(git::Diff::between(repository, TRY(repository.peel(range.base, git::Kind::tree)),
                                             TRY(repository.peel(range.head, git::Kind::tree)),
                                             {.renames = true, .whitespace = read_whitespace(query->whitespace)}));
    auto files = TRY(diff.files_with_lines());
    std::ranges::sort(files, {}, &git::FileChange::path);
    const contents::Addresses addresses(call.settings(), at.place);
    const auto first = std::ranges::find(files, query->skip_to, &git::FileChange::path);
    const auto skipped = first == files.end() ? 0 : first - files.begin();
    Page<ChangedFile> page{.items = {}, .total = static_cast<std::int64_t>(files.size())};
    const auto begin = std::min(skipped + query->offset(), page.total);
    const auto end = std::min(begin + query->limit, page.total);
    for (auto file = files.begin() + begin; file != files.begin() + end; ++file)
        page.items.push_back(show(*file, addresses, range.head));
    add_headers(call, query.value, page.total);
    return page;
}

Result<Page<contents::Commit>> list_commits(Call& call, const PullContext& at, Query<ListPullCommits> query)
{
    const auto range = TRY(open_range(call, at));
    Page<contents::Commit> page{.items = {}, .total = range.pull.commit_count};
    if (query->offset() < page.total) {
        const auto found = TRY(git::walk(*range.repository,
                                         {.from = range.head,
                                          .without = {range.base},
                                          .skip = static_cast<std::uint64_t>(query->offset()),
                                          .limit = static_cast<std::uint64_t>(query->limit)}));
        page.items = TRY(contents::show_commits(call, at.place, *range.repository, found.commits,
                                                {.verification = query->verification, .files = query->files}));
    }
    add_headers(call, query.value, page.total);
    return page;
}

// clang-format off
constexpr Operation operations[] = {
    {GET, "/repos/{owner}/{repo}/pulls/{index}/commits", scope::repository, reads_pull, handle<list_commits>, 200, "repoGetPullRequestCommits", "List the commits of a pull request, the newest first", {422}},
    {GET, "/repos/{owner}/{repo}/pulls/{index}/files",   scope::repository, reads_pull, handle<list_files>,   200, "repoGetPullRequestFiles",   "List the files that a pull request changes", {422}},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table file_table{"repository", operations};

} // namespace cairn::pulls
