// Patches that somebody has in a file or a mail, as commits on a new branch, for a pull request.
#include "api/codec.hpp"
#include "base/shortened.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "contents/branch_change.hpp"
#include "contents/edited_file.hpp"
#include "contents/patch_commit.hpp"
#include "git/limits.hpp"
#include "git/references/references.hpp"
#include "http/url.hpp"
#include "pages/code/commit_form.hpp"
#include "pages/code/tables.hpp"
#include "pages/page.hpp"
#include "pages/places/repository_place.hpp"
#include "pulls/proposing.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using repositories::RepositoryContext;
using words::Phrase;

namespace {

const Notice patches_applied{"patches-applied", Phrase("The patches are commits of a new branch now.")};

constexpr std::size_t most_parts = 50;        // of the form
constexpr std::size_t shown_again = 1U << 20; // of a file that was refused
constexpr std::size_t longest_passed = 4'000; // of a description, in an address

struct PatchesQuery {
    std::string base;
};
BOOST_DESCRIBE_STRUCT(PatchesQuery, (), (base))
constexpr auto notes(const PatchesQuery*) { return std::array{Note{"base", "the branch to begin at"}}; }

struct PatchesForm : CommitForm {
    std::string base;
    std::string content;
};
BOOST_DESCRIBE_STRUCT(PatchesForm, (CommitForm), (base, content))
constexpr auto notes(const PatchesForm*)
{
    return std::array{Note{.member = "base", .max_length = 255},
                      Note{.member = "content", .doc = "where there is no file", .max_length = whole_file}};
}

struct PatchesView {
    PageHead head{};
    RepositoryPlace place;
    CommitView commit;
    std::string action{};
    std::string back{};
    std::vector<std::string> branches{}; // some
    std::string text{};                  // the patches, as they were sent
    std::int64_t largest = 0;            // in bytes
    std::int64_t most = 0;               // patches
    Form<PatchesForm> form;
};
BOOST_DESCRIBE_STRUCT(PatchesView, (), (head, place, commit, action, back, branches, text, largest, most, form))

// The file that came with the form; it stays where the request is kept. Nothing: none was chosen.
Result<std::optional<std::string_view>> sent_file(const Call& call)
{
    const auto content_type = call.request.header("Content-Type");
    if (call.request.body.empty() || TRY(body_format(content_type)) != BodyFormat::parts) return std::nullopt;
    for (const auto& part : TRY(split_parts(content_type, call.request.body, most_parts)))
        if (part.file_name && !part.file_name->empty()) return part.content;
    return std::nullopt;
}

Result<PatchesView> show(Call& call, const RepositoryContext& place, Query<PatchesQuery> query, Form<PatchesForm> form)
{
    auto base = form.sent() ? form.value("base") : query->base;
    const auto repository = TRY(contents::open_repository(call, place));
    // A comparison may begin at a tag or a commit as well.
    if (!form.sent() && !git::find_branch(*repository, base)) base = place.repository.default_branch;
    const auto page = "_patches?base=" + http::encode_query(base);
    PatchesView view{.place = repository_place(call, place, RepositoryTab::code),
                     .commit = commit_view(call, place, base, {}, page),
                     .action = repository_address(place) + "/_patches",
                     .back = repository_address(place) + "/compare",
                     .largest = static_cast<std::int64_t>(git::limits().diff_size),
                     .most = static_cast<std::int64_t>(contents::most_patches),
                     .form = std::move(form)};
    PatchesForm first;
    static_cast<CommitForm&>(first) = first_choice(call, place, *repository, view.commit);
    first.base = base;
    view.form.begin_with(first);
    view.text = view.form.value("content");
    if (view.form.sent())
        if (const auto file = sent_file(call); file && *file && (*file)->size() <= shown_again && is_text(**file))
            view.text = **file;
    contents::ListBranches wanted;
    wanted.limit = 50;
    for (auto& branch : contents::branches_of(call, place, wanted).items) view.branches.push_back(branch.name);
    return view;
}

Result<contents::PatchSeries> series_of(const Call& call, const PatchesForm& form)
{
    const auto file = TRY(sent_file(call));
    if (file) return contents::read_series(*file);
    // A browser sends every line with its own end, and trims nothing; a patch ends with a line's end.
    auto text = contents::with_line_ends_of("", form.content);
    if (!text.empty() && !text.ends_with('\n')) text += '\n';
    return contents::read_series(text);
}

Result<void> check_form(const Call& call, const RepositoryContext& place, const PatchesForm& form,
                        const contents::PatchSeries& series)
{
    const auto repository = TRY(contents::open_repository(call, place));
    if (!git::find_branch(*repository, form.base))
        return fail(Errc::unprocessable, "[base]: there is no branch " + form.base);
    const bool says_nothing = !series.patches.front().author;
    if (says_nothing && text::trim(form.message).empty())
        return fail(Errc::unprocessable, "[message]: a difference alone does not say what it is for: write a message");
    return {};
}

// The form of the pull request, with what the sender has said of the series.
Done opened(const Call& call, const RepositoryContext& place, Done led, const contents::PatchSeries& series)
{
    if (!pulls::check_opens_pull(call, place)) return led;
    led.address += "?expand=1";
    if (!series.title.empty() && series.title.size() <= longest_title)
        led.address += "&title=" + http::encode_query(series.title);
    if (!series.description.empty() && series.description.size() <= longest_passed)
        led.address += "&body=" + http::encode_query(series.description);
    return led;
}

Result<Done> apply(Call& call, const RepositoryContext& place, Body<PatchesForm> body)
{
    const auto& form = body.value;
    const auto series = TRY(at("content", series_of(call, form)));
    TRY(check_form(call, place, form, series));
    const auto target = TRY(commit_target(call, place, form.base));
    auto chosen = static_cast<const CommitForm&>(form);
    chosen.choice = "new";
    const auto options = TRY(commit_options(chosen, form.base, target));
    auto landed = beside_field(contents::commit_series(call, target.place, options, series));
    if (!landed && member_of(landed.error()).empty()
        && (landed.error().code == Errc::unprocessable || landed.error().code == Errc::too_large))
        return std::unexpected(about("content", std::move(landed).error()));
    return opened(call, place, committed(place, target, form.base, TRY(std::move(landed)), "", patches_applied),
                  series);
}

constexpr auto& patches_page = shows<show, "repository/upload_patches", "repoListBranches repoApplyDiffPatch">;
constexpr auto patches_action = carrying_files(does<apply, patches_page>);

using contents::may_propose_changes;

// clang-format off
constexpr Operation patches_operations[] = {
    {GET,  "/{owner}/{repo}/_patches", scope::none, may_propose_changes, patches_page,   200, "sitePatches",        "Show the form that makes a branch of patches"},
    {POST, "/{owner}/{repo}/_patches", scope::none, may_propose_changes, patches_action, 303, "sitePatchesApplied", "Make a branch of patches"},
};
// clang-format on
static_assert(well_formed(patches_operations));

} // namespace

const Table upload_patches_table{"site", patches_operations, Door::site, refuse_page};

} // namespace cairn::pages
