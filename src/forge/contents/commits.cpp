// Commits: one, as JSON or as a patch, and lists of them.
#include "contents/commit.hpp"
#include "contents/either.hpp"
#include "contents/history.hpp"
#include "contents/range_text.hpp"
#include "contents/revision.hpp"
#include "contents/tables.hpp"
#include "git/limits.hpp"
#include "git/objects/walk.hpp"
#include "git/references/references.hpp"

namespace cairn::contents {

using namespace api;
using git::ObjectId;
using repositories::reads_code;
using repositories::RepositoryContext;
using enum Method;

namespace {

constexpr std::int64_t page_of_path = 50; // whatever the client wants, as today's clients know it

struct CommitPath {
    std::string sha;
};
BOOST_DESCRIBE_STRUCT(CommitPath, (), (sha))
constexpr auto notes(const CommitPath*)
{
    return std::array{
        Note{"sha", "a commit, a branch or a tag; with .diff or .patch after it, what it changed as text"}};
}

struct ListCommits : Paging {
    std::string sha;
    std::string path;
    std::optional<Time> since;
    std::optional<Time> until;
    bool stat = true;
    bool verification = true;
    bool files = true;
    std::string not_;

    CommitParts parts() const { return {.stat = stat, .verification = verification, .files = files}; }
};
BOOST_DESCRIBE_STRUCT(ListCommits, (Paging), (sha, path, since, until, stat, verification, files, not_))
constexpr auto notes(const ListCommits*)
{
    return std::array{
        Note{"sha", "where to begin; without it, the default branch"},
        Note{"path", "only commits that changed it"},
        Note{"since", "not those before"},
        Note{"until", "not those after"},
        Note{"stat", "false: without the number of lines"},
        Note{"verification", "false: without looking at the signatures"},
        Note{"files", "false: without the files that they changed"},
        Note{"not", "not those that lead to this one"},
    };
}

// As `git show` writes it above a diff.
std::string show_header(const git::Commit& commit)
{
    std::string text = "commit " + commit.id.hex() + "\nAuthor: " + commit.author.name + " <" + commit.author.email
        + ">\nDate:   " + show_person(commit.author).date + "\n\n    ";
    for (const char c : commit.message) {
        text += c;
        if (c == '\n') text += "    ";
    }
    return text + "\n\n";
}

Result<http::Body> text_of(const Call& call, SharedRepository repository, const ObjectId& id, bool patch)
{
    if (patch) return patch_text_of(call, std::move(repository), id);
    const auto commit = TRY(git::read_commit(*repository, id));
    return diff_text_of(call, std::move(repository), id, commit.parents.empty() ? show_header(commit) : std::string());
}

Result<OrText<Commit>> get(Call& call, const RepositoryContext& place, Path<CommitPath> path, Query<CommitParts> parts)
{
    auto repository = TRY(open_repository(call, place));
    std::string_view name = path->sha;
    const bool diff = name.ends_with(".diff");
    const bool patch = name.ends_with(".patch");
    if (diff) name.remove_suffix(5);
    if (patch) name.remove_suffix(6);
    const auto id = TRY(find_single_commit(*repository, name));
    if (diff || patch) return OrText<Commit>::text(TRY(text_of(call, share(std::move(repository)), id, patch)));
    return OrText<Commit>{TRY(show_commit(call, place, *repository, id, parts.value))};
}

void add_headers(Call& call, const ListCommits& query, std::int64_t total)
{
    const auto pages = (total + query.limit - 1) / query.limit;
    auto& headers = call.reply_headers;
    headers.emplace_back("X-Page", std::to_string(query.page));
    headers.emplace_back("X-PerPage", std::to_string(query.limit));
    headers.emplace_back("X-Total", std::to_string(total));
    headers.emplace_back("X-PageCount", std::to_string(pages));
    headers.emplace_back("X-HasMore", query.page < pages ? "true" : "false");
}

Result<Page<Commit>> list(Call& call, const RepositoryContext& place, Query<ListCommits> query)
{
    const auto repository = TRY(open_repository(call, place));
    const auto name = query->sha.empty() ? place.repository.default_branch : query->sha;
    const auto from = git::find_commit(*repository, name);
    if (!from) {
        if (place.repository.empty) return fail(Errc::conflict, "the repository is empty");
        return std::unexpected(from.error());
    }
    git::Walk walk{.from = *from, .since = query->since, .until = query->until};
    if (!query->path.empty()) {
        const auto path = clean_path(query->path);
        if (!path) return not_found(query->path);
        walk.path = *path;
    }
    if (!query->not_.empty()) walk.without.push_back(TRY(git::find_commit(*repository, query->not_)));
    Page<Commit> page{.items = {}, .total = TRY(count_commits(call.site, place.repository, *repository, walk))};
    if (page.total == 0 && !walk.path.empty() && !walk.since && !walk.until) return not_found(query->path);

    const auto limit = walk.path.empty() ? query->limit : page_of_path;
    const auto skip = (query->page - 1) * limit;
    if (skip < page.total) {
        walk.skip = static_cast<std::uint64_t>(skip);
        walk.limit = static_cast<std::uint64_t>(limit);
        page.items =
            TRY(show_commits(call, place, *repository, TRY(git::walk(*repository, walk)).commits, query->parts()));
    }
    add_headers(call, query.value, page.total);
    return page;
}

// clang-format off
constexpr Operation commit_operations[] = {
    {GET, "/repos/{owner}/{repo}/commits",           scope::repository, reads_code, handle<list>, 200, "repoGetAllCommits",    "List commits, the newest first", {409, 422}},
    {GET, "/repos/{owner}/{repo}/git/commits/{sha}", scope::repository, reads_code, handle<get>,  200, "repoGetSingleCommit",  "Show a commit", {422}},
    {GET, "/repos/{owner}/{repo}/commits/{sha}",     scope::repository, reads_code, handle<get>,  200, "repoGetSingleCommit2", "Show a commit", {422}},
};
// clang-format on
static_assert(well_formed(commit_operations));

} // namespace

const Table commit_table{"repository", commit_operations};

} // namespace cairn::contents
