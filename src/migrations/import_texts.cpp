#include "migrations/import_texts.hpp"

#include "base/log.hpp"
#include "base/utf8.hpp"
#include "crypto/random.hpp"
#include "issues/imported_author.hpp"
#include "issues/issue.hpp"
#include "remotes/waypoint.hpp"
#include "storage/storage.hpp"

namespace cairn::migrations {

namespace {

constexpr std::size_t most_files = 100; // of one text
constexpr std::size_t longest_name = 255;

std::int64_t id_of_milestone(db::Queries& db, std::int64_t repository_id, const SourceIssue& issue)
{
    if (!issue.milestone) return 0;
    return db
        .first<std::int64_t>("SELECT id FROM milestone WHERE repository_id = $1 AND title = $2 ORDER BY id LIMIT 1",
                             repository_id, issue.milestone->title)
        .value_or(0);
}

// A text is worth having without a file that cannot be had.
Result<std::vector<FetchedFile>> fetch_files(const Import& import, const std::vector<SourceAsset>& assets)
{
    std::vector<FetchedFile> files;
    for (const auto& asset : assets) {
        if (files.size() == most_files || asset.name.empty()) break;
        auto file = fetch_file(import, asset, import.site.settings.attachment.max_size);
        if (file) {
            files.push_back(std::move(*file));
            continue;
        }
        if (file.error().code == Errc::conflict) return std::unexpected(file.error()); // it was called off
        note_missing(import, file.error());
    }
    return files;
}

void replace_all(std::string& text, std::string_view old, std::string_view by)
{
    if (old.empty()) return;
    for (auto at = text.find(old); at != text.npos; at = text.find(old, at + by.size()))
        text.replace(at, old.size(), by);
}

// Texts show their files by address, and those are here now.
std::string with_new_addresses(std::string text, const config::Settings& settings,
                               const std::vector<FetchedFile>& files)
{
    for (const auto& file : files) {
        const auto place = "attachments/" + file.received.uuid;
        replace_all(text, file.asset.browser_download_url, settings.server.root_url + place);
        if (!file.asset.uuid.empty()) replace_all(text, "/attachments/" + file.asset.uuid, "/" + place);
    }
    return text;
}

void keep_files(db::Transaction& tx, const Import& import, const std::vector<FetchedFile>& files, std::int64_t issue_id,
                std::optional<std::int64_t> comment_id)
{
    for (const auto& file : files)
        attachments::keep(tx, file.received,
                          {.repository_id = import.repository.id,
                           .issue_id = issue_id,
                           .comment_id = comment_id,
                           .uploader_id = import.doer_id});
}

void insert_comment(db::Transaction& tx, const Import& import, std::int64_t issue_id, const FetchedComment& fetched,
                    Time earliest)
{
    const auto& comment = fetched.comment;
    const auto said = comment.created_at.value_or(earliest);
    const auto id = tx.scalar<std::int64_t>(
        "INSERT INTO comment (issue_id, repository_id, kind, poster_id, body, created_at, updated_at)"
        " VALUES ($1, $2, 'comment', NULL, $3, $4, $5) RETURNING id",
        issue_id, import.repository.id, with_new_addresses(comment.body, import.site.settings, fetched.files), said,
        comment.updated_at.value_or(said));
    issues::remember_author(
        tx, {.issue_id = issue_id, .comment_id = id, .name = comment.user.login, .account_id = comment.user.id});
    keep_files(tx, import, fetched.files, issue_id, id);
}

} // namespace

void note_missing(const Import& import, const Error& error)
{
    log::info("a file could not be copied from elsewhere",
              {{"repository", import.repository.id}, {"error", error.message}});
}

Result<FetchedFile> fetch_file(const Import& import, const SourceAsset& asset, std::int64_t largest)
{
    const auto name = to_text(std::string_view(asset.name).substr(0, longest_name));
    remotes::Waypoint file;
    auto fetched = import.source.download(asset.browser_download_url, static_cast<std::uint64_t>(largest) << 20U,
                                          [&](std::string_view bytes) { file.write(bytes); });
    if (!fetched) {
        fetched.error().message = "the file " + name + ": " + fetched.error().message;
        return std::unexpected(std::move(fetched).error());
    }
    file.rewind();
    attachments::Received received{.uuid = crypto::random_uuid(), .name = name};
    import.site.db.write([&](db::Transaction& tx) {
        tx.run("INSERT INTO doomed_attachment (uuid, since) VALUES ($1, $2)", received.uuid, Time::now());
    });
    received.size = static_cast<std::int64_t>(import.site.storage.put(
        attachments::stored_name(received.uuid), [&](std::span<char> into) { return file.read(into); }));
    return FetchedFile{.received = std::move(received), .asset = asset};
}

Result<FetchedTexts> fetch_texts(const Import& import, const SourceIssue& issue)
{
    FetchedTexts texts{.files = TRY(fetch_files(import, issue.assets))};
    if (issue.comments == 0) return texts;
    auto comments =
        TRY(import.source.read<std::vector<SourceComment>>("/issues/" + std::to_string(issue.number) + "/comments"));
    for (auto& comment : comments) {
        auto files = TRY(fetch_files(import, comment.assets));
        texts.comments.push_back({.comment = std::move(comment), .files = std::move(files)});
    }
    return texts;
}

std::optional<std::int64_t> insert_texts(db::Transaction& tx, const Import& import, const SourceIssue& issue,
                                         const FetchedTexts& texts, const std::optional<AsPull>& pull)
{
    const auto repository_id = import.repository.id;
    const bool closed = issue.state == "closed";
    const auto created = issue.created_at.value_or(Time::now());
    const auto id = tx.first<std::int64_t>(
        "INSERT INTO issue (repository_id, number, is_pull, poster_id, title, body, ref, closed, locked, milestone_id,"
        " deadline_at, comment_count, created_at, updated_at, closed_at, draft, merged_at)"
        " VALUES ($1, $2, $14, NULL, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $15, $16)"
        " ON CONFLICT DO NOTHING RETURNING id",
        repository_id, issue.number, issues::clean_title(issue.title),
        with_new_addresses(issue.body, import.site.settings, texts.files), issue.ref, closed, issue.is_locked,
        id_of_milestone(tx, repository_id, issue), issue.due_date.value_or(Time{}),
        static_cast<std::int64_t>(texts.comments.size()), created, issue.updated_at.value_or(created),
        closed ? issue.closed_at.value_or(created) : Time{}, pull.has_value(), pull && pull->draft,
        pull ? pull->merged_at : Time{});
    if (!id) return {}; // from the last time, before it was interrupted
    // Who wrote it there is nobody here.
    issues::remember_author(tx, {.issue_id = *id, .name = issue.user.login, .account_id = issue.user.id});
    keep_files(tx, import, texts.files, *id, {});
    for (const auto& comment : texts.comments) insert_comment(tx, import, *id, comment, created);
    for (const auto& label : issue.labels)
        tx.run("INSERT INTO issue_label (issue_id, label_id) SELECT CAST($1 AS BIGINT), min(id) FROM label"
               " WHERE repository_id = $2 AND name = $3 HAVING min(id) IS NOT NULL ON CONFLICT DO NOTHING",
               *id, repository_id, label.name);
    tx.run("UPDATE repository SET last_issue_number = CASE WHEN last_issue_number < $2 THEN CAST($2 AS BIGINT)"
           " ELSE last_issue_number END WHERE id = $1",
           repository_id, issue.number);
    issues::add_to_counts(tx, repository_id, pull.has_value(), closed ? 0 : 1, closed ? 1 : 0);
    return id;
}

} // namespace cairn::migrations
