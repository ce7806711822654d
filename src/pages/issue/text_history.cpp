// What an issue or a comment said before: its versions, what changed between them, and the way to take the words out of
// one that should never have been written.
#include "db/database.hpp"
#include "issues/timeline/commenting.hpp"
#include "issues/timeline/former_text.hpp"
#include "pages/diff/shown_change.hpp"
#include "pages/issue/issue_address.hpp"
#include "pages/issue/issue_view.hpp"
#include "pages/issue/tables.hpp"
#include "pages/page.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using issues::CommentContext;
using issues::IssueContext;
using words::Phrase;

namespace {

const Notice version_removed{"version-removed", Phrase("The words of that version are removed.")};

struct VersionQuery {
    std::int64_t version = 0;
};
BOOST_DESCRIBE_STRUCT(VersionQuery, (), (version))
constexpr auto notes(const VersionQuery*)
{
    return std::array{Note{"version", "the id of a version that was replaced"}};
}

// A version and what became of it.
struct ShownVersion {
    std::int64_t id = 0; // 0: what it says now
    Speaker speaker{};   // who wrote it
    Time written_at{};
    bool first = false;
    bool removed = false;
    bool chosen = false;
};
BOOST_DESCRIBE_STRUCT(ShownVersion, (), (id, speaker, written_at, first, removed, chosen))

struct HistoryView {
    PageHead head{};
    RepositoryPlace place;
    ThreadHead thread;
    bool is_comment = false;
    std::string address;
    std::string back;
    std::vector<ShownVersion> versions{}; // the newest first
    ShownVersion chosen{};                // whose change is shown
    ShownChange change{};                 // that it made
    bool words_removed = false;           // of one of the two
    bool may_remove = false;
    std::string old_text{};
};
BOOST_DESCRIBE_STRUCT(HistoryView, (),
                      (head, place, thread, is_comment, address, back, versions, chosen, change, words_removed,
                       may_remove, old_text))

// A text with all its versions.
struct Text {
    const IssueContext& at;
    issues::TextOwner owner;
    std::int64_t author_id = 0;
    const std::string& body;
    Time created_at{};
    std::string actions;
    std::string back;
};

Text text_of(const IssueContext& at)
{
    return {at,
            {.issue_id = at.issue.id},
            at.issue.poster_id,
            at.issue.body,
            at.issue.created_at,
            issue_actions(at),
            issue_address(at)};
}

Text text_of(const CommentContext& at)
{
    return {at,
            {.issue_id = at.issue.id, .comment_id = at.comment.id},
            at.comment.poster_id.value_or(0),
            at.comment.body,
            at.comment.created_at,
            comment_actions(at.place, at.comment.id),
            entry_address(at, at.comment.id)};
}

Speaker show(const accounts::User& user)
{
    return {.login = user.login, .avatar = user.id > 0 ? user.avatar_url : std::string(), .known = user.id > 0};
}

HistoryView history_of(Call& call, const Text& text, std::int64_t wanted)
{
    const auto former = issues::former_texts(call.db(), text.owner);
    std::vector<std::int64_t> ids{text.author_id};
    for (const auto& version : former) ids.push_back(version.editor_id.value_or(0));
    const issues::People people(call, ids);

    const auto& at = text.at;
    HistoryView view{
        .place = repository_place(call, at.place, at.issue.is_pull ? RepositoryTab::pulls : RepositoryTab::issues),
        .thread = thread_head(call, at, {}),
        .is_comment = text.owner.comment_id != 0,
        .address = text.actions + "/history",
        .back = text.back};
    view.head.values = {{"index", std::to_string(at.issue.number)}, {"id", std::to_string(text.owner.comment_id)}};
    // Version n was written by whoever replaced version n - 1. The one that is chosen is shown with the change that it
    // made; without a choice, that is the latest.
    std::size_t chosen = former.size();
    for (std::size_t n = 0; n < former.size(); ++n)
        if (former[n].id == wanted) chosen = n;
    for (std::size_t n = former.size() + 1; n-- > 0;) {
        ShownVersion version{.id = n < former.size() ? former[n].id : 0};
        version.speaker = show(people.plainly(n == 0 ? text.author_id : former[n - 1].editor_id.value_or(0)));
        version.written_at = n == 0 ? text.created_at : former[n - 1].replaced_at;
        version.first = n == 0;
        version.removed = n < former.size() && former[n].removed;
        version.chosen = n == chosen;
        if (version.chosen) view.chosen = version;
        view.versions.push_back(std::move(version));
    }
    const auto body = [&](std::size_t n) -> const std::string& {
        return n < former.size() ? former[n].body : text.body;
    };
    const bool before_removed = chosen > 0 && former[chosen - 1].removed;
    view.words_removed = view.chosen.removed || before_removed;
    if (!view.words_removed) view.change = show_change(chosen == 0 ? std::string() : body(chosen - 1), body(chosen));
    view.may_remove =
        view.chosen.id != 0 && !view.chosen.removed && issues::may_remove_former(call.caller, at, text.author_id);
    return view;
}

template <class At> Result<HistoryView> show_history(Call& call, const At& at, Query<VersionQuery> query)
{
    return history_of(call, text_of(at), query->version);
}

template <class At> Result<HistoryView> show_remove(Call& call, const At& at, Query<VersionQuery> query)
{
    auto view = history_of(call, text_of(at), query->version);
    if (query->version == 0 || view.chosen.id != query->version) return not_found("the version");
    if (!view.may_remove) return fail(Errc::forbidden, "you may not remove this version");
    return view;
}

template <class At> Result<Done> remove(Call& call, const At& at, Query<VersionQuery> query)
{
    const auto text = text_of(at);
    TRY(issues::remove_former(call, at, text.owner, text.author_id, query->version));
    return done(text.actions + "/history", version_removed);
}

constexpr auto& history_page = shows<show_history<IssueContext>, "issue/history", "issueGetIssue">;
constexpr auto& remove_page = shows<show_remove<IssueContext>, "issue/remove_version", "issueGetIssue">;
constexpr auto& comment_history_page = shows<show_history<CommentContext>, "issue/history", "issueGetComment">;
constexpr auto& remove_of_comment_page = shows<show_remove<CommentContext>, "issue/remove_version", "issueGetComment">;

using issues::changes_comment;
using issues::comments_on_issue;
using issues::reads_comment;
using issues::reads_issue;

// clang-format off
constexpr Operation history_operations[] = {
    {GET,  "/{owner}/{repo}/issues/{index}/history",        scope::none, reads_issue,       history_page,                 200, "siteIssueHistory",          "Show what an issue said before"},
    {GET,  "/{owner}/{repo}/issues/{index}/history/delete", scope::none, comments_on_issue, remove_page,                  200, "siteRemoveIssueVersion",    "Ask whether to remove the words of a version"},
    {POST, "/{owner}/{repo}/issues/{index}/history/delete", scope::none, comments_on_issue, does<remove<IssueContext>>,   303, "siteIssueVersionRemoved",   "Remove the words of a version"},
    {GET,  "/{owner}/{repo}/comments/{id}/history",         scope::none, reads_comment,     comment_history_page,         200, "siteCommentHistory",        "Show what a comment said before"},
    {GET,  "/{owner}/{repo}/comments/{id}/history/delete",  scope::none, changes_comment,   remove_of_comment_page,       200, "siteRemoveCommentVersion",  "Ask whether to remove the words of a version"},
    {POST, "/{owner}/{repo}/comments/{id}/history/delete",  scope::none, changes_comment,   does<remove<CommentContext>>, 303, "siteCommentVersionRemoved", "Remove the words of a version"},
};
// clang-format on
static_assert(well_formed(history_operations));

} // namespace

const Table text_history_table{"site", history_operations, Door::site, refuse_page};

} // namespace cairn::pages
