// The conflicts of a pull request, decided about in the browser.
#include <algorithm>

#include "db/database.hpp"
#include "pages/issue/comment_texts.hpp"
#include "pages/page.hpp"
#include "pages/places/repository_place.hpp"
#include "pages/pull/tables.hpp"
#include "pages/pull_place/pull_place.hpp"
#include "pulls/merge/resolving.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using pulls::PullContext;
using words::Phrase;

namespace {

const Notice conflicts_resolved{"conflicts-resolved", Phrase("The conflicts are resolved.")};

struct ConflictForm {
    std::string head;
    std::string base;
    std::vector<std::string> path;
    std::vector<std::string> text; // of each
};
BOOST_DESCRIBE_STRUCT(ConflictForm, (), (head, base, path, text))

struct ShownConflict {
    std::string path;
    std::string text{};
    std::int64_t rows = 0; // of the field
};
BOOST_DESCRIBE_STRUCT(ShownConflict, (), (path, text, rows))

struct ConflictsView {
    PageHead head{};
    RepositoryPlace place;
    PullPlace pull;
    std::string head_sha{};
    std::string base_sha{};
    std::vector<ShownConflict> files{};
    std::vector<std::string> others{}; // that no text can be written for
    Form<ConflictForm> form;
};
BOOST_DESCRIBE_STRUCT(ConflictsView, (), (head, place, pull, head_sha, base_sha, files, others, form))

std::string sent_text(Form<ConflictForm>& form, const std::string& path)
{
    const auto& paths = form.control(2).values;
    const auto& texts = form.control(3).values;
    for (std::size_t i = 0; i < paths.size() && i < texts.size(); ++i)
        if (paths[i] == path) return texts[i];
    return {};
}

Result<ConflictsView> show(Call& call, const PullContext& found, Form<ConflictForm> form)
{
    const auto at = current_pull(call, found);
    auto open = TRY(pulls::open_conflicts(call, at));
    ConflictsView view{.head = {.values = {{"index", std::to_string(at.issue.number)}}},
                       .place = repository_place(call, at.place, RepositoryTab::pulls),
                       .pull = pull_place(call, at, PullTab::none),
                       .head_sha = open.head,
                       .base_sha = open.base,
                       .form = std::move(form)};
    if (open.files.empty() && !view.form.sent()) return elsewhere(Errc::see_other, pull_address(at));
    for (auto& file : open.files) {
        if (!file.is_text) {
            view.others.push_back(std::move(file.path));
            continue;
        }
        ShownConflict shown{.path = file.path, .text = std::move(file.text)};
        if (auto sent = sent_text(view.form, file.path); !sent.empty()) shown.text = std::move(sent);
        shown.rows = std::clamp<std::int64_t>(std::ranges::count(shown.text, '\n') + 2, 8, 40);
        view.files.push_back(std::move(shown));
    }
    return view;
}

Result<Done> resolve(Call& call, const PullContext& found, Body<ConflictForm> form)
{
    const auto at = current_pull(call, found);
    pulls::Decisions decided{.head = form->head, .base = form->base};
    for (std::size_t i = 0; i < form->path.size() && i < form->text.size(); ++i)
        decided.texts[form->path[i]] = with_plain_line_ends(form->text[i]);
    TRY(pulls::resolve_conflicts(call, at, decided));
    return done(pull_address(at) + "#merge", conflicts_resolved);
}

constexpr auto& conflicts_page = shows<show, "pull/conflicts", "repoGetPullRequest repoUpdatePullRequest">;

using pulls::changes_pull;

// clang-format off
constexpr Operation conflicts_operations[] = {
    {GET,  "/{owner}/{repo}/pulls/{index}/conflicts", scope::none, changes_pull, conflicts_page,                200, "siteConflicts",         "Show the conflicts of a pull request"},
    {POST, "/{owner}/{repo}/pulls/{index}/conflicts", scope::none, changes_pull, does<resolve, conflicts_page>, 303, "siteConflictsResolved", "Resolve the conflicts of a pull request"},
};
// clang-format on
static_assert(well_formed(conflicts_operations));

} // namespace

const Table pull_conflicts_table{"site", conflicts_operations, Door::site, refuse_page};

} // namespace cairn::pages
