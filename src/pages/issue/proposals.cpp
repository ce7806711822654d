// Whom and what somebody may mean who is writing: people behind an @, issues behind a #. For the script that completes
// them; only what the reader may see is proposed.
#include <algorithm>

#include "accounts/shown_accounts.hpp"
#include "accounts/user_search.hpp"
#include "api/view.hpp"
#include "base/text.hpp"
#include "issues/alike.hpp"
#include "pages/issue/tables.hpp"
#include "repositories/social/candidate.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using issues::RepositoryContext;

namespace {

constexpr std::size_t most_people = 8;

struct ProposalQuery {
    std::string q;
};
BOOST_DESCRIBE_STRUCT(ProposalQuery, (), (q))
constexpr auto notes(const ProposalQuery*) { return std::array{Note{"q", "what was written so far"}}; }

struct ProposedPerson {
    std::string login;
    std::string full_name;
};
BOOST_DESCRIBE_STRUCT(ProposedPerson, (), (login, full_name))

struct ProposedIssue {
    std::int64_t number = 0;
    std::string title;
};
BOOST_DESCRIBE_STRUCT(ProposedIssue, (), (number, title))

// Those who work here first, then whoever can be found; of a private repository nobody else hears.
Result<std::vector<ProposedPerson>> people(Call& call, const RepositoryContext& place, Query<ProposalQuery> query)
{
    std::vector<ProposedPerson> found;
    const auto add = [&](const accounts::ShownAccount& account) {
        if (found.size() < most_people && std::ranges::find(found, account.name, &ProposedPerson::login) == found.end())
            found.push_back({account.name, account.full_name});
    };
    const auto wanted = text::to_lower(query->q);
    const auto fits = [&](const accounts::Account& person) {
        return text::to_lower(person.name).starts_with(wanted) || text::to_lower(person.full_name).contains(wanted);
    };
    for (const auto& person : repositories::assignees(call, place))
        if (fits(person)) add(person);
    for (const auto& person : repositories::reviewers(call, place))
        if (fits(person)) add(person);
    if (place.repository.private_ || wanted.empty() || found.size() >= most_people) return found;
    accounts::SearchUsers search;
    search.q = query->q;
    search.limit = most_people;
    const auto ids = accounts::search_users(call, search).people.items;
    const accounts::ShownAccounts shown(call.db(), ids);
    for (const auto id : ids)
        if (const auto* account = shown.find(id)) add(*account);
    return found;
}

Result<std::vector<ProposedIssue>> some_issues(Call& call, const RepositoryContext& place, Query<ProposalQuery> query)
{
    std::vector<ProposedIssue> found;
    for (const auto& issue : issues::proposed_issues(call, place, query->q))
        found.push_back({issue.number, issue.title});
    return found;
}

constexpr Guard writes_about_issues =
    repositories::repository_guard<issues::question::signed_in>("reads issues or pull requests, signed in", {401, 404});

// clang-format off
constexpr Operation proposal_operations[] = {
    {GET, "/{owner}/{repo}/-/people", scope::none, writes_about_issues, handle<people>,      200, "siteProposePeople", "Propose whom to mention"},
    {GET, "/{owner}/{repo}/-/issues", scope::none, writes_about_issues, handle<some_issues>, 200, "siteProposeIssues", "Propose which issue to name"},
};
// clang-format on
static_assert(well_formed(proposal_operations));

} // namespace

const Table proposal_table{"site", proposal_operations, Door::site};

} // namespace cairn::pages
