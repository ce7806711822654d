// New releases and changed ones. Files come with the form, or before it by a script; they wait until the release is
// saved, so that a preview or a refusal loses none.
#include <algorithm>

#include "api/codec.hpp"
#include "api/error_body.hpp"
#include "api/long_texts.hpp"
#include "attachments/pending.hpp"
#include "config/settings.hpp"
#include "contents/edited_file.hpp"
#include "contents/revision.hpp"
#include "db/database.hpp"
#include "pages/code/draft_notes.hpp"
#include "pages/code/shown_release.hpp"
#include "pages/code/tables.hpp"
#include "pages/code/written_text.hpp"
#include "pages/page.hpp"
#include "pages/places/repository_place.hpp"
#include "releases/asset.hpp"
#include "releases/change.hpp"

namespace cairn::pages {

using namespace api;
using attachments::Attachment;
using enum Method;
using releases::CreateReleaseOption;
using releases::ReleaseTagPath;
using releases::StoredRelease;
using repositories::RepositoryContext;
using words::Phrase;

namespace {

const Notice release_published{"release-published", Phrase("The release is published.")};
const Notice draft_saved{"draft-saved", Phrase("The draft is saved. Only those who may write releases see it.")};
const Notice release_saved{"release-saved", Phrase("The release is saved.")};

constexpr std::string_view name_field = "name-"; // "name-12": what the file with that id shall be called

struct ReleaseForm : CreateReleaseOption {
    std::vector<std::string> files;   // uuids of those that wait
    std::vector<std::int64_t> remove; // ids of those that the release has
    std::string preview;
    std::string draft_notes;
};
BOOST_DESCRIBE_STRUCT(ReleaseForm, (CreateReleaseOption), (files, remove, preview, draft_notes))

struct TagQuery {
    std::string tag;
};
BOOST_DESCRIBE_STRUCT(TagQuery, (), (tag))
constexpr auto notes(const TagQuery*) { return std::array{Note{"tag", "the tag that the form begins with"}}; }

struct ShownAsset {
    Attachment file;
    std::string name; // as it shall be
    bool removed = false;
};
BOOST_DESCRIBE_STRUCT(ShownAsset, (), (file, name, removed))

struct ReleaseFormView {
    PageHead head{};
    RepositoryPlace place;
    bool is_new = false;
    bool is_out = false; // it is published: its tag stays
    bool empty = false;  // there is nothing to release
    std::string tag{};
    std::string default_branch{};
    std::string action{};
    std::string back{};
    std::vector<ShownAsset> assets{};
    std::vector<attachments::StoredAttachment> pending{};
    std::int64_t largest = 0; // bytes of a file
    std::int64_t most = 0;    // files at once
    bool has_preview = false;
    Html preview{};
    Form<ReleaseForm> form;
};
BOOST_DESCRIBE_STRUCT(ReleaseFormView, (),
                      (head, place, is_new, is_out, empty, tag, default_branch, action, back, assets, pending, largest,
                       most, has_preview, preview, form))

const PageOf<ReleaseFormView> form_again{"repository/release_form"};

// A form as it came.
struct Sent {
    ReleaseForm form{};
    QueryValues fields{};
    std::optional<Error> refused{}; // it cannot be read, or a file was not taken
};

ReleaseFormView new_view(Call& call, const RepositoryContext& place, Form<ReleaseForm> form)
{
    const auto& rules = call.settings().repository_release;
    return ReleaseFormView{.place = repository_place(call, place, RepositoryTab::releases),
                           .is_new = true,
                           .empty = place.repository.empty,
                           .default_branch = place.repository.default_branch,
                           .action = releases_address(place) + "/new",
                           .back = releases_address(place),
                           .largest = rules.file_max_size << 20,
                           .most = rules.max_files,
                           .form = std::move(form)};
}

ReleaseFormView edit_view(Call& call, const RepositoryContext& place, const StoredRelease& release,
                          Form<ReleaseForm> form)
{
    auto view = new_view(call, place, std::move(form));
    view.head.values = {{"id", std::to_string(release.id)}};
    view.is_new = false;
    view.is_out = !release.draft;
    view.tag = release.tag_name;
    view.action = releases_address(place) + "/edit/" + contents::escape_path(release.tag_name);
    view.back = release_address(place, release.tag_name);
    for (auto& file : releases::assets_of(call, place, release)) {
        auto name = file.name;
        view.assets.push_back({.file = std::move(file), .name = std::move(name)});
    }
    return view;
}

ReleaseForm form_of(const StoredRelease& release)
{
    ReleaseForm form;
    form.tag_name = release.tag_name;
    form.target_commitish = release.target;
    form.name = release.title;
    form.body = release.note;
    form.draft = release.draft;
    form.prerelease = release.prerelease;
    return form;
}

// The name that the form has for a file; nothing: none.
std::optional<std::string> name_for(const QueryValues& fields, std::int64_t id)
{
    const auto key = std::string(name_field) + std::to_string(id);
    const auto found = std::ranges::find(fields, key, &QueryValues::value_type::first);
    return found == fields.end() ? std::nullopt : std::optional(found->second);
}

Result<Sent> read_form(Call& call, const RepositoryContext& place, http::BodyReader& body)
{
    const auto& rules = call.settings().repository_release;
    auto received = TRY(attachments::receive_form(call, body, releases::asset_rules(call), rules.max_files));
    Sent sent{.fields = std::move(received.fields), .refused = std::move(received.refused)};
    const auto& type = type_of<ReleaseForm>();
    auto read = decode_form(type, sent.fields, &sent.form);
    if (read) read = check_texts(type, &sent.form, static_cast<std::size_t>(call.settings().limits.max_text_bytes));
    if (!read && !sent.refused) sent.refused = std::move(read).error();
    sent.form.body = contents::with_line_ends_of("", sent.form.body);
    for (const auto& file : received.files) {
        auto kept = attachments::keep_pending(call, place, file);
        if (kept) sent.form.files.push_back(kept->uuid);
        else if (!sent.refused) sent.refused = std::move(kept).error();
    }
    return sent;
}

// The form once more, with all that came in it.
Raw show_again(Call& call, const RepositoryContext& place, ReleaseFormView view, const Sent& sent, int status)
{
    view.pending = attachments::find_pending(call, place, sent.form.files);
    for (auto& asset : view.assets) {
        asset.name = name_for(sent.fields, asset.file.id).value_or(asset.name);
        asset.removed = std::ranges::find(sent.form.remove, asset.file.id) != sent.form.remove.end();
    }
    view.head.status = status;
    const auto head = view.head;
    return form_again.show(call, std::move(view), head);
}

Raw show_refused(Call& call, const RepositoryContext& place, const StoredRelease* release, const Sent& sent,
                 Error error)
{
    const int status = error.code == Errc::conflict || error.code == Errc::too_large || error.code == Errc::forbidden
        ? http_status(error.code)
        : 422;
    // What is wrong with a tag stands beside it.
    if (member_of(error).empty()) {
        const std::string_view words = error.message;
        if (words.ends_with("is not a tag name") || words.starts_with("the tag "))
            error = about("tag_name", std::move(error));
        else if (error.code == Errc::not_found) error = about("target_commitish", std::move(error));
    }
    const Refused refused{.type = &type_of<ReleaseForm>(), .fields = sent.fields, .error = std::move(error)};
    Form<ReleaseForm> form(&refused);
    auto view =
        release == nullptr ? new_view(call, place, std::move(form)) : edit_view(call, place, *release, std::move(form));
    return show_again(call, place, std::move(view), sent, status);
}

// Shows what was asked for and saves nothing: nothing where it was not asked.
Result<std::optional<Raw>> show_more(Call& call, const RepositoryContext& place, const StoredRelease* release,
                                     Sent& sent)
{
    if (sent.form.preview.empty() && sent.form.draft_notes.empty()) return std::nullopt;
    if (!sent.form.draft_notes.empty()) {
        const auto drafted = TRY(draft_notes(call, place, sent.form.tag_name, sent.form.target_commitish));
        sent.form.body += (sent.form.body.empty() ? "" : "\n\n") + drafted;
    }
    Form<ReleaseForm> form(sent.form);
    auto view =
        release == nullptr ? new_view(call, place, std::move(form)) : edit_view(call, place, *release, std::move(form));
    if (!sent.form.preview.empty()) {
        view.has_preview = true;
        view.preview = notes_text(call, place, sent.form.body).value_or(Html());
    }
    return show_again(call, place, std::move(view), sent, 200);
}

const Notice& notice_for(const StoredRelease& release, bool was_out)
{
    return release.draft ? draft_saved : was_out ? release_saved : release_published;
}

Result<ReleaseFormView> show_new(Call& call, const RepositoryContext& place, Query<TagQuery> query)
{
    ReleaseForm first;
    first.tag_name = query->tag;
    first.target_commitish = place.repository.default_branch;
    return new_view(call, place, Form<ReleaseForm>(first));
}

Result<ReleaseFormView> show_edit(Call& call, const RepositoryContext& place, Path<ReleaseTagPath> path)
{
    const auto release = TRY(releases::seen_release_of(call, place, path->tag));
    return edit_view(call, place, release, Form<ReleaseForm>(form_of(release)));
}

Result<Raw> create(Call& call, const RepositoryContext& place, Upload upload)
{
    auto sent = TRY(read_form(call, place, *upload.body));
    if (sent.refused) return show_refused(call, place, nullptr, sent, *sent.refused);
    auto more = show_more(call, place, nullptr, sent);
    if (!more) return show_refused(call, place, nullptr, sent, std::move(more).error());
    if (*more) return std::move(**more);
    const auto made = releases::create_release(call, place, sent.form, sent.form.files);
    if (!made) return show_refused(call, place, nullptr, sent, made.error());
    return answer_done(call, done(release_address(place, made->tag_name), notice_for(*made, false)));
}

// What the form says about the files that the release has.
struct AssetChanges {
    std::vector<std::pair<std::int64_t, attachments::EditAttachmentOptions>> renamed{};
    std::vector<std::int64_t> removed{};
};

Result<AssetChanges> asset_changes(const Call& call, const RepositoryContext& place, const StoredRelease& release,
                                   const Sent& sent)
{
    AssetChanges changes;
    for (const auto& file : releases::assets_of(call, place, release)) {
        if (std::ranges::find(sent.form.remove, file.id) != sent.form.remove.end()) {
            changes.removed.push_back(file.id);
            continue;
        }
        const auto name = name_for(sent.fields, file.id);
        if (!name || name->empty() || *name == file.name) continue;
        attachments::EditAttachmentOptions option;
        TRY(decode_form(type_of<attachments::EditAttachmentOptions>(), {{"name", *name}}, &option));
        changes.renamed.emplace_back(file.id, std::move(option));
    }
    return changes;
}

Result<StoredRelease> save(const Call& call, const RepositoryContext& place, const StoredRelease& release,
                           const Sent& sent)
{
    const auto changes = TRY(asset_changes(call, place, release, sent));
    auto saved = TRY(releases::replace_release(call, place, release.id, sent.form, sent.form.files));
    for (const auto& [id, option] : changes.renamed) TRY(releases::edit_asset(call, place, release.id, id, option));
    for (const auto id : changes.removed) TRY(releases::delete_asset(call, place, release.id, id));
    return saved;
}

Result<Raw> edit(Call& call, const RepositoryContext& place, Path<ReleaseTagPath> path, Upload upload)
{
    const auto release = TRY(releases::seen_release_of(call, place, path->tag));
    auto sent = TRY(read_form(call, place, *upload.body));
    if (sent.refused) return show_refused(call, place, &release, sent, *sent.refused);
    auto more = show_more(call, place, &release, sent);
    if (!more) return show_refused(call, place, &release, sent, std::move(more).error());
    if (*more) return std::move(**more);
    const auto saved = save(call, place, release, sent);
    if (!saved) return show_refused(call, place, &release, sent, saved.error());
    return answer_done(call, done(release_address(place, saved->tag_name), notice_for(*saved, !release.draft)));
}

constexpr auto& new_page = shows<show_new, "repository/release_form", "repoListReleases repoCreateRelease">;
constexpr auto& edit_page =
    shows<show_edit, "repository/release_form",
          "repoGetReleaseByTag repoListReleaseAttachments repoEditRelease repoCreateReleaseAttachment">;

using releases::writes_releases;

// clang-format off
constexpr Operation form_operations[] = {
    {GET,  "/{owner}/{repo}/releases/new",         scope::none, writes_releases, new_page,     200, "siteNewRelease",    "Show the form for a new release"},
    {POST, "/{owner}/{repo}/releases/new",         scope::none, writes_releases, does<create>, 303, "siteReleaseMade",   "Make a release"},
    {GET,  "/{owner}/{repo}/releases/edit/{tag*}", scope::none, writes_releases, edit_page,    200, "siteEditRelease",   "Show the form that changes a release"},
    {POST, "/{owner}/{repo}/releases/edit/{tag*}", scope::none, writes_releases, does<edit>,   303, "siteReleaseEdited", "Change a release"},
};
// clang-format on
static_assert(well_formed(form_operations));

} // namespace

const Table release_form_table{"site", form_operations, Door::site, refuse_page};

} // namespace cairn::pages
