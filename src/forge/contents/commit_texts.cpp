// Commits and comparisons as text, at the addresses of their pages: …/commit/ID.diff, …/compare/a...b.patch.
#include "api/plain_refusal.hpp"
#include "contents/comparison.hpp"
#include "contents/revision.hpp"
#include "contents/tables.hpp"

namespace cairn::contents {

using namespace api;
using enum Method;
using repositories::reads_code;
using repositories::RepositoryContext;

namespace {

enum class Form : bool { diff, patch };

struct TextOfCommitPath {
    std::string sha;
};
BOOST_DESCRIBE_STRUCT(TextOfCommitPath, (), (sha))
constexpr auto notes(const TextOfCommitPath*) { return std::array{Note{"sha", "a commit, a branch or a tag"}}; }

struct TextOfComparisonPath {
    std::string basehead;
};
BOOST_DESCRIBE_STRUCT(TextOfComparisonPath, (), (basehead))
constexpr auto notes(const TextOfComparisonPath*) { return std::array{Note{"basehead", "base...head or base..head"}}; }

Raw as_text(http::Body body) { return {.body = std::move(body), .content_type = "text/plain;charset=utf-8"}; }

template <Form form> Result<Raw> text_of_commit(Call& call, const RepositoryContext& place, Path<TextOfCommitPath> path)
{
    auto repository = share(TRY(open_repository(call, place)));
    const auto id = TRY(find_single_commit(*repository, path->sha));
    return as_text(form == Form::patch ? TRY(patch_text_of(call, repository, id))
                                       : TRY(diff_text_of(call, repository, id, "")));
}

template <Form form>
Result<Raw> text_of_comparison(Call& call, const RepositoryContext& place, Path<TextOfComparisonPath> path)
{
    const auto range =
        TRY(open_comparison(call, place, split_basehead(path->basehead, place.repository.default_branch)));
    if (!range.related) return as_text(http::Body());
    return as_text(form == Form::patch ? TRY(patch_text(call, range.repository, range.from, range.head))
                                       : TRY(diff_text(call, range.repository, range.from, range.head)));
}

// clang-format off
constexpr Operation text_operations[] = {
    {GET, "/{owner}/{repo}/commit/{sha}.diff",        scope::repository, reads_code, handle<text_of_commit<Form::diff>>,      200, "siteCommitDiff",   "Give what a commit changed as text"},
    {GET, "/{owner}/{repo}/commit/{sha}.patch",       scope::repository, reads_code, handle<text_of_commit<Form::patch>>,     200, "siteCommitPatch",  "Give a commit as a message that git takes"},
    {GET, "/{owner}/{repo}/compare/{basehead}.diff",  scope::repository, reads_code, handle<text_of_comparison<Form::diff>>,  200, "siteCompareDiff",  "Give what lies between two commits as text"},
    {GET, "/{owner}/{repo}/compare/{basehead}.patch", scope::repository, reads_code, handle<text_of_comparison<Form::patch>>, 200, "siteComparePatch", "Give the commits between two as messages that git takes"},
};
// clang-format on
static_assert(well_formed(text_operations));

} // namespace

const Table commit_text_table{"site", text_operations, Door::site, &api::refuse_in_words, listens::to_tools_and_pages};

} // namespace cairn::contents
