// Two branches, tags or commits held against each other: the commits that one has and the other has not, and what lies
// between them. They may be in forks of one another.
#include "pages/code/compared.hpp"

#include "base/utf8.hpp"
#include "contents/branch_change.hpp"
#include "contents/revision.hpp"
#include "git/objects/merge.hpp"
#include "git/objects/walk.hpp"
#include "git/references/references.hpp"
#include "http/url.hpp"
#include "pages/code/code_place.hpp"
#include "pages/code/commit_target.hpp"
#include "pages/code/tables.hpp"
#include "pages/page.hpp"
#include "pulls/pull.hpp"
#include "releases/tag.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using repositories::RepositoryContext;

namespace {

constexpr std::uint64_t most_commits = 250; // that are listed; all are counted

struct ChooseQuery {
    std::string base;
    std::string head;
};
BOOST_DESCRIBE_STRUCT(ChooseQuery, (), (base, head))
constexpr auto notes(const ChooseQuery*)
{
    return std::array{Note{"base", "what to compare with"}, Note{"head", "what to compare"}};
}

std::string basehead_address(const std::string& place, std::string_view base, std::string_view head,
                             std::string_view dots)
{
    return place + "/compare/" + contents::escape_path(base) + std::string(dots) + contents::escape_path(head);
}

std::vector<std::string> branch_names(const Call& call, const RepositoryContext& place)
{
    contents::ListBranches wanted;
    wanted.limit = 50;
    std::vector<std::string> names;
    for (auto& branch : contents::branches_of(call, place, wanted).items) names.push_back(branch.name);
    // Tags, too, as far as they can be read.
    if (const auto repository = contents::open_repository(call, place))
        if (const auto tags = releases::tag_summary(**repository))
            for (const auto& tag : tags->newest)
                if (is_text(tag)) names.push_back(tag);
    return names;
}

CompareView begun(const Call& call, const RepositoryContext& place, const contents::ComparedNames& names)
{
    return {.place = repository_place(call, place, RepositoryTab::code),
            .base_name = names.base,
            .head_name = names.head,
            .branches = branch_names(call, place),
            .may_upload = may_propose_changes_here(call, place) && !place.repository.empty};
}

// Which side is not there, so that the reader can choose another.
std::string missing_side(const Call& call, const RepositoryContext& place, const contents::ComparedNames& names,
                         const Error& error)
{
    if (error.code == Errc::bad_request) return "fork";
    const auto repository = contents::open_repository(call, place);
    if (repository && !git::find_commit(**repository, names.base)) return "base";
    return "head";
}

Result<void> add_commits(const Call& call, const contents::Comparison& range, CompareView& view)
{
    const git::Walk walk{.from = range.head, .without = {range.from}, .limit = most_commits};
    const auto page = TRY(git::walk(*range.repository, walk));
    view.more = page.more;
    view.total =
        static_cast<std::int64_t>(page.more ? TRY(git::count_commits(*range.repository, walk)) : page.commits.size());
    view.days = by_day(call, TRY(show_commit_rows(call, range.head_place, *range.repository, page.commits)));
    return {};
}

void add_merge(const Call& call, const RepositoryContext& place, const contents::Comparison& range, CompareView& view)
{
    if (view.total == 0) return;
    if (const auto conflicts = git::find_conflicts(*range.repository, range.base, range.head)) {
        view.conflicts = *conflicts;
        view.merges = conflicts->empty() ? "yes" : "no";
    }
    if (!place.access.reads(access::Unit::pulls)) return;
    if (const auto id = pulls::find_open_pull(call.db(), range.head_place.repository.id, range.head_name,
                                              place.repository.id, range.base_name))
        if (const auto pull = issues::find_issue(call.db(), *id))
            view.pull = ComparedPull{.number = pull->number, .title = pull->title};
    view.may_propose = !view.pull && !call.caller.anonymous() && !place.repository.archived()
        && git::find_branch(*range.repository, range.head_name).has_value();
}

Result<DiffSource> difference(const RepositoryContext& place, const contents::Comparison& range)
{
    return DiffSource{.repository = range.repository,
                      .before = TRY(range.repository->peel(range.from, git::Kind::tree)),
                      .after = TRY(range.repository->peel(range.head, git::Kind::tree)),
                      .commit_before = range.from.hex(),
                      .commit_after = range.head.hex(),
                      .place_before = repository_address(place),
                      .place_after = repository_address(range.head_place)};
}

Result<CompareView> show(Call& call, const RepositoryContext& place, Path<ComparePath> path, Query<DiffQuery> query)
{
    const auto& basehead = path->basehead;
    // The text of a comparison whose names have slashes: one segment leads to it.
    for (const std::string_view ending : {".diff", ".patch"})
        if (basehead.ends_with(ending) && basehead.find('/') != std::string::npos)
            return elsewhere(Errc::see_other,
                             repository_address(place) + "/compare/" + http::encode_path_segment(basehead));
    return compare_view(call, place, basehead, query.value);
}

// Two names from a form become an address.
Result<CompareView> choose(Call& call, const RepositoryContext& place, Query<ChooseQuery> query)
{
    const auto base = query->base.empty() ? place.repository.default_branch : query->base;
    if (!query->head.empty())
        return elsewhere(Errc::see_other, basehead_address(repository_address(place), base, query->head, "..."));
    return begun(call, place, {.base = base, .head = {}});
}

constexpr auto& compare_page = shows<show, "repository/compare", "repoCompareDiff">;
constexpr auto& choose_page = shows<choose, "repository/compare", "repoListBranches">;

using repositories::reads_code;

// clang-format off
constexpr Operation compare_operations[] = {
    {GET, "/{owner}/{repo}/compare",             scope::none, reads_code, choose_page,  200, "siteChooseToCompare", "Ask what to compare"},
    {GET, "/{owner}/{repo}/compare/{basehead*}", scope::none, reads_code, compare_page, 200, "siteCompare",         "Compare two commits"},
};
// clang-format on
static_assert(well_formed(compare_operations));

} // namespace

Result<CompareView> compare_view(Call& call, const RepositoryContext& place, const std::string& basehead,
                                 const DiffQuery& query, const VisitComparison& visit)
{
    const auto names = contents::split_basehead(basehead, place.repository.default_branch);
    auto view = begun(call, place, names);
    const auto opened = contents::open_comparison(call, place, names);
    if (!opened) {
        if (opened.error().code != Errc::not_found && opened.error().code != Errc::bad_request)
            return std::unexpected(opened.error());
        view.problem = missing_side(call, place, names, opened.error());
        view.head.status = 404;
        return view;
    }
    const auto& range = *opened;
    const std::string_view dots = names.from_merge_base ? "..." : "..";
    view.head.values = {{"basehead", names.base + std::string(dots) + names.head}};
    view.commits_of = repository_address(range.head_place);
    view.here = basehead_address(repository_address(place), names.base, names.head, dots);
    const bool is_here = range.head_place.repository.id == place.repository.id;
    view.swapped = is_here
        ? basehead_address(view.commits_of, range.head_name, range.base_name, dots)
        : basehead_address(view.commits_of, range.head_name,
                           place.owner.name + "/" + place.repository.name + ":" + range.base_name, dots);
    if (!range.related) {
        view.problem = "unrelated";
        return view;
    }
    TRY(add_commits(call, range, view));
    if (visit) visit(range);
    add_merge(call, place, range, view);
    auto source = TRY(difference(place, range));
    if (call.operation.method != GET) source.page = view.here;
    view.diff = TRY(show_diff(call, source, query));
    view.head.short_streams = view.diff.counted;
    view.diff.text_address = repository_address(place) + "/compare/"
        + http::encode_path_segment(names.base + std::string(dots) + names.head);
    return view;
}

const Table compare_table{"site", compare_operations, Door::site, refuse_page};

} // namespace cairn::pages
