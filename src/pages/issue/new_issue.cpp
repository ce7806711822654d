// A new issue: the form, empty or from one of the repository's templates, and what comes of it.
#include <algorithm>

#include "api/codec.hpp"
#include "base/text.hpp"
#include "issues/alike.hpp"
#include "issues/opening.hpp"
#include "pages/issue/issue_address.hpp"
#include "pages/issue/new_issue_form.hpp"
#include "pages/issue/tables.hpp"
#include "pages/page.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using issues::CreateIssueOption;
using issues::RepositoryContext;
using words::Phrase;

namespace {

const Notice issue_opened{"issue-opened", Phrase("The issue is created.")};

const PageOf<NewIssueView> form_again{"issue/new"};

std::string choose_address(const Call& call, const RepositoryContext& place)
{
    const auto query = call.request.target.find('?');
    return repository_address(place) + "/issues/new/choose"
        + (query == std::string::npos ? std::string() : std::string(call.request.target.substr(query)));
}

Result<NewIssueView> show_new(Call& call, const RepositoryContext& place)
{
    const auto kinds = issue_kinds(call, place);
    const auto* wanted = call.parameter("template");
    const auto chosen = wanted != nullptr ? find_kind(kinds, *wanted) : nullptr;
    // Whoever asks for nothing is asked what it is about; an address that says something leads to the form.
    const bool asks_first = chosen == nullptr && !kinds.templates.empty() && (call.query.empty() || !kinds.blank);
    if (asks_first) return elsewhere(Errc::see_other, choose_address(call, place));
    return new_issue_view(call, place, kinds, chosen);
}

Raw show_again(Call& call, NewIssueView view, int status)
{
    view.head.status = status;
    const auto head = view.head;
    return form_again.show(call, std::move(view), head);
}

Result<CreateIssueOption> option_of(const NewIssueView& view, const SentText& sent)
{
    CreateIssueOption option;
    option.title = view.title;
    option.body = view.fields.empty() ? sent.body : text_of_fields(view.fields);
    option.ref = view.ref;
    for (const auto& id : sent.list("labels"))
        if (const auto label = text::parse_integer(id, 1)) option.labels.push_back(*label);
    for (const auto& id : sent.list("projects"))
        if (const auto project = text::parse_integer(id, 1)) option.projects.push_back(*project);
    option.assignees = sent.list("assignees");
    option.milestone = text::parse_integer(sent.field("milestone"), 0).value_or(0);
    if (const auto day = text::trim(sent.field("due_date")); !day.empty()) {
        option.due_date = parse_rfc3339(std::string(day) + "T23:59:59Z");
        if (!option.due_date) return fail(Errc::unprocessable, "[due_date]: this is no day. Write it like 2026-12-01");
    }
    return option;
}

Result<Raw> create(Call& call, const RepositoryContext& place, Upload upload)
{
    auto sent = TRY(receive_text(call, place, *upload.body));
    const auto kinds = issue_kinds(call, place);
    const auto* chosen = find_kind(kinds, sent.field("template"));
    auto view = new_issue_view(call, place, kinds, chosen, &sent);
    if (sent.refused) return show_again(call, std::move(view), refused_status(*sent.refused));
    if (auto lost = text_of_lost_fields(view.fields, sent.fields); !lost.empty()) {
        view.problem = language_of(call).say(Phrase(
            "The form has changed since you opened it. What you wrote is in the text: look at it and send it again."));
        view.fields.clear();
        view.write.body += lost;
        return show_again(call, std::move(view), 409);
    }
    const bool whole = fill_fields(view.fields, sent.fields, call);
    if (sent.wants_preview) {
        if (!view.fields.empty()) {
            view.write.has_preview = true;
            view.write.preview = comment_html(call, place, text_of_fields(view.fields));
        }
        return show_again(call, std::move(view), 200);
    }
    const auto& in = language_of(call);
    if (text::trim(view.title).empty()) view.title_problem = in.say(Phrase("Say in a few words what it is about."));
    if (!whole || !view.title_problem.empty()) {
        view.problem = in.say(Phrase("Something is missing: it is said beside the fields."));
        return show_again(call, std::move(view), 422);
    }
    auto option = option_of(view, sent);
    auto made = option ? issues::open_issue(call, place, *option, sent.files)
                       : Result<issues::StoredIssue>(std::unexpected(option.error()));
    if (!made) {
        view.problem = words_of(made.error());
        return show_again(call, std::move(view), refused_status(made.error()));
    }
    return answer_done(call, done(issue_address(place, *made), issue_opened));
}

struct ChooseKindView {
    PageHead head{};
    RepositoryPlace place;
    std::vector<issues::IssueTemplate> templates{};
    std::vector<issues::IssueConfigContactLink> links{};
    std::vector<std::string> faulty{};
    std::string config_problem{};
    std::string default_branch{};
    bool blank = true;
};
BOOST_DESCRIBE_STRUCT(ChooseKindView, (),
                      (head, place, templates, links, faulty, config_problem, default_branch, blank))

Result<ChooseKindView> show_choose(Call& call, const RepositoryContext& place)
{
    auto kinds = issue_kinds(call, place);
    const bool nothing_to_choose = kinds.templates.empty() && kinds.links.empty();
    ChooseKindView view{.place = repository_place(call, place, RepositoryTab::issues),
                        .templates = std::move(kinds.templates),
                        .links = std::move(kinds.links),
                        .default_branch = place.repository.default_branch,
                        .blank = kinds.blank};
    // Who can mend it is told what is broken.
    if (place.access.writes(access::Unit::code)) {
        view.faulty = std::move(kinds.faulty);
        view.config_problem = std::move(kinds.config_problem);
    }
    if (nothing_to_choose && view.faulty.empty() && view.config_problem.empty()) {
        const auto query = call.request.target.find('?');
        return elsewhere(
            Errc::see_other,
            repository_address(place) + "/issues/new"
                + (query == std::string::npos ? "?blank=true" : std::string(call.request.target.substr(query))));
    }
    return view;
}

struct AlikeQuery {
    std::string title;
};
BOOST_DESCRIBE_STRUCT(AlikeQuery, (), (title))
constexpr auto notes(const AlikeQuery*) { return std::array{Note{"title", "what the issue is about"}}; }

struct AlikeView {
    PageHead head{};
    RepositoryPlace place;
    std::vector<LinkedIssue> alike{};
};
BOOST_DESCRIBE_STRUCT(AlikeView, (), (head, place, alike))

Result<AlikeView> show_alike(Call& call, const RepositoryContext& place, Query<AlikeQuery> query)
{
    return AlikeView{.place = repository_place(call, place, RepositoryTab::issues),
                     .alike = alike_to(call, place, query->title)};
}

constexpr auto& new_page = shows<show_new, "issue/new", "repoGetIssueTemplates repoGetIssueConfig issueCreateIssue">;
constexpr auto& choose_page =
    shows<show_choose, "issue/choose_kind", "repoGetIssueTemplates repoGetIssueConfig issueCreateIssue">;
constexpr auto& alike_page = shows<show_alike, "issue/alike_page", "issueListIssues">;

using issues::opens_issue;

// clang-format off
constexpr Operation new_operations[] = {
    {GET,  "/{owner}/{repo}/issues/new",        scope::none, opens_issue, new_page,     200, "siteNewIssue",      "Show the form for a new issue"},
    {POST, "/{owner}/{repo}/issues/new",        scope::none, opens_issue, does<create>, 303, "siteIssueOpened",   "Open an issue"},
    {GET,  "/{owner}/{repo}/issues/new/choose", scope::none, opens_issue, choose_page,  200, "siteChooseKind",    "Show what a new issue can be about"},
    {GET,  "/{owner}/{repo}/issues/new/alike",  scope::none, opens_issue, alike_page,   200, "siteAlikeIssues",   "Show issues that may be about the same"},
};
// clang-format on
static_assert(well_formed(new_operations));

} // namespace

const Table new_issue_table{"site", new_operations, Door::site, refuse_page};

} // namespace cairn::pages
