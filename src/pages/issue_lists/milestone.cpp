// One milestone of a repository: how far it is, and what belongs to it.
#include "accounts/visibility.hpp"
#include "config/settings.hpp"
#include "issues/guards.hpp"
#include "issues/issue_guards.hpp"
#include "markup/safe_html.hpp"
#include "pages/issue_lists/issue_list.hpp"
#include "pages/issue_lists/shown_milestone.hpp"
#include "pages/issue_lists/tables.hpp"
#include "pages/page.hpp"
#include "pages/places/repository_address.hpp"
#include "pages/places/repository_place.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using repositories::RepositoryContext;

namespace {

struct MilestoneView {
    PageHead head{};
    RepositoryPlace place;
    ShownMilestone milestone{};
    std::optional<Html> text{}; // its description; nothing where that is too long to be rendered
    ShownList list{};
    bool may_change = false;
};
BOOST_DESCRIBE_STRUCT(MilestoneView, (), (head, place, milestone, text, list, may_change))

struct OneIdPath {
    std::int64_t id = 0;
};
BOOST_DESCRIBE_STRUCT(OneIdPath, (), (id))
constexpr auto notes(const OneIdPath*) { return std::array{Note{"id", "the milestone's id"}}; }

std::optional<Html> rendered(const Call& call, const RepositoryContext& place, const std::string& text)
{
    const markup::LinkContext where{.site = call.settings().server.root_url,
                                    .repository = place.owner.name + "/" + place.repository.name};
    const auto known = [&](std::span<const std::string> names) {
        return accounts::visible_names(call.db(), accounts::Viewer::of(call.caller), names);
    };
    auto html = markup::markdown_html(text, markup::Mode::comment, where, known);
    return html ? std::optional(std::move(*html)) : std::nullopt;
}

Result<MilestoneView> show_milestone_page(Call& call, const RepositoryContext& place, Path<OneIdPath> path,
                                          Query<issues::AddressQuery> query)
{
    const auto stored = issues::find_milestone(call.db(), place.repository.id, path->id);
    if (!stored) return not_found("the milestone");
    const auto home = repository_address(place);
    const bool reads_issues = place.access.reads(access::Unit::issues);
    auto shown = show_milestone(*stored, home);
    auto made = make_list(call,
                          {.place = {.repository = &place, .milestone_id = stored->id},
                           .path = shown.address,
                           .usual = stored->closed_at.seconds != 0 ? "sort:updated" : "is:open sort:updated",
                           .style = {.list = shown.address,
                                     .usual_base = place.repository.default_branch,
                                     .home = issues::home_of(place)}},
                          query.value);
    MilestoneView view{.place =
                           repository_place(call, place, reads_issues ? RepositoryTab::issues : RepositoryTab::pulls),
                       .milestone = std::move(shown),
                       .list = std::move(made.list)};
    if (!stored->description.empty()) view.text = rendered(call, place, stored->description);
    view.may_change = !call.caller.anonymous() && !place.repository.archived()
        && issues::check_writes_issues_or_pulls(call, place).has_value();
    view.head.values = {
        {"id", std::to_string(stored->id)}, {"milestones", std::to_string(stored->id)}, {"state", "all"}};
    return view;
}

constexpr auto& milestone_page =
    shows<show_milestone_page, "issue_lists/milestone", "issueGetMilestone issueListIssues issueEditMilestone">;

// clang-format off
constexpr Operation one_milestone_operations[] = {
    {GET, "/{owner}/{repo}/milestone/{id}", scope::none, issues::reads_tracker, milestone_page, 200, "siteMilestone", "Show a milestone"},
};
// clang-format on
static_assert(well_formed(one_milestone_operations));

} // namespace

const Table milestone_page_table{"site", one_milestone_operations, Door::site, refuse_page};

} // namespace cairn::pages
