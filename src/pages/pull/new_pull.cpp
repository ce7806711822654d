// A new pull request: the form above a comparison, and what comes of it.
#include <algorithm>

#include "base/text.hpp"
#include "db/database.hpp"
#include "issues/template_files.hpp"
#include "pages/code/compared.hpp"
#include "pages/issue/choices.hpp"
#include "pages/issue/comment_texts.hpp"
#include "pages/issue/issue_address.hpp"
#include "pages/issue/text_form.hpp"
#include "pages/page.hpp"
#include "pages/places/avatar_address.hpp"
#include "pages/pull/tables.hpp"
#include "pulls/draft_title.hpp"
#include "pulls/proposing.hpp"
#include "pulls/review/suggested_reviewers.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using repositories::RepositoryContext;
using words::Phrase;

namespace {

const Notice pull_opened{"pull-opened", Phrase("The pull request is open.")};
const Notice draft_opened{"draft-opened", Phrase("The draft is open.")};

struct NewPullView {
    PageHead head{.fluid = true};
    RepositoryPlace place;
    CompareView compare;
    std::string title{};
    std::string title_problem{};
    std::string problem{};
    WriteView write{};
    bool may_write = false; // set facts
    bool from_fork = false;
    bool allow_edits = false;
    Choices reviewers{};
    Choices labels{};
    Choices assignees{};
    Choices milestones{};
};
BOOST_DESCRIBE_STRUCT(NewPullView, (),
                      (head, place, compare, title, title_problem, problem, write, may_write, from_fork, allow_edits,
                       reviewers, labels, assignees, milestones))

const PageOf<NewPullView> form_again{"pull/new"};

// "feat/find-it_quickly" is about "Feat/find it quickly".
std::string title_of_branch(std::string branch)
{
    std::ranges::replace_if(branch, [](char c) { return c == '-' || c == '_'; }, ' ');
    if (!branch.empty() && text::is_alpha(branch.front())) branch.front() = text::to_upper(branch.substr(0, 1)).front();
    return branch;
}

std::vector<std::int64_t> ids_in(const std::vector<std::string>& list)
{
    std::vector<std::int64_t> ids;
    for (const auto& one : list)
        if (const auto id = text::parse_integer(one, 1)) ids.push_back(*id);
    return ids;
}

Choices suggested(const Call& call, const RepositoryContext& place, const contents::Comparison& range,
                  const std::vector<std::string>& chosen)
{
    const auto& in = language_of(call);
    Choices choices;
    const auto is_chosen = [&](const std::string& name) { return std::ranges::find(chosen, name) != chosen.end(); };
    for (const auto& one : pulls::suggest_reviewers(call, place, range))
        choices.items.push_back(
            {.value = one.person.name,
             .words = one.person.name,
             .note = in.say(one.owner ? Phrase("owns changed files") : Phrase("wrote changed lines")),
             .avatar = avatar_address(one.person),
             .chosen = is_chosen(one.person.name)});
    for (const auto& name : chosen) {
        const bool there = std::ranges::any_of(choices.items, [&](const Choice& one) { return one.value == name; });
        if (!there) choices.items.push_back({.value = name, .words = name, .chosen = true});
    }
    return choices;
}

// The words that it begins with: those of the one commit, or of the template.
void propose_words(const Call& call, const RepositoryContext& place, NewPullView& view)
{
    const auto& days = view.compare.days;
    const bool single = view.compare.total == 1 && !days.empty() && !days.front().commits.empty();
    std::string body;
    if (single) {
        const auto& commit = days.front().commits.front();
        view.title = commit.subject;
        body = commit.body;
    } else {
        const auto& name = view.compare.head_name;
        const auto colon = name.rfind(':');
        view.title = title_of_branch(colon == name.npos ? name : name.substr(colon + 1));
    }
    if (const auto words = issues::find_pull_template(call, place); !words.empty()) body = words;
    if (const auto* title = call.parameter("title"); title != nullptr && !title->empty()) view.title = *title;
    if (const auto* given = call.parameter("body"); given != nullptr && !given->empty()) body = *given;
    view.write = write_view(call, place, with_plain_line_ends(body));
}

Result<NewPullView> make_view(Call& call, const RepositoryContext& place, const std::string& basehead,
                              const DiffQuery& query, const SentText* sent)
{
    NewPullView view{.place = repository_place(call, place, RepositoryTab::pulls), .compare = {.place = {}}};
    const auto chosen = sent != nullptr ? sent->list("reviewers") : std::vector<std::string>();
    view.compare = TRY(compare_view(call, place, basehead, query, [&](const contents::Comparison& range) {
        view.reviewers = suggested(call, place, range, chosen);
        view.from_fork = range.head_place.repository.id != place.repository.id;
    }));
    view.head = view.compare.head;
    view.may_write = place.access.writes(access::Unit::pulls);
    if (sent != nullptr) {
        view.title = sent->field("title");
        view.write = write_view(call, place, *sent);
        view.allow_edits = sent->field("allow_maintainer_edit") == "true";
    } else {
        propose_words(call, place, view);
        view.allow_edits = place.repository.default_allow_maintainer_edit;
    }
    // There is nothing yet that files could belong to.
    view.write.attaches = false;
    view.write.label = language_of(call).say(Phrase("Text"));
    view.write.placeholder = language_of(call).say(Phrase("What does it change, and why?"));
    if (view.may_write) {
        const auto list = [&](std::string_view name) {
            return sent != nullptr ? sent->list(name) : std::vector<std::string>();
        };
        view.labels = label_choices(call, place, "", choices_in_menu, ids_in(list("labels")));
        view.assignees = assignee_choices(call, place, "", choices_in_menu, list("assignees"));
        const auto milestone = sent != nullptr ? text::parse_integer(sent->field("milestone"), 0).value_or(0) : 0;
        view.milestones = milestone_choices(call, place, "", choices_in_menu, milestone);
    }
    return view;
}

Result<NewPullView> show(Call& call, const RepositoryContext& place, Path<ComparePath> path, Query<DiffQuery> query)
{
    auto view = TRY(make_view(call, place, path->basehead, query.value, nullptr));
    // There is one already.
    if (view.compare.pull)
        return elsewhere(Errc::see_other,
                         repository_address(place) + "/pulls/" + std::to_string(view.compare.pull->number));
    return view;
}

Result<Raw> create(Call& call, const RepositoryContext& place, Path<ComparePath> path, Upload upload)
{
    const auto sent = TRY(receive_text(call, place, *upload.body));
    const auto again = [&](int status, const Error* error) -> Result<Raw> {
        auto view = TRY(make_view(call, place, path->basehead, {}, &sent));
        if (error != nullptr && member_of(*error) == "title") view.title_problem = words_of(*error);
        else if (error != nullptr) view.problem = words_of(*error);
        view.head.status = status;
        const auto head = view.head;
        return form_again.show(call, std::move(view), head);
    };
    if (sent.refused) return again(refused_status(*sent.refused), &*sent.refused);
    if (sent.wants_preview) return again(200, nullptr);
    const auto names = contents::split_basehead(path->basehead, place.repository.default_branch);
    const bool draft = sent.field("draft") == "true";
    pulls::CreatePullRequestOption option;
    option.title = sent.field("title");
    if (draft && !text::trim(option.title).empty()) option.title = pulls::draft_title(option.title);
    option.body = sent.body;
    option.base = names.base;
    option.head = names.head;
    option.reviewers = sent.list("reviewers");
    if (const auto other = text::trim(sent.field("reviewer")); !other.empty()) option.reviewers.emplace_back(other);
    option.labels = ids_in(sent.list("labels"));
    option.assignees = sent.list("assignees");
    option.milestone = text::parse_integer(sent.field("milestone"), 0).value_or(0);
    option.allow_maintainer_edit = sent.field("allow_maintainer_edit") == "true";
    auto made = pulls::open_pull(call, place, option);
    if (!made) return again(refused_status(made.error()), &made.error());
    return answer_done(call, done(issue_address(place, *made), draft ? draft_opened : pull_opened));
}

constexpr auto& new_page = shows<show, "pull/new", "repoCompareDiff repoCreatePullRequest">;

// The page shows code.
Result<void> check_opens_here(const Call& call, const RepositoryContext& place)
{
    TRY(pulls::check_opens_pull(call, place));
    return repositories::question::reads_or_forbidden(call, place, access::Unit::code);
}
constexpr Guard opens_pull =
    repositories::repository_guard<check_opens_here>("opens pull requests, and reads code", {401, 403, 404, 423});

// clang-format off
constexpr Operation new_operations[] = {
    {GET,  "/{owner}/{repo}/compare/{basehead*}?expand=1", scope::none, opens_pull, new_page,     200, "siteNewPull",    "Show the form for a new pull request"},
    {POST, "/{owner}/{repo}/compare/{basehead*}",          scope::none, opens_pull, does<create>, 303, "sitePullOpened", "Open a pull request"},
};
// clang-format on
static_assert(well_formed(new_operations));

} // namespace

const Table new_pull_table{"site", new_operations, Door::site, refuse_page};

} // namespace cairn::pages
