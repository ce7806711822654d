// What a pull request is made of: its commits, and the files that they change.
#include "contents/commit.hpp"
#include "contents/revision.hpp"
#include "pulls/range.hpp"
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

Result<Page<ChangedFile>> files(Call& call, const PullContext& at, Query<ListFiles> query)
{
    const auto range = TRY(open_range(call, at));
    const auto found = TRY(list_files(range, query.value));
    const contents::Addresses addresses(call.settings(), at.place);
    Page<ChangedFile> page{.items = {}, .total = found.total};
    for (const auto& file : found.items) page.items.push_back(show(file, addresses, range.head));
    add_headers(call, query.value, page.total);
    return page;
}

Result<Page<contents::Commit>> commits(Call& call, const PullContext& at, Query<ListPullCommits> query)
{
    const auto range = TRY(open_range(call, at));
    const auto found = TRY(list_commits(range, query.value));
    Page<contents::Commit> page{.items = {}, .total = found.total};
    if (!found.items.empty())
        page.items = TRY(contents::show_commits(call, at.place, *range.repository, found.items,
                                                {.verification = query->verification, .files = query->files}));
    add_headers(call, query.value, page.total);
    return page;
}

// clang-format off
constexpr Operation file_operations[] = {
    {GET, "/repos/{owner}/{repo}/pulls/{index}/commits", scope::repository, reads_pull, handle<commits>, 200, "repoGetPullRequestCommits", "List the commits of a pull request, the newest first", {422}},
    {GET, "/repos/{owner}/{repo}/pulls/{index}/files",   scope::repository, reads_pull, handle<files>,   200, "repoGetPullRequestFiles",   "List the files that a pull request changes", {422}},
};
// clang-format on
static_assert(well_formed(file_operations));

} // namespace

const Table file_table{"repository", file_operations};

} // namespace cairn::pulls
