#include "migrations/import_texts.hpp"

#include "base/log.hpp"
#include "base/utf8.hpp"
#include "crypto/random.hpp"
#include "issues/issue.hpp"
#include "issues/pin.hpp"
#include "issues/task_count.hpp"
#include "issues/timeline/imported_author.hpp"
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
        auto file = fetch_file(import, asset, import.site.settings().attachment.max_size);
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

// Of a server that tells none, or tells them to others, there are none.
Result<std::vector<SourceReaction>> fetch_reactions(const Import& import, const std::string& path)
{
    constexpr std::size_t most = 1000; // of one text
    auto found = import.source.read<std::optional<std::vector<SourceReaction>>>(path + "/reactions");
    if (!found && (found.error().code == Errc::not_found || found.error().code == Errc::forbidden))
        return std::vector<SourceReaction>();
    auto reactions = TRY(std::move(found)).value_or(std::vector<SourceReaction>());
    if (reactions.size() > most) reactions.resize(most);
    import.authors.learn(reactions);
    return reactions;
}

void insert_reactions(db::Transaction& tx, const Import& import, const std::vector<SourceReaction>& reactions,
                      std::int64_t issue_id, std::optional<std::int64_t> comment_id)
{
    constexpr std::size_t longest_content = 50;
    for (const auto& reaction : reactions) {
        if (!reaction.user || reaction.content.empty() || reaction.content.size() > longest_content) continue;
        const auto made = reaction.created_at.value_or(Time::now());
        if (const auto account = import.authors.account_of(*reaction.user))
            tx.run("INSERT INTO reaction (issue_id, comment_id, account_id, content, created_at)"
                   " VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
                   issue_id, comment_id, *account, reaction.content, made);
        else
            tx.run("INSERT INTO imported_reaction (issue_id, comment_id, name, content, created_at)"
                   " VALUES ($1, $2, $3, $4, $5)",
                   issue_id, comment_id, reaction.user->login, reaction.content, made);
    }
}

void insert_assignees(db::Transaction& tx, const Import& import, const SourceIssue& issue, std::int64_t id)
{
    for (const auto& assignee : issue.assignees.value_or(std::vector<SourceUser>()))
        if (const auto account = import.authors.account_of(assignee))
            tx.run("INSERT INTO issue_assignee (issue_id, account_id) VALUES ($1, $2) ON CONFLICT DO NOTHING", id,
                   *account);
}

void insert_comment(db::Transaction& tx, const Import& import, std::int64_t issue_id, const FetchedComment& fetched,
                    Time earliest)
{
    const auto& comment = fetched.comment;
    const auto said = comment.created_at.value_or(earliest);
    const auto poster = import.authors.account_of(comment.user);
    const auto id = tx.scalar<std::int64_t>(
        "INSERT INTO comment (issue_id, repository_id, kind, poster_id, body, created_at, updated_at)"
        " VALUES ($1, $2, 'comment', $6, $3, $4, $5) RETURNING id",
        issue_id, import.repository.id, with_new_addresses(comment.body, import.site.settings(), fetched.files), said,
        comment.updated_at.value_or(said), poster);
    if (!poster)
        issues::remember_author(
            tx, {.issue_id = issue_id, .comment_id = id, .name = comment.user.login, .account_id = comment.user.id});
    keep_files(tx, import, fetched.files, issue_id, id);
    insert_reactions(tx, import, fetched.reactions, issue_id, id);
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
    received.size = static_cast<std::int64_t>(import.site.get<storage::Storage>().put(
        attachments::stored_name(received.uuid), [&](std::span<char> into) { return file.read(into); }));
    return FetchedFile{.received = std::move(received), .asset = asset};
}

Result<FetchedTexts> fetch_texts(const Import& import, const SourceIssue& issue)
{
    FetchedTexts texts{.files = TRY(fetch_files(import, issue.assets))};
    import.authors.learn(issue.user);
    for (const auto& assignee : issue.assignees.value_or(std::vector<SourceUser>())) import.authors.learn(assignee);
    texts.reactions = TRY(fetch_reactions(import, "/issues/" + std::to_string(issue.number)));
    if (issue.comments == 0) return texts;
    auto comments =
        TRY(import.source.read<std::vector<SourceComment>>("/issues/" + std::to_string(issue.number) + "/comments"));
    for (auto& comment : comments) {
        import.authors.learn(comment.user);
        auto files = TRY(fetch_files(import, comment.assets));
        auto reactions = TRY(fetch_reactions(import, "/issues/comments/" + std::to_string(comment.id)));
        texts.comments.push_back(
            {.comment = std::move(comment), .files = std::move(files), .reactions = std::move(reactions)});
    }
    return texts;
}

std::optional<std::int64_t> insert_texts(db::Transaction& tx, const Import& import, const SourceIssue& issue,
                                         const FetchedTexts& texts, const std::optional<AsPull>& pull)
{
    const auto repository_id = import.repository.id;
    const bool closed = issue.state == "closed";
    const auto created = issue.created_at.value_or(Time::now());
    const auto poster = import.authors.account_of(issue.user);
    const auto tasks = issues::count_tasks(issue.body);
    const auto id = tx.first<std::int64_t>(
        "INSERT INTO issue (repository_id, number, is_pull, poster_id, title, body, ref, closed, locked, milestone_id,"
        " deadline_at, comment_count, created_at, updated_at, closed_at, draft, merged_at, task_count, done_task_count)"
        " VALUES ($1, $2, $14, $17, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $15, $16, $18, $19)"
        " ON CONFLICT DO NOTHING RETURNING id",
        repository_id, issue.number, issues::clean_title(issue.title),
        with_new_addresses(issue.body, import.site.settings(), texts.files), issue.ref, closed, issue.is_locked,
        id_of_milestone(tx, repository_id, issue), issue.due_date.value_or(Time{}),
        static_cast<std::int64_t>(texts.comments.size()), created, issue.updated_at.value_or(created),
        closed ? issue.closed_at.value_or(created) : Time{}, pull.has_value(), pull && pull->draft,
        pull ? pull->merged_at : Time{}, poster, tasks.all, tasks.done);
    if (!id) return {}; // from the last time, before it was interrupted
    if (!poster) issues::remember_author(tx, {.issue_id = *id, .name = issue.user.login, .account_id = issue.user.id});
    keep_files(tx, import, texts.files, *id, {});
    insert_reactions(tx, import, texts.reactions, *id, {});
    insert_assignees(tx, import, issue, *id);
    if (issue.pin_order > 0) issues::pin_imported(tx, repository_id, *id, pull.has_value(), issue.pin_order);
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
