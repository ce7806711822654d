// New files and changed ones: a field with the text, its preview, and the form that commits it.
#include "base/encoding.hpp"
#include "config/settings.hpp"
#include "contents/edited_file.hpp"
#include "contents/file_change.hpp"
#include "markup/safe_html.hpp"
#include "pages/code/commit_form.hpp"
#include "pages/code/tables.hpp"
#include "pages/code/written_text.hpp"
#include "pages/diff/shown_change.hpp"
#include "pages/page.hpp"
#include "pages/places/repository_place.hpp"

namespace cairn::pages {

using namespace api;
using contents::BranchAndPath;
using contents::EditableFile;
using contents::NoText;
using enum Method;
using repositories::RepositoryContext;
using words::Phrase;

namespace {

const Notice file_saved{"file-saved", Phrase("The change is committed.")};

struct EditedPath {
    std::string branch_and_path;
};
BOOST_DESCRIBE_STRUCT(EditedPath, (), (branch_and_path))
constexpr auto notes(const EditedPath*)
{
    return std::array{Note{"branch_and_path", "a branch, and the path behind it"}};
}

struct EditForm : CommitForm {
    std::string path;
    std::string content;
    std::string sha;     // of the file as it was opened
    std::string preview; // "text" or "change": show that, and commit nothing
};
BOOST_DESCRIBE_STRUCT(EditForm, (CommitForm), (path, content, sha, preview))
constexpr auto notes(const EditForm*)
{
    return std::array{Note{.member = "path", .required = true, .max_length = 500},
                      Note{.member = "content", .max_length = whole_file}};
}

struct PreviewView {
    std::optional<Html> text{};
    std::optional<ShownChange> change{};
};
BOOST_DESCRIBE_STRUCT(PreviewView, (), (text, change))

// Somebody else was faster.
struct MeanwhileView {
    bool gone = false;    // the file was deleted
    std::string theirs{}; // what is there now
    ShownChange change{}; // from that to what was sent
};
BOOST_DESCRIBE_STRUCT(MeanwhileView, (), (gone, theirs, change))

struct EditView {
    PageHead head{};
    RepositoryPlace place;
    CommitView commit;
    bool is_new = false;
    std::string path{};   // of the file as it is; of a new one, its folder
    std::string action{}; // where the form goes
    std::string back{};
    std::string sha{};
    NoText no_text = NoText::none;
    std::int64_t size = 0;
    std::int64_t longest = 0;
    bool has_preview = false;
    std::string indent{};
    std::optional<MeanwhileView> meanwhile{};
    std::optional<PreviewView> preview{};
    Form<EditForm> form;
};
BOOST_DESCRIBE_STRUCT(EditView, (),
                      (head, place, commit, is_new, path, action, back, sha, no_text, size, longest, has_preview,
                       indent, meanwhile, preview, form))

const PageOf<EditView> edit_again{"repository/edit_file"};

struct Opened {
    git::Repositories::Handle repository;
    BranchAndPath at;
};

Result<Opened> open(const Call& call, const RepositoryContext& place, const std::string& branch_and_path)
{
    auto repository = TRY(contents::open_repository(call, place));
    auto at = TRY(contents::split_branch(*repository, place, branch_and_path));
    return Opened{.repository = std::move(repository), .at = std::move(at)};
}

std::size_t longest_text(const Call& call) { return static_cast<std::size_t>(call.settings().limits.max_text_bytes); }

EditView base_view(Call& call, const RepositoryContext& place, const Opened& opened, std::string_view page,
                   Form<EditForm> form)
{
    const auto below = std::string(page) + "/" + contents::escape_path(opened.at.branch)
        + (opened.at.path.empty() ? "" : "/" + contents::escape_path(opened.at.path));
    EditView view{.head = {.fluid = true, .values = {{"filepath", opened.at.path}, {"ref", opened.at.branch}}},
                  .place = repository_place(call, place, RepositoryTab::code),
                  .commit = commit_view(call, place, opened.at.branch, {}, below),
                  .path = opened.at.path,
                  .action = repository_address(place) + "/" + below,
                  .back = place.repository.empty ? repository_address(place)
                                                 : source_address(place, opened.at.branch, opened.at.path),
                  .longest = static_cast<std::int64_t>(longest_text(call)),
                  .indent = contents::indentation_of(*opened.repository, opened.at),
                  .form = std::move(form)};
    view.has_preview = markup::can_render(view.form.value("path").empty() ? view.path : view.form.value("path"));
    return view;
}

Result<EditView> new_view(Call& call, const RepositoryContext& place, const Opened& opened, Form<EditForm> form,
                          const EditForm* sent)
{
    auto view = base_view(call, place, opened, "_new", std::move(form));
    view.is_new = true;
    view.head.values = {{"filepath", opened.at.path.empty() ? "NAME" : opened.at.path + "/NAME"}};
    view.commit.usual = "Add …";
    view.has_preview = true; // nobody knows its name yet
    EditForm first;
    static_cast<CommitForm&>(first) = first_choice(call, place, *opened.repository, view.commit);
    if (!opened.at.path.empty()) first.path = opened.at.path + "/";
    view.form.begin_with(sent != nullptr ? *sent : first);
    return view;
}

// The file as it is; nothing where it is gone and the form, which says which one it was, came back.
Result<std::optional<EditableFile>> find_file(const Call& call, const Opened& opened, bool sent)
{
    auto file = contents::find_editable(*opened.repository, opened.at, longest_text(call));
    if (file) return std::optional(std::move(*file));
    if (file.error().code == Errc::not_found && sent) return std::nullopt;
    return std::unexpected(std::move(file).error());
}

Result<EditView> edit_view(Call& call, const RepositoryContext& place, const Opened& opened, Form<EditForm> form,
                           const EditForm* sent)
{
    const bool came_back = form.sent() || sent != nullptr;
    auto file = TRY(find_file(call, opened, came_back));
    auto view = base_view(call, place, opened, "_edit", std::move(form));
    if (file) {
        view.sha = file->sha;
        view.no_text = file->no_text;
        view.size = file->size;
    }
    view.commit.usual = "Update " + opened.at.path;
    EditForm first;
    static_cast<CommitForm&>(first) = first_choice(call, place, *opened.repository, view.commit);
    first.path = opened.at.path;
    if (file) first.content = file->text;
    view.form.begin_with(sent != nullptr ? *sent : first);
    const auto& known = view.form.value("sha");
    if (came_back && !view.commit.fork_first && !known.empty() && known != view.sha) {
        view.meanwhile = MeanwhileView{.gone = !file};
        if (file) {
            view.meanwhile->change =
                show_change(file->text, contents::with_line_ends_of(file->text, view.form.value("content")));
            view.meanwhile->theirs = std::move(file->text);
        }
        view.head.status = 409;
    }
    return view;
}

// What was asked to be seen before it is committed.
PreviewView preview_of(const Call& call, const RepositoryContext& place, const Opened& opened, const EditForm& sent,
                       std::string_view before)
{
    PreviewView preview;
    const auto text = contents::with_line_ends_of(before, sent.content);
    if (sent.preview == "change") preview.change = show_change(before, text);
    else preview.text = file_text(call, place, {.branch = opened.at.branch, .path = sent.path}, text);
    return preview;
}

Result<contents::CommitOptions> check(const Call& call, const EditForm& sent, const std::string& branch,
                                      const CommitTarget& target)
{
    if (sent.content.size() > longest_text(call))
        return fail(Errc::too_large, "[content]: the text is too long to be edited here");
    return commit_options(sent, branch, target);
}

Result<EditView> show_new(Call& call, const RepositoryContext& place, Path<EditedPath> path, Form<EditForm> form)
{
    return new_view(call, place, TRY(open(call, place, path->branch_and_path)), std::move(form), nullptr);
}

Result<EditView> show_edit(Call& call, const RepositoryContext& place, Path<EditedPath> path, Form<EditForm> form)
{
    return edit_view(call, place, TRY(open(call, place, path->branch_and_path)), std::move(form), nullptr);
}

Raw show_preview(Call& call, EditView view, PreviewView preview)
{
    view.preview = std::move(preview);
    view.head.status = 200;
    auto head = view.head;
    return edit_again.show(call, std::move(view), head);
}

Result<Raw> create(Call& call, const RepositoryContext& place, Path<EditedPath> path, Body<EditForm> body)
{
    const auto opened = TRY(open(call, place, path->branch_and_path));
    if (!body->preview.empty())
        return show_preview(call, TRY(new_view(call, place, opened, Form<EditForm>(), &body.value)),
                            preview_of(call, place, opened, body.value, ""));
    const auto target = TRY(commit_target(call, place, opened.at.branch));
    contents::CreateFileOptions wanted{TRY(check(call, body.value, opened.at.branch, target)),
                                       base64_encode(contents::with_line_ends_of("", body->content))};
    const auto made = TRY(beside_field(contents::create_file(call, target.place, body->path, wanted)));
    return answer_done(
        call, committed(place, target, opened.at.branch, made.landed, made.paths.front().value_or(""), file_saved));
}

Result<Raw> update(Call& call, const RepositoryContext& place, Path<EditedPath> path, Body<EditForm> body)
{
    const auto opened = TRY(open(call, place, path->branch_and_path));
    const auto file = TRY(find_file(call, opened, true));
    const std::string_view before = file ? std::string_view(file->text) : std::string_view();
    if (!body->preview.empty())
        return show_preview(call, TRY(edit_view(call, place, opened, Form<EditForm>(), &body.value)),
                            preview_of(call, place, opened, body.value, before));
    if (file && file->no_text != NoText::none) return fail(Errc::unprocessable, "this file cannot be edited as a text");
    const auto target = TRY(commit_target(call, place, opened.at.branch));
    contents::UpdateFileOptions wanted;
    static_cast<contents::CommitOptions&>(wanted) = TRY(check(call, body.value, opened.at.branch, target));
    wanted.content = base64_encode(contents::with_line_ends_of(before, body->content));
    wanted.sha = body->sha;
    if (!wanted.sha.empty()) wanted.from_path = opened.at.path;
    const auto made = TRY(beside_field(contents::update_file(call, target.place, body->path, wanted)));
    return answer_done(
        call, committed(place, target, opened.at.branch, made.landed, made.paths.front().value_or(""), file_saved));
}

constexpr auto& new_page = shows<show_new, "repository/edit_file", "repoListBranches repoCreateFile">;
constexpr auto& edit_page = shows<show_edit, "repository/edit_file", "repoGetContents repoUpdateFile">;

using contents::may_propose_changes;

// clang-format off
constexpr Operation edit_operations[] = {
    {GET,  "/{owner}/{repo}/_new/{branch_and_path*}",  scope::none, may_propose_changes, new_page,                200, "siteNewFile",  "Show the form for a new file"},
    {POST, "/{owner}/{repo}/_new/{branch_and_path*}",  scope::none, may_propose_changes, does<create, new_page>,  303, "siteFileMade", "Make a file"},
    {GET,  "/{owner}/{repo}/_edit/{branch_and_path*}", scope::none, may_propose_changes, edit_page,               200, "siteEditFile", "Show the form that changes a file"},
    {POST, "/{owner}/{repo}/_edit/{branch_and_path*}", scope::none, may_propose_changes, does<update, edit_page>, 303, "siteFileEdited", "Change a file"},
};
// clang-format on
static_assert(well_formed(edit_operations));

} // namespace

const Table edit_file_table{"site", edit_operations, Door::site, refuse_page};

} // namespace cairn::pages
