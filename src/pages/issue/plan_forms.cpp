// When an issue is due, and what it waits for.
#include "base/text.hpp"
#include "config/settings.hpp"
#include "issues/dependency.hpp"
#include "issues/time/deadlines.hpp"
#include "issues/timeline/meaning.hpp"
#include "pages/issue/facts.hpp"
#include "pages/issue/issue_address.hpp"
#include "pages/issue/issue_view.hpp"
#include "pages/issue/tables.hpp"
#include "pages/page.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using issues::IssueContext;
using issues::IssueMeta;
using words::Phrase;

namespace {

const Notice date_set{"due-date-set", Phrase("The due date is set.")};
const Notice date_removed{"due-date-removed", Phrase("The due date is removed.")};
const Notice linked{"dependency-added", Phrase("The dependency is added.")};
const Notice unlinked{"dependency-removed", Phrase("The dependency is removed.")};

struct DueForm {
    std::string date; // as a field has it; empty: none
};
BOOST_DESCRIBE_STRUCT(DueForm, (), (date))

struct DueView {
    PageHead head{};
    RepositoryPlace place;
    ThreadHead thread;
    Form<DueForm> form;
};
BOOST_DESCRIBE_STRUCT(DueView, (), (head, place, thread, form))

RepositoryPlace place_of(const Call& call, const IssueContext& at)
{
    return repository_place(call, at.place, at.issue.is_pull ? RepositoryTab::pulls : RepositoryTab::issues);
}

PageHead head_of(const IssueContext& at) { return {.values = {{"index", std::to_string(at.issue.number)}}}; }

Result<DueView> show_due(Call& call, const IssueContext& at, Form<DueForm> form)
{
    if (at.issue.deadline_at.seconds != 0) form.begin_with({.date = day_for_field(at.issue.deadline_at)});
    return DueView{
        .head = head_of(at), .place = place_of(call, at), .thread = thread_head(call, at, {}), .form = std::move(form)};
}

Result<Done> set_due(Call& call, const IssueContext& at, Body<DueForm> form)
{
    const auto date = text::trim(form->date);
    issues::EditDeadlineOption option;
    if (!date.empty()) {
        option.due_date = std::string(date) + "T00:00:00Z";
        if (!parse_rfc3339(*option.due_date))
            return fail(Errc::unprocessable, "[date]: this is no day. Write it like 2026-12-01");
    }
    TRY(pages::at("date", issues::edit_deadline(call, at, option)));
    return done(issue_address(at), date.empty() ? date_removed : date_set);
}

struct LinkForm {
    std::string issue; // "#7", "owner/name#7", an address
    bool blocks = false;
};
BOOST_DESCRIBE_STRUCT(LinkForm, (), (issue, blocks))
constexpr auto notes(const LinkForm*) { return std::array{Note{.member = "issue", .required = true}}; }

struct LinksView {
    PageHead head{};
    RepositoryPlace place;
    ThreadHead thread;
    IssueFacts facts;
    Form<LinkForm> form;
};
BOOST_DESCRIBE_STRUCT(LinksView, (), (head, place, thread, facts, form))

Result<LinksView> show_links(Call& call, const IssueContext& at, Form<LinkForm> form)
{
    if (!at.place.repository.issue_dependencies) return not_found("dependencies in this repository");
    return LinksView{.head = head_of(at),
                     .place = place_of(call, at),
                     .thread = thread_head(call, at, {}),
                     .facts = issue_facts(call, at, thread_rights(call, at), ""),
                     .form = std::move(form)};
}

// Which issue somebody means; a number alone is one of this repository.
Result<IssueMeta> read_issue(const Call& call, std::string_view written)
{
    written = text::trim(written);
    if (const auto number = text::parse_integer(written, 1)) return IssueMeta{*number, {}, {}};
    const auto meant = issues::read_meaning(written, call.settings().server.root_url, issues::Form::plain);
    if (meant.references.size() != 1)
        return fail(Errc::unprocessable, "[issue]: say which one, such as #7 or owner/name#7");
    const auto& found = meant.references.front();
    return IssueMeta{found.number, found.owner, found.repo};
}

Result<Done> link(Call& call, const IssueContext& at, Body<LinkForm> form)
{
    const auto other = TRY(read_issue(call, form->issue));
    auto made = form->blocks ? issues::add_block(call, at, other) : issues::add_dependency(call, at, other);
    if (!made && made.error().code == Errc::not_found)
        return fail(Errc::unprocessable, "[issue]: there is no such issue, or you may not link it");
    TRY(pages::at("issue", std::move(made)));
    return done(issue_address(at), linked);
}

struct UnlinkForm : IssueMeta {
    bool blocks = false;
};
BOOST_DESCRIBE_STRUCT(UnlinkForm, (IssueMeta), (blocks))

Result<Done> unlink(Call& call, const IssueContext& at, Body<UnlinkForm> form)
{
    TRY(form->blocks ? issues::remove_block(call, at, form.value) : issues::remove_dependency(call, at, form.value));
    return done(issue_address(at), unlinked);
}

constexpr auto& due_page = shows<show_due, "issue/due_date", "issueGetIssue issueEditIssueDeadline">;
constexpr auto& links_page =
    shows<show_links, "issue/dependencies",
          "issueListIssueDependencies issueListBlocks issueCreateIssueDependencies issueRemoveIssueDependencies">;

// clang-format off
constexpr Operation plan_operations[] = {
    {GET,  "/{owner}/{repo}/issues/{index}/deadline",          scope::none, writes_live_issue, due_page,               200, "siteDueDate",          "Show the form for a due date"},
    {POST, "/{owner}/{repo}/issues/{index}/deadline",          scope::none, writes_live_issue, does<set_due, due_page>, 303, "siteSetDueDate",       "Say when an issue should be done"},
    {GET,  "/{owner}/{repo}/issues/{index}/dependency",        scope::none, writes_live_issue, links_page,             200, "siteDependencies",     "Show what an issue waits for"},
    {POST, "/{owner}/{repo}/issues/{index}/dependency/add",    scope::none, writes_live_issue, does<link, links_page>, 303, "siteAddDependency",    "Let an issue wait for another"},
    {POST, "/{owner}/{repo}/issues/{index}/dependency/delete", scope::none, writes_live_issue, does<unlink>,           303, "siteRemoveDependency", "Let an issue wait for another no longer"},
};
// clang-format on
static_assert(well_formed(plan_operations));

} // namespace

const Table plan_forms_table{"site", plan_operations, Door::site, refuse_page};

} // namespace cairn::pages
