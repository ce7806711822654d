// Releases: making, changing and deleting them. Git comes first: a tag that was made stays, whatever follows.
#include "attachments/upload.hpp"
#include "base/shortened.hpp"
#include "base/text.hpp"
#include "contents/revision.hpp"
#include "db/database.hpp"
#include "releases/release.hpp"
#include "releases/tables.hpp"
#include "releases/tag.hpp"

namespace cairn::releases {

using namespace api;
using enum Method;
using events::ReleaseChanged;

namespace {

struct CreateReleaseOption {
    std::string tag_name;
    std::string target_commitish;
    std::string name;
    std::string body;
    std::string tag_message;
    bool draft = false;
    bool prerelease = false;
};
BOOST_DESCRIBE_STRUCT(CreateReleaseOption, (), (tag_name, target_commitish, name, body, tag_message, draft, prerelease))
constexpr auto notes(const CreateReleaseOption*)
{
    return std::array{
        Note{.member = "tag_name", .doc = "the tag; it is made if it is not there", .required = true},
        Note{"target_commitish", "what a new tag is made at; the default branch unless said otherwise"},
        Note{"tag_message", "with one, a new tag has an object of its own"},
        Note{"draft", "keeps it from readers, and makes no tag"},
        Note{"prerelease", "not for everybody: never the latest"},
    };
}

struct EditReleaseOption {
    std::string tag_name;
    std::string target_commitish;
    std::string name;
    std::string body;
    std::optional<bool> draft;
    std::optional<bool> prerelease;
};
BOOST_DESCRIBE_STRUCT(EditReleaseOption, (), (tag_name, target_commitish, name, body, draft, prerelease))
constexpr auto notes(const EditReleaseOption*)
{
    return std::array{Note{"", "What is left out or empty stays as it is"},
                      Note{"tag_name", "another tag; it is made if it is not there"}};
}

void count_releases(db::Transaction& tx, const RepositoryContext& place)
{
    tx.run("UPDATE repository SET release_count = (SELECT count(*) FROM release WHERE repository_id = $1"
           " AND NOT tag_only AND NOT draft) WHERE id = $1",
           place.repository.id);
}

void save(db::Transaction& tx, const StoredRelease& r)
{
    tx.run("UPDATE release SET tag_name = $2, lower_tag_name = $3, target = $4, title = $5, note = $6, author_id = $7,"
           " commit_id = $8, draft = $9, prerelease = $10, tag_only = $11, created_at = $12, published_at = $13"
           " WHERE id = $1",
           r.id, r.tag_name, text::to_lower(r.tag_name), r.target, r.title, r.note,
           r.author_id != 0 ? std::optional(r.author_id) : std::nullopt, r.commit_id, r.draft, r.prerelease, r.tag_only,
           r.created_at, r.published_at);
}

void tell(const Call& call, db::Transaction& tx, const StoredRelease& release, ReleaseChanged::Act act)
{
    if (release.draft) return;
    call.site.events.tell(
        tx,
        ReleaseChanged{
            .repository_id = release.repository_id, .actor_id = call.caller.id, .release_id = release.id, .act = act});
}

// DeletionCheck the release to its tag, which is made unless it is there. A draft waits with that.
Result<void> tie_to_tag(const Call& call, const RepositoryContext& place, const git::Repository& repository,
                        StoredRelease& release, const std::string& tag_message)
{
    auto tag = TRY(find_any_tag(repository, release.tag_name));
    if (!tag && release.draft) {
        release.commit_id.clear();
        return {};
    }
    if (!tag)
        tag = TRY(make_tag(call, place, repository,
                           {.name = release.tag_name, .target = release.target, .message = tag_message}));
    if (tag->commit.is_zero()) return fail(Errc::unprocessable, "the tag names no commit");
    release.tag_name = tag->name;
    release.commit_id = tag->commit.hex();
    if (!release.draft) release.created_at = TRY(git::read_commit(repository, tag->commit)).committer.when;
    return {};
}

Result<Release> create(Call& call, const RepositoryContext& place, Body<CreateReleaseOption> body)
{
    if (place.repository.empty) return fail(Errc::unprocessable, "there is nothing in the repository to be released");
    if (!git::is_tag_name(body->tag_name))
        return fail(Errc::unprocessable, "\"" + body->tag_name + "\" is not a tag name");
    if (find_release_of(call.db(), place, body->tag_name)) return fail(Errc::conflict, "the tag has a release already");
    const auto repository = TRY(contents::open_repository(call, place));
    const bool tagged = TRY(find_any_tag(*repository, body->tag_name)).has_value();
    const auto now = Time::now();
    StoredRelease wanted{.repository_id = place.repository.id,
                         .tag_name = body->tag_name,
                         .target = body->target_commitish.empty() && !tagged ? place.repository.default_branch
                                                                             : body->target_commitish,
                         .title = shortened(body->name, longest_title),
                         .note = body->body,
                         .author_id = call.caller.id,
                         .draft = body->draft,
                         .prerelease = body->prerelease,
                         .created_at = now,
                         .published_at = body->draft ? Time{} : now};
    TRY(tie_to_tag(call, place, *repository, wanted, body->tag_message));
    const auto made = TRY(call.db().write([&](db::Transaction& tx) -> Result<StoredRelease> {
        // One that was deleted before makes room for its successor, under the same id.
        const auto id = tx.first<std::int64_t>(
            "INSERT INTO release (repository_id, tag_name, lower_tag_name, target, title, note, draft, prerelease,"
            " created_at) VALUES ($1, $2, $3, '', '', '', $4, $5, $6) ON CONFLICT (repository_id, lower_tag_name)"
            " DO UPDATE SET tag_only = FALSE WHERE release.tag_only RETURNING id",
            place.repository.id, wanted.tag_name, text::to_lower(wanted.tag_name), wanted.draft, wanted.prerelease,
            now);
        if (!id) return fail(Errc::conflict, "the tag has a release already");
        wanted.id = *id;
        save(tx, wanted);
        count_releases(tx, place);
        tell(call, tx, wanted, ReleaseChanged::Act::published);
        return wanted;
    }));
    return show_release(call, place, made);
}

Result<Release> edit(Call& call, const RepositoryContext& place, Path<ReleasePath> path, Body<EditReleaseOption> body)
{
    auto release = TRY(find_release(call.db(), place, path->id));
    const bool was_draft = release.draft;
    const auto& tag_name = body->tag_name.empty() ? release.tag_name : body->tag_name;
    if (!git::is_tag_name(tag_name)) return fail(Errc::unprocessable, "\"" + tag_name + "\" is not a tag name");
    if (const auto other = find_release_of(call.db(), place, tag_name); other && other->id != release.id)
        return fail(Errc::conflict, "the tag has a release already");
    const bool retagged = tag_name != release.tag_name;
    release.tag_name = tag_name;
    if (!body->target_commitish.empty()) release.target = body->target_commitish;
    if (!body->name.empty()) release.title = shortened(body->name, longest_title);
    if (!body->body.empty()) release.note = body->body;
    release.draft = body->draft.value_or(release.draft);
    release.prerelease = body->prerelease.value_or(release.prerelease);
    const bool published = was_draft && !release.draft;
    if (retagged || published) {
        const auto repository = TRY(contents::open_repository(call, place));
        TRY(tie_to_tag(call, place, *repository, release, ""));
    }
    if (published) release.published_at = Time::now();
    const auto edited = TRY(call.db().write([&](db::Transaction& tx) -> Result<StoredRelease> {
        tx.run("DELETE FROM release WHERE repository_id = $1 AND lower_tag_name = $2 AND id <> $3 AND tag_only",
               place.repository.id, text::to_lower(release.tag_name), release.id);
        save(tx, release);
        count_releases(tx, place);
        tell(call, tx, release, published ? ReleaseChanged::Act::published : ReleaseChanged::Act::updated);
        return release;
    }));
    return show_release(call, place, edited);
}

// The tag stays, and the release's row with it; a draft had none, and nothing of it is left.
Result<void> drop(const Call& call, const RepositoryContext& place, StoredRelease release)
{
    call.db().write([&](db::Transaction& tx) {
        tell(call, tx, release, ReleaseChanged::Act::deleted);
        tx.run("DELETE FROM attachment WHERE release_id = $1", release.id);
        if (release.commit_id.empty()) {
            tx.run("DELETE FROM release WHERE id = $1", release.id);
        } else {
            release.tag_only = true;
            save(tx, release);
        }
        count_releases(tx, place);
    });
    attachments::sweep(call.site);
    return {};
}

Result<> remove(Call& call, const RepositoryContext& place, Path<ReleasePath> path)
{
    return drop(call, place, TRY(find_release(call.db(), place, path->id)));
}

Result<> remove_by_tag(Call& call, const RepositoryContext& place, Path<ReleaseTagPath> path)
{
    return drop(call, place, TRY(find_release_of(call.db(), place, path->tag)));
}

// clang-format off
constexpr Operation operations[] = {
    {POST,   "/repos/{owner}/{repo}/releases",             scope::repository, writes_releases, handle<create>,        201, "repoCreateRelease",      "Make a release", {409, 422, 423}},
    {PATCH,  "/repos/{owner}/{repo}/releases/{id}",        scope::repository, writes_releases, handle<edit>,          200, "repoEditRelease",        "Change a release, or publish a draft", {409, 422, 423}},
    {DELETE, "/repos/{owner}/{repo}/releases/{id}",        scope::repository, writes_releases, handle<remove>,        204, "repoDeleteRelease",      "Delete a release and leave its tag", {422}},
    {DELETE, "/repos/{owner}/{repo}/releases/tags/{tag*}", scope::repository, writes_releases, handle<remove_by_tag>, 204, "repoDeleteReleaseByTag", "Delete the release of a tag and leave the tag", {422}},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table change_table{"repository", operations};

} // namespace cairn::releases
