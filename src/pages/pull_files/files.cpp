// The files that a pull request changes, with the talk between their lines: the bar with the review first, then the
// list of all files, then file by file while they are compared.
#include "base/text.hpp"
#include "config/settings.hpp"
#include "contents/revision.hpp"
#include "db/database.hpp"
#include "http/url.hpp"
#include "pages/page.hpp"
#include "pages/places/repository_address.hpp"
#include "pages/places/repository_place.hpp"
#include "pages/pull_files/chosen_commits.hpp"
#include "pages/pull_files/review_form.hpp"
#include "pages/pull_files/reviewed_file.hpp"
#include "pages/pull_files/tables.hpp"
#include "pages/pull_files/way_back.hpp"
#include "pulls/review/suggestions.hpp"
#include "pulls/review/viewed.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using git::ObjectId;
using pulls::PullContext;
using words::Phrase;

namespace {

// A page of more files is asked for one of them when a form on it was sent.
constexpr std::int64_t many_files = 100;

struct RangePath {
    std::string range;
};
BOOST_DESCRIBE_STRUCT(RangePath, (), (range))
constexpr auto notes(const RangePath*)
{
    return std::array{Note{"range", "a..b: what came after the commit a, up to b; a: that commit alone"}};
}

struct FilesQuery : DiffQuery {
    std::string resolved;
    std::string first;
    std::string last;
};
BOOST_DESCRIBE_STRUCT(FilesQuery, (DiffQuery), (resolved, first, last))
constexpr auto notes(const FilesQuery*)
{
    return std::array{Note{"resolved", "hide: without conversations that are over"},
                      Note{"first", "the first commit of those to show"}, Note{"last", "the last of them"}};
}

struct FilesView {
    PageHead head{.fluid = true};
    RepositoryPlace place;
    PullPlace pull;
    ChosenCommits commits{};
    ReviewForm review = {};
    DiffView diff{};
    std::int64_t seen_share = 0; // in percent
    DiffChoice resolved{};       // to hide them, or not
    std::int64_t threads = 0;
    std::int64_t open_threads = 0;
    bool cut = false; // there is more talk than is shown
    std::vector<ShownThread> lost_drafts{};
    std::vector<ShownThread> lost_threads{};
    Stream<ReviewedFile> files{};
    std::string back{};
    std::string viewed_address{}; // empty: the reader has no marks
    std::string apply_address{};  // empty: the reader may not
    std::string pushed_address{};
};
BOOST_DESCRIBE_STRUCT(FilesView, (),
                      (head, place, pull, commits, review, diff, seen_share, resolved, threads, open_threads, cut,
                       lost_drafts, lost_threads, files, back, viewed_address, apply_address, pushed_address))

Result<DiffSource> difference(const PullContext& at, contents::SharedRepository repository,
                              const pulls::CommitPair& sides)
{
    const auto tree = [&](const std::string& commit) -> Result<ObjectId> {
        const auto id = ObjectId::parse(commit);
        if (!id) return commit.empty() ? Result<ObjectId>(ObjectId{}) : not_found("the commits of the pull request");
        return repository->peel(*id, git::Kind::tree);
    };
    const auto before = TRY(tree(sides.before));
    const auto after = TRY(tree(sides.after));
    return DiffSource{.repository = std::move(repository),
                      .before = before,
                      .after = after,
                      .commit_before = sides.before,
                      .commit_after = sides.after,
                      .place_before = repository_address(at.place),
                      .place_after = repository_address(at.place)};
}

// Where somebody says which lines a remark is on: with all but the file and the line.
std::string comment_address(const PullContext& at, const ChosenCommits& commits, std::string_view back)
{
    return pull_address(at) + "/review/comment?before=" + commits.sides.before + "&after=" + commits.sides.after
        + "&back=" + http::encode_query(back);
}

// "/ann/work/_edit/branch/" of the branch that it comes from.
std::string edit_address(const PullPlace& pull)
{
    constexpr std::string_view source = "/src/branch/";
    const auto at = pull.head_address.find(source);
    if (at == std::string::npos) return {};
    return pull.head_address.substr(0, at) + "/_edit/" + pull.head_address.substr(at + source.size()) + "/";
}

void count_threads(const Talk& talk, FilesView& view)
{
    for (const auto& [path, threads] : talk.threads())
        for (const auto& thread : threads) {
            if (talk.first_of(thread).in_draft) continue;
            ++view.threads;
            if (!talk.is_resolved(thread)) ++view.open_threads;
        }
}

// Two commits from a form become an address.
Result<std::string> range_of(const git::Repository& repository, const FilesQuery& query)
{
    const auto first = ObjectId::parse(query.first);
    if (!first || !ObjectId::parse(query.last)) return not_found("the commits");
    const auto commit = TRY(git::read_commit(repository, *first));
    return (commit.parents.empty() ? query.first : commit.parents.front().hex()) + ".." + query.last;
}

Result<FilesView> show(Call& call, const PullContext& found, std::string_view range, const FilesQuery& query)
{
    const auto at = current_pull(call, found);
    const auto repository = contents::share(TRY(call.site.get<git::Repositories>().open(at.place.repository.storage)));
    if (!query.first.empty() || !query.last.empty())
        return elsewhere(Errc::see_other, files_address(at) + "/" + TRY(range_of(*repository, query)));
    FilesView view{.place = repository_place(call, at.place, RepositoryTab::pulls),
                   .pull = pull_place(call, at, PullTab::files),
                   .commits = TRY(choose_commits(call, at, *repository, range))};
    view.back = with_parameter(call.request.target, "expand", "");
    const bool hides_resolved = query.resolved == "hide";
    const bool may_apply = pulls::may_apply(call, at);
    const auto talk = std::make_shared<const Talk>(call, at, repository.get(),
                                                   TalkPlace{.sides = view.commits.sides,
                                                             .back = view.back,
                                                             .is_many = at.pull.changed_files > many_files,
                                                             .may_apply = may_apply && view.commits.all});
    view.review = review_form(call, at, talk->drafts(), Form<pulls::SaidOpinion>());
    auto source = TRY(difference(at, repository, view.commits.sides));
    auto marks = marks_of(*talk, hides_resolved);
    marks.seen = pulls::viewed_files(call, at);
    source.marks = std::make_shared<const DiffMarks>(std::move(marks));
    view.diff = TRY(show_diff(call, source, query));
    view.head.short_streams = view.diff.counted;
    view.diff.text_address = pull_address(at);
    if (view.diff.count > 0) view.seen_share = view.diff.seen * 100 / view.diff.count;
    const auto& in = language_of(call);
    view.resolved = {.words = in.say(Phrase("Hide resolved conversations")),
                     .address = with_parameter(view.back, "resolved", hides_resolved ? "" : "hide"),
                     .current = hides_resolved};
    count_threads(*talk, view);
    view.cut = talk->is_cut();
    const bool whole =
        view.commits.all && view.diff.narrowed.empty() && view.diff.path.empty() && view.diff.problem.empty();
    auto lost = lost_talk(*talk, view.diff, whole, hides_resolved);
    view.lost_drafts = std::move(lost.drafts);
    view.lost_threads = std::move(lost.others);
    const bool may_edit = may_apply && view.commits.sides.after == at.pull.head_sha;
    view.files =
        reviewed(view.diff.files,
                 {.talk = talk,
                  .comment = view.review.may_talk ? comment_address(at, view.commits, view.back) : std::string(),
                  .edit = may_edit ? edit_address(view.pull) : std::string(),
                  .hides_resolved = hides_resolved});
    if (!call.caller.anonymous()) view.viewed_address = pull_address(at) + "/review/viewed";
    if (may_apply) view.apply_address = pull_address(at) + "/review/apply";
    if (!at.issue.closed && view.commits.sides.after == at.pull.head_sha)
        view.pushed_address = pull_address(at) + "/review/pushed?head=" + at.pull.head_sha;
    view.head.values = {{"index", std::to_string(at.issue.number)}};
    return view;
}

Result<FilesView> show_all(Call& call, const PullContext& at, Query<FilesQuery> query)
{
    return show(call, at, {}, query.value);
}

Result<FilesView> show_range(Call& call, const PullContext& at, Path<RangePath> path, Query<FilesQuery> query)
{
    return show(call, at, path->range, query.value);
}

// Whether somebody has pushed since a page was made; it asks for this alone.
struct PushedQuery {
    std::string head;
};
BOOST_DESCRIBE_STRUCT(PushedQuery, (), (head))
constexpr auto notes(const PushedQuery*) { return std::array{Note{"head", "the commit that is shown"}}; }

struct PushedView {
    RepositoryPlace place;
    PullPlace pull;
    bool pushed = false;
    std::string head{};
    std::string new_address{};
};
BOOST_DESCRIBE_STRUCT(PushedView, (), (place, pull, pushed, head, new_address))

Result<PushedView> show_pushed(Call& call, const PullContext& found, Query<PushedQuery> query)
{
    const auto at = current_pull(call, found);
    PushedView view{.place = repository_place(call, at.place, RepositoryTab::pulls),
                    .pull = pull_place(call, at, PullTab::none)};
    view.pushed = query->head != at.pull.head_sha;
    if (const auto head = ObjectId::parse(query->head)) {
        view.head = head->hex();
        view.new_address = files_address(at) + "/" + view.head + ".." + at.pull.head_sha;
    }
    return view;
}

constexpr auto& files_page =
    shows<show_all, "pull_files/files", "repoGetPullRequestFiles repoListPullReviews repoCreatePullReview">;
constexpr auto& range_page =
    shows<show_range, "pull_files/files", "repoGetPullRequestFiles repoGetPullRequestCommits repoCreatePullReview">;
constexpr auto& pushed_page = shows<show_pushed, "pull_files/pushed", "repoGetPullRequest">;

// clang-format off
constexpr Operation files_operations[] = {
    {GET, "/{owner}/{repo}/pulls/{index}/files",         scope::none, reads_pull_page, files_page,  200, "sitePullFiles",  "Show the files that a pull request changes"},
    {GET, "/{owner}/{repo}/pulls/{index}/files/{range}", scope::none, reads_pull_page, range_page,  200, "sitePullRange",  "Show what some commits of a pull request change"},
    {GET, "/{owner}/{repo}/pulls/{index}/review/pushed", scope::none, reads_pull_page, pushed_page, 200, "sitePullPushed", "Tell whether something was pushed since"},
};
// clang-format on
static_assert(well_formed(files_operations));

} // namespace

const Table pull_files_table{"site", files_operations, Door::site, refuse_page};

} // namespace cairn::pages
