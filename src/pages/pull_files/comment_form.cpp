// The form for a remark on lines: with a script it opens between them, without one it asks which.
#include "base/text.hpp"
#include "pages/diff/diff_rows.hpp"
#include "pages/issue/comment_texts.hpp"
#include "pages/issue/text_form.hpp"
#include "pages/page.hpp"
#include "pages/places/repository_place.hpp"
#include "pages/pull_files/shown_thread.hpp"
#include "pages/pull_files/tables.hpp"
#include "pages/pull_files/way_back.hpp"
#include "pulls/review/remarks.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using pulls::PullContext;
using words::Phrase;

namespace {

const Notice draft_kept{"draft-kept", Phrase("The draft is kept. Only you see it until you submit your review.")};

struct CommentQuery {
    std::string path;
    std::string previous;
    std::string side;
    std::string line;
    std::string first;
    std::string before;
    std::string after;
    std::string back;
};
BOOST_DESCRIBE_STRUCT(CommentQuery, (), (path, previous, side, line, first, before, after, back))

// What is sent. Numbers are texts here: a field may be empty.
struct CommentForm : CommentQuery {
    std::string body;
    std::string send; // "now": not as a draft
    std::string preview;
};
BOOST_DESCRIBE_STRUCT(CommentForm, (CommentQuery), (body, send, preview))

struct CommentView {
    PageHead head{};
    RepositoryPlace place;
    PullPlace pull;
    std::string id{};    // of the form
    std::string field{}; // of its text
    std::string action{};
    std::string back{};
    bool asks_line = false;
    std::string where{}; // which lines, in words
    std::string swap{};
    std::string suggested{}; // the lines, for a suggestion
    bool may_suggest = false;
    CommentForm sent{};
    WriteView write{};
    std::string problem{};
    std::string problem_of{}; // the member
};
BOOST_DESCRIBE_STRUCT(CommentView, (),
                      (head, place, pull, id, field, action, back, asks_line, where, swap, suggested, may_suggest, sent,
                       write, problem, problem_of))

const PageOf<CommentView> comment_again{"pull_files/comment"};

Result<std::int64_t> number_of(std::string_view member, const std::string& text)
{
    const auto words = text::trim(text);
    if (words.empty()) return 0;
    const auto number = text::parse_integer(words, 0);
    if (!number) return fail(Errc::unprocessable, "[" + std::string(member) + "]: is no number");
    return *number;
}

Result<pulls::NewRemark> remark_of(const CommentForm& sent)
{
    return pulls::NewRemark{.path = sent.path,
                            .previous = sent.previous,
                            .side = sent.side,
                            .line = TRY(number_of("line", sent.line)),
                            .first = TRY(number_of("first", sent.first)),
                            .body = with_plain_line_ends(sent.body),
                            .before = sent.before,
                            .after = sent.after};
}

std::string words_for(const Call& call, const pulls::NewRemark& remark)
{
    const auto& in = language_of(call);
    const bool is_old = remark.side == "old";
    if (remark.line == 0) return in.say(Phrase("the file"));
    const auto last = std::to_string(remark.line);
    if (remark.first == 0 || remark.first == remark.line)
        return is_old ? in.say(Phrase("old line {number}"), {{"number", last}})
                      : in.say(Phrase("line {number}"), {{"number", last}});
    const words::Values both{{"first", std::to_string(remark.first)}, {"last", last}};
    return is_old ? in.say(Phrase("old lines {first} to {last}"), both)
                  : in.say(Phrase("lines {first} to {last}"), both);
}

CommentView view_of(Call& call, const PullContext& at, CommentForm sent)
{
    CommentView view{.place = repository_place(call, at.place, RepositoryTab::pulls),
                     .pull = pull_place(call, at, PullTab::files)};
    view.action = pull_address(at) + "/review/comment";
    view.back = way_back(at, sent.back);
    view.asks_line = sent.line.empty();
    view.write = write_view(call, at.place, with_plain_line_ends(sent.body));
    view.write.attaches = false;
    view.write.label = language_of(call).say(Phrase("Your remark"));
    const auto section = section_id(sent.path);
    view.swap = section;
    view.id = "comment-" + section;
    if (const auto remark = remark_of(sent); remark && !view.asks_line) {
        view.id += (sent.side == "old" ? "L" : "R") + std::to_string(remark->line);
        view.where = words_for(call, *remark);
        if (const auto lines = pulls::lines_of(call, at, *remark)) {
            view.suggested = *lines;
            view.may_suggest = true;
        }
    }
    view.field = "text-" + view.id;
    view.head.values = {{"index", std::to_string(at.issue.number)}};
    view.sent = std::move(sent);
    return view;
}

Result<CommentView> show(Call& call, const PullContext& at, Query<CommentQuery> query)
{
    TRY(issues::check_may_talk(call, at));
    CommentForm sent;
    static_cast<CommentQuery&>(sent) = query.value;
    if (sent.path.empty()) return not_found("the file");
    if (!sent.line.empty())
        if (const auto checked = pulls::check_line(call, at, TRY(remark_of(sent))); !checked)
            return std::unexpected(checked.error());
    return view_of(call, at, std::move(sent));
}

Result<Raw> refuse(Call& call, const PullContext& at, const CommentForm& sent, const Error& error)
{
    auto view = view_of(call, at, sent);
    view.head.status = refused_status(error);
    view.problem_of = member_of(error);
    if (view.problem_of == "line" || view.problem_of == "first" || view.problem_of == "side") view.asks_line = true;
    (view.problem_of == "body" ? view.write.problem : view.problem) = words_of(error);
    const auto head = view.head;
    return comment_again.show(call, std::move(view), head);
}

Result<Raw> comment(Call& call, const PullContext& at, Body<CommentForm> form)
{
    const auto& sent = form.value;
    if (!sent.preview.empty()) {
        auto view = view_of(call, at, sent);
        view.write.has_preview = true;
        view.write.preview = comment_html(call, at.place, view.write.body);
        view.head.status = 200;
        const auto head = view.head;
        return comment_again.show(call, std::move(view), head);
    }
    const auto wanted = remark_of(sent);
    if (!wanted) return refuse(call, at, sent, wanted.error());
    const bool now = sent.send == "now";
    const auto made = now ? pulls::say_remark(call, at, *wanted) : pulls::draft_remark(call, at, *wanted);
    if (!made) return refuse(call, at, sent, made.error());
    const auto address = remark_address(at, sent.back, made->id);
    return answer_done(call, now ? done(address) : done(address, draft_kept));
}

constexpr auto& comment_page = shows<show, "pull_files/comment", "repoListPullReviews repoCreatePullReview">;

using pulls::changes_pull;

// clang-format off
constexpr Operation comment_operations[] = {
    {GET,  "/{owner}/{repo}/pulls/{index}/review/comment", scope::none, changes_pull, comment_page,  200, "siteRemark",     "Show the form for a remark on a line"},
    {POST, "/{owner}/{repo}/pulls/{index}/review/comment", scope::none, changes_pull, does<comment>, 303, "siteRemarkMade", "Make a remark on a line, as a draft or at once"},
};
// clang-format on
static_assert(well_formed(comment_operations));

} // namespace

const Table comment_form_table{"site", comment_operations, Door::site, refuse_page};

} // namespace cairn::pages
