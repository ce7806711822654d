#include "releases/change.hpp"

#include "attachments/pending.hpp"
#include "attachments/upload.hpp"
#include "base/shortened.hpp"
#include "base/text.hpp"
#include "contents/revision.hpp"
#include "db/database.hpp"
#include "releases/tag.hpp"

namespace cairn::releases {

using namespace api;
using events::ReleaseChanged;

namespace {

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

// Ties the release to its tag, which is made unless it is there. A draft waits with that.
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

} // namespace

Result<StoredRelease> create_release(const Call& call, const RepositoryContext& place,
                                     const CreateReleaseOption& option, std::span<const std::string> files)
{
    if (place.repository.empty) return fail(Errc::unprocessable, "there is nothing in the repository to be released");
    if (!git::is_tag_name(option.tag_name))
        return fail(Errc::unprocessable, "\"" + option.tag_name + "\" is not a tag name");
    if (find_release_of(call.db(), place, option.tag_name))
        return fail(Errc::conflict, "the tag has a release already");
    const auto repository = TRY(contents::open_repository(call, place));
    const bool tagged = TRY(find_any_tag(*repository, option.tag_name)).has_value();
    const auto now = Time::now();
    StoredRelease wanted{.repository_id = place.repository.id,
                         .tag_name = option.tag_name,
                         .target = option.target_commitish.empty() && !tagged ? place.repository.default_branch
                                                                              : option.target_commitish,
                         .title = shortened(option.name, longest_title),
                         .note = option.body,
                         .author_id = call.caller.id,
                         .draft = option.draft,
                         .prerelease = option.prerelease,
                         .created_at = now,
                         .published_at = option.draft ? Time{} : now};
    TRY(tie_to_tag(call, place, *repository, wanted, option.tag_message));
    return call.db().write([&](db::Transaction& tx) -> Result<StoredRelease> {
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
        attachments::give_to_release(tx, call, place, files, wanted.id);
        tell(call, tx, wanted, ReleaseChanged::Act::published);
        return wanted;
    });
}

namespace {

// What a release shall be: nothing where it stays as it is.
struct Edited {
    std::optional<std::string> tag_name{};
    std::optional<std::string> target{};
    std::optional<std::string> title{};
    std::optional<std::string> note{};
    std::optional<bool> draft{};
    std::optional<bool> prerelease{};
    std::string tag_message{};
    std::span<const std::string> files{};
};

std::optional<std::string> unless_empty(const std::string& text)
{
    return text.empty() ? std::nullopt : std::optional(text);
}

Result<StoredRelease> change_release(const Call& call, const RepositoryContext& place, StoredRelease release,
                                     const Edited& wanted)
{
    const bool was_draft = release.draft;
    const auto tag_name = wanted.tag_name.value_or(release.tag_name);
    if (!git::is_tag_name(tag_name)) return fail(Errc::unprocessable, "\"" + tag_name + "\" is not a tag name");
    if (const auto other = find_release_of(call.db(), place, tag_name); other && other->id != release.id)
        return fail(Errc::conflict, "the tag has a release already");
    const bool retagged = tag_name != release.tag_name;
    release.tag_name = tag_name;
    if (wanted.target) release.target = *wanted.target;
    if (wanted.title) release.title = shortened(*wanted.title, longest_title);
    if (wanted.note) release.note = *wanted.note;
    release.draft = wanted.draft.value_or(release.draft);
    release.prerelease = wanted.prerelease.value_or(release.prerelease);
    const bool published = was_draft && !release.draft;
    if (retagged || published) {
        const auto repository = TRY(contents::open_repository(call, place));
        TRY(tie_to_tag(call, place, *repository, release, wanted.tag_message));
    }
    if (published) release.published_at = Time::now();
    return call.db().write([&](db::Transaction& tx) -> Result<StoredRelease> {
        tx.run("DELETE FROM release WHERE repository_id = $1 AND lower_tag_name = $2 AND id <> $3 AND tag_only",
               place.repository.id, text::to_lower(release.tag_name), release.id);
        save(tx, release);
        count_releases(tx, place);
        attachments::give_to_release(tx, call, place, wanted.files, release.id);
        tell(call, tx, release, published ? ReleaseChanged::Act::published : ReleaseChanged::Act::updated);
        return release;
    });
}

} // namespace

Result<StoredRelease> edit_release(const Call& call, const RepositoryContext& place, std::int64_t id,
                                   const EditReleaseOption& wanted)
{
    return change_release(call, place, TRY(find_release(call.db(), place, id)),
                          {.tag_name = unless_empty(wanted.tag_name),
                           .target = unless_empty(wanted.target_commitish),
                           .title = unless_empty(wanted.name),
                           .note = unless_empty(wanted.body),
                           .draft = wanted.draft,
                           .prerelease = wanted.prerelease});
}

Result<StoredRelease> replace_release(const Call& call, const RepositoryContext& place, std::int64_t id,
                                      const CreateReleaseOption& wanted, std::span<const std::string> files)
{
    auto release = TRY(find_release(call.db(), place, id));
    Edited edited{.title = wanted.name,
                  .note = wanted.body,
                  .draft = wanted.draft,
                  .prerelease = wanted.prerelease,
                  .tag_message = wanted.tag_message,
                  .files = files};
    if (release.draft) {
        edited.tag_name = wanted.tag_name;
        edited.target = unless_empty(wanted.target_commitish);
    }
    return change_release(call, place, std::move(release), edited);
}

void delete_release(const Call& call, const RepositoryContext& place, StoredRelease release)
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
}

Result<void> check_tag_of(const Call& call, const RepositoryContext& place, const StoredRelease& release)
{
    if (release.commit_id.empty()) return fail(Errc::unprocessable, "the release has no tag yet");
    if (!place.access.writes(access::Unit::code) || place.repository.mirror)
        return fail(Errc::forbidden, "you may not delete tags here");
    return check_tag(call, place, release.tag_name);
}

Result<void> delete_release_and_tag(const Call& call, const RepositoryContext& place, const StoredRelease& release)
{
    TRY(check_tag_of(call, place, release));
    delete_release(call, place, release);
    return delete_tag(call, place, release.tag_name);
}

} // namespace cairn::releases
