// Releases, and the files that belong to them, to issues and to comments.
#include <algorithm>

#include "attachments/upload.hpp"
#include "base/text.hpp"
#include "git/objects/objects.hpp"
#include "git/references/references.hpp"
#include "git/store/store.hpp"
#include "import/kinds.hpp"
#include "import/stored_file.hpp"
#include "repositories/repository.hpp"
#include "storage/storage.hpp"

namespace cairn::import {

namespace {

struct ReleaseRow {
    std::int64_t id = 0;
    std::int64_t repo_id = 0;
    std::int64_t publisher_id = 0;
    std::string tag_name;
    std::string target;
    std::string title;
    std::string sha1;
    std::string note;
    bool is_draft = false;
    bool is_prerelease = false;
    bool is_tag = false;
    Time created_unix;
    // What prepare() has found.
    std::string commit_id;
    Time tagged;
};
BOOST_DESCRIBE_STRUCT(ReleaseRow, (),
                      (id, repo_id, publisher_id, tag_name, target, title, sha1, note, is_draft, is_prerelease, is_tag,
                       created_unix))

struct AttachmentRow {
    std::int64_t id = 0;
    std::string uuid;
    std::int64_t issue_id = 0;
    std::int64_t release_id = 0;
    std::int64_t uploader_id = 0;
    std::int64_t comment_id = 0;
    std::string name;
    std::int64_t download_count = 0;
    std::string external_url;
    Time created_unix;
    std::int64_t bytes = 0; // of the file, by prepare()
};
BOOST_DESCRIBE_STRUCT(AttachmentRow, (),
                      (id, uuid, issue_id, release_id, uploader_id, comment_id, name, download_count, external_url,
                       created_unix))

Outcome prepare_release(const Move& move, ReleaseRow& row)
{
    if (row.is_tag) return nothing_to_move(); // git has it
    const auto repository = move.find(move.queries(), "repositories", row.repo_id);
    const auto stored = repository ? repositories::find_repository(move.queries(), *repository) : std::nullopt;
    if (!stored) return refuse("its repository was not moved", row.tag_name);
    if (!git::is_tag_name(row.tag_name)) return refuse("its tag has no name that git allows", row.tag_name);
    if (move.tries()) return {};
    const auto opened = git::Repository::open(move.site.get<git::Store>().path(stored->storage));
    if (!opened) return refuse(opened.error(), row.tag_name);
    const auto commit = git::find_tag(*opened, row.tag_name);
    if (!commit && !row.is_draft) return refuse("its tag is not in the repository", row.tag_name);
    if (!commit) return {};
    row.commit_id = commit->hex();
    if (const auto read = git::read_commit(*opened, *commit)) row.tagged = read->committer.when;
    return {};
}

Outcome take_release(Batch& batch, ReleaseRow& row)
{
    const auto repository = batch.repository(row.repo_id);
    const auto id = batch.id_for(row.id);
    const bool dated = row.tagged.seconds != 0 && !row.is_draft;
    if (batch.tx.run("INSERT INTO release (id, repository_id, tag_name, lower_tag_name, target, title, note, author_id,"
                     " commit_id, draft, prerelease, created_at, published_at)"
                     " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT DO NOTHING",
                     id, repository, row.tag_name, text::to_lower(row.tag_name), row.target, row.title, row.note,
                     batch.account(row.publisher_id), row.commit_id, row.is_draft, row.is_prerelease,
                     dated ? row.tagged : row.created_unix, row.is_draft ? Time{} : row.created_unix)
        == 0)
        return refuse("the repository has another one of this tag", row.tag_name);
    batch.remember(row.id, id);
    return {};
}

bool is_uuid(std::string_view text)
{
    return text.size() == 36
        && std::ranges::all_of(text, [](char c) { return text::is_digit(c) || (c >= 'a' && c <= 'f') || c == '-'; });
}

Outcome prepare_attachment(const Move& move, AttachmentRow& row)
{
    auto& db = move.queries();
    const auto moved = [&](std::string_view kind, std::int64_t id) { return id > 0 && move.find(db, kind, id); };
    if (!moved("issues", row.issue_id) && !moved("releases", row.release_id))
        return refuse("what it belongs to was not moved, or it never belonged to anything", row.name);
    if (!row.external_url.empty()) return refuse("it is only an address, and no file", row.name);
    row.uuid = text::to_lower(row.uuid);
    if (!is_uuid(row.uuid)) return refuse("its id cannot be read", row.name);
    const auto& folder = move.old.attachments;
    if (folder.path.empty()) return refuse(folder.why, row.name);
    auto file = StoredFile::open(folder.path + "/" + row.uuid[0] + "/" + row.uuid[1] + "/" + row.uuid);
    if (!file) return refuse("its file is not there", row.name);
    row.bytes = file->size();
    if (move.tries()) return {};
    move.site.db.write([&](db::Transaction& tx) {
        tx.run("INSERT INTO doomed_attachment (uuid, since) VALUES ($1, $2) ON CONFLICT DO NOTHING", row.uuid,
               Time::now());
    });
    move.site.get<storage::Storage>().put(attachments::stored_name(row.uuid),
                                          [&](std::span<char> into) { return file->read(into); });
    return {};
}

Outcome take_attachment(Batch& batch, AttachmentRow& row)
{
    const auto issue = batch.issue(row.issue_id);
    const auto release = issue ? std::nullopt : batch.find("releases", row.release_id);
    const auto comment = batch.find("comments", row.comment_id);
    if (row.comment_id > 0 && !comment) return refuse("the comment that it belongs to was not moved", row.name);
    const auto repository = issue
        ? batch.tx.scalar<std::int64_t>("SELECT repository_id FROM issue WHERE id = $1", *issue)
        : batch.tx.scalar<std::int64_t>("SELECT repository_id FROM release WHERE id = $1", release);
    const auto id = batch.id_for(row.id);
    if (batch.tx.run("INSERT INTO attachment (id, uuid, repository_id, issue_id, comment_id, release_id, uploader_id,"
                     " name, size, download_count, created_at)"
                     " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT DO NOTHING",
                     id, row.uuid, repository, issue, comment, release, batch.account(row.uploader_id), row.name,
                     row.bytes, row.download_count, row.created_unix)
        == 0)
        return refuse("a file here has its id", row.name);
    batch.tx.run("DELETE FROM doomed_attachment WHERE uuid = $1", row.uuid);
    batch.add_bytes(row.bytes);
    return {};
}

} // namespace

const Kind releases_kind{.name = "releases",
                         .table = "release",
                         .here = "release",
                         .ids = Ids::ordered,
                         .run = &move_rows<ReleaseRow, &take_release, &prepare_release>,
                         .needed = "id repo_id tag_name is_draft is_tag"};
const Kind attachments_kind{.name = "attachments",
                            .table = "attachment",
                            .here = "attachment",
                            .ids = Ids::ordered,
                            .run = &move_rows<AttachmentRow, &take_attachment, &prepare_attachment>,
                            .needed = "id uuid name"};

} // namespace cairn::import
