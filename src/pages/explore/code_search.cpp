// Finding lines of code: over the site, and in one repository.
#include "accounts/guards.hpp"
#include "api/view.hpp"
#include "code_search/indexer.hpp"
#include "config/settings.hpp"
#include "contents/holders.hpp"
#include "contents/revision.hpp"
#include "git/references/references.hpp"
#include "pages/explore/explore_tabs.hpp"
#include "pages/explore/found_code.hpp"
#include "pages/explore/tables.hpp"
#include "pages/page.hpp"
#include "pages/pager.hpp"
#include "pages/places/repository_place.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using repositories::RepositoryContext;
using words::Phrase;

namespace {

struct CodeQuery : Paging {
    std::string q;
    std::string l; // a language, as links from elsewhere have it
};
BOOST_DESCRIBE_STRUCT(CodeQuery, (Paging), (q, l))
constexpr auto notes(const CodeQuery*)
{
    return std::array{Note{"q", "words, \"phrases\", /expressions/, path:, language:, repo:"},
                      Note{"l", "only files in this language"}};
}

// What both pages show.
struct FoundView {
    std::string q{};
    std::string problem{}; // with what was typed
    bool searched = false;
    bool searchable = true; // the site keeps an index
    bool gave_up = false;
    bool exact = true;
    std::int64_t total = 0;
    std::string behind{}; // what the index does not have yet, in words
    std::vector<ShownCode> files{};
    Pager pager{};
};
BOOST_DESCRIBE_STRUCT(FoundView, (), (q, problem, searched, searchable, gave_up, exact, total, behind, files, pager))

struct SiteCodeView {
    PageHead head{};
    std::vector<ShownEntry> tabs{};
    FoundView found{};
};
BOOST_DESCRIBE_STRUCT(SiteCodeView, (), (head, tabs, found))

struct RepositoryCodeView {
    PageHead head{};
    RepositoryPlace place;
    FoundView found{};
};
BOOST_DESCRIBE_STRUCT(RepositoryCodeView, (), (head, place, found))

// With the language that the address has beside, in the words of the field.
std::string typed(const CodeQuery& query)
{
    if (query.l.empty() || query.l.find('"') != std::string::npos) return query.q;
    return query.q + (query.q.empty() ? "" : " ") + "language:\"" + query.l + "\"";
}

FoundView search(Call& call, const CodeQuery& query, std::int64_t repository_id)
{
    FoundView view{.q = typed(query), .searchable = call.settings().indexer.repo_indexer_enabled};
    if (!view.searchable || view.q.empty()) return view;
    const auto parsed = code_search::parse_query(view.q);
    auto found = parsed ? code_search::search_code(call, *parsed, query, repository_id)
                        : Result<code_search::FoundCode>(std::unexpected(parsed.error()));
    if (!found) {
        view.problem = words_of(found.error());
        return view;
    }
    view.searched = !parsed->is_empty();
    view.gave_up = found->gave_up;
    view.exact = found->exact;
    view.total = found->total;
    view.files = show_code(call, found->files);
    view.pager = pager(call, query, std::min(found->total, code_search::most_found));
    return view;
}

PageHead head_of(const FoundView& view) { return {.status = view.problem.empty() ? 0 : 422}; }

Result<SiteCodeView> show_site(Call& call, Query<CodeQuery> query)
{
    auto found = search(call, query.value, 0);
    if (const auto waiting = found.searchable ? code_search::count_waiting(call.db()) : 0; waiting > 0)
        found.behind = language_of(call).say(
            Phrase("{count} repository is not indexed yet.", "{count} repositories are not indexed yet."), waiting);
    auto head = head_of(found);
    return SiteCodeView{
        .head = std::move(head), .tabs = explore_tabs(call, ExploreTab::code), .found = std::move(found)};
}

// How many commits the index lacks; nothing where that takes too long to count.
std::optional<std::int64_t> commits_behind(const Call& call, const RepositoryContext& place, std::string_view indexed)
{
    const auto repository = contents::open_repository(call, place);
    const auto base = git::ObjectId::parse(indexed);
    if (!repository || !base) return std::nullopt;
    const auto tip = git::find_branch(**repository, place.repository.default_branch);
    if (!tip) return std::nullopt;
    const auto distance = contents::distances(**repository, {&*tip, 1}, *base).front();
    if (!distance) return std::nullopt;
    return static_cast<std::int64_t>(distance->ahead);
}

std::string words_of_index(const Call& call, const RepositoryContext& place)
{
    if (place.repository.empty) return {};
    const auto& in = language_of(call);
    const auto state = code_search::index_state(call.db(), place.repository);
    if (state.commit_id.empty()) return in.say(Phrase("The code is being indexed for the first time."));
    if (!state.current) {
        const auto behind = commits_behind(call, place, state.commit_id);
        if (behind && *behind > 0)
            return in.say(Phrase("The index is {count} commit behind.", "The index is {count} commits behind."),
                          *behind);
        return in.say(Phrase("The index is behind: what was pushed last is not found yet."));
    }
    if (state.cut) return in.say(Phrase("The repository is so large that not all of its files are indexed."));
    return {};
}

Result<RepositoryCodeView> show_repository(Call& call, const RepositoryContext& place, Query<CodeQuery> query)
{
    auto found = search(call, query.value, place.repository.id);
    if (found.searchable) found.behind = words_of_index(call, place);
    auto head = head_of(found);
    return RepositoryCodeView{.head = std::move(head),
                              .place = repository_place(call, place, RepositoryTab::code),
                              .found = std::move(found)};
}

// clang-format off
constexpr Operation code_operations[] = {
    {GET, "/explore/code",          scope::none, accounts::anyone,         shows<show_site, "explore/code">,                          200, "siteExploreCode", "Search the code of the site"},
    {GET, "/{owner}/{repo}/search", scope::none, repositories::reads_code, shows<show_repository, "repository/search", "repoGet GetTree">, 200, "siteSearchCode",  "Search the code of a repository"},
};
// clang-format on
static_assert(well_formed(code_operations));

} // namespace

const Table code_search_table{"site", code_operations, Door::site, refuse_page};

} // namespace cairn::pages
