// Repositories: their git data and wikis on the disk, and what they are set to.
#include <filesystem>

#include "access/repositories.hpp"
#include "accounts/account.hpp"
#include "api/codec.hpp"
#include "base/text.hpp"
#include "import/git_folder.hpp"
#include "import/kinds.hpp"
#include "import/repository_units.hpp"
#include "repositories/references/post_push_worker.hpp"
#include "repositories/repository.hpp"
#include "repositories/social/topic.hpp"

namespace cairn::import {

using repositories::StoredRepository;

namespace {

struct RepositoryRow {
    std::int64_t id = 0;
    std::int64_t owner_id = 0;
    std::string owner_name;
    std::string name;
    std::string description;
    std::string website;
    std::string original_url;
    std::string default_branch;
    std::string default_wiki_branch;
    std::string wiki_branch; // what Forgejo calls it
    bool is_private = false;
    bool is_empty = false;
    bool is_archived = false;
    bool is_template = false;
    bool is_mirror = false;
    bool is_fork = false;
    std::string object_format_name;
    std::int64_t trust_model = 0;
    std::string topics;
    Time created_unix;
    Time updated_unix;
    Time archived_unix;
    // What prepare() has brought.
    CopiedFolder code;
    CopiedFolder wiki;
    std::string wiki_problem;

    std::string full_name() const { return owner_name + "/" + name; }
    std::string more_to_compare(const Move&) const;
};
BOOST_DESCRIBE_STRUCT(RepositoryRow, (),
                      (id, owner_id, owner_name, name, description, website, original_url, default_branch,
                       default_wiki_branch, wiki_branch, is_private, is_empty, is_archived, is_template, is_mirror,
                       is_fork, object_format_name, trust_model, topics, created_unix, updated_unix, archived_unix))

struct NameRow {
    std::string name;
};
BOOST_DESCRIBE_STRUCT(NameRow, (), (name))

bool is_folder(const std::string& path)
{
    std::error_code error;
    return std::filesystem::is_directory(path, error);
}

// The account here that it will belong to, if it can be moved.
std::expected<std::int64_t, Refusal> check(const Move& move, RepositoryRow& row)
{
    if (row.owner_name.empty())
        for (const auto& owner : move.source.where<NameRow>("user", "id", row.owner_id)) row.owner_name = owner.name;
    auto& db = move.queries();
    const auto owner = move.find(db, "accounts", row.owner_id);
    if (!owner) return refuse("its owner was not moved", row.full_name());
    if (auto fine = repositories::check_repository_name(row.name); !fine) return refuse(fine.error(), row.full_name());
    if (repositories::find_repository(db, *owner, row.name))
        return refuse("its owner has a repository of its name here", row.full_name());
    if (row.object_format_name == "sha256")
        return refuse("it is in git's SHA-256 format, which libgit2 1.5 does not know", row.full_name());
    return *owner;
}

std::string folder_of(const Move& move, const RepositoryRow& row, std::string_view ending)
{
    return move.old.repositories + "/" + text::to_lower(row.owner_name) + "/" + text::to_lower(row.name)
        + std::string(ending);
}

std::string RepositoryRow::more_to_compare(const Move& move) const
{
    return references_there(folder_of(move, *this, ".git")) + references_there(folder_of(move, *this, ".wiki.git"));
}

Outcome prepare(const Move& move, RepositoryRow& row)
{
    static_cast<void>(TRY(check(move, row)));
    if (row.default_branch.empty()) row.default_branch = "main";
    const auto code = folder_of(move, row, ".git");
    if (!is_folder(code) && !row.is_empty) return refuse("its folder is not there", row.full_name() + ": " + code);
    auto copied = is_folder(code) ? copy_folder(move, code) : make_folder(move, row.default_branch);
    if (!copied) return refuse(copied.error(), row.full_name());
    row.code = *std::move(copied);

    const auto wiki = folder_of(move, row, ".wiki.git");
    if (!is_folder(wiki)) return {};
    auto pages = copy_folder(move, wiki);
    if (pages && !pages->branches.empty()) row.wiki = *std::move(pages);
    else if (!pages) row.wiki_problem = pages.error().message;
    return {};
}

StoredRepository described(Batch& batch, const RepositoryRow& row, std::int64_t id, std::int64_t owner_id,
                           Opened& opened)
{
    StoredRepository stored;
    stored.id = id;
    stored.owner_id = owner_id;
    stored.name = row.name;
    stored.description = row.description;
    stored.website = row.website;
    stored.private_ = row.is_private;
    const auto owner = accounts::find_account(batch.tx, owner_id);
    stored.audience = static_cast<std::int64_t>(
        access::audience_of(row.is_private, owner ? owner->visibility : accounts::Visibility::private_));
    stored.template_ = row.is_template;
    if (row.is_archived) stored.archived_at = row.archived_unix.seconds > 0 ? row.archived_unix : row.updated_unix;
    stored.default_branch = row.default_branch;
    opened = set_units(batch.move().source, row.id, stored);
    return stored;
}

std::string_view trust_model_of(std::int64_t number)
{
    using repositories::TrustModel;
    constexpr std::array models{TrustModel::default_, TrustModel::collaborator, TrustModel::committer,
                                TrustModel::collaboratorcommitter};
    return word_of(models[number > 0 && number < 4 ? static_cast<std::size_t>(number) : 0]);
}

std::string wiki_branch_of(const RepositoryRow& row)
{
    if (!row.default_wiki_branch.empty()) return row.default_wiki_branch;
    return row.wiki_branch.empty() ? "master" : row.wiki_branch;
}

void insert(Batch& batch, const RepositoryRow& row, const StoredRepository& stored)
{
    const bool empty = row.code.branches.empty();
    // In a trial there is no folder; the column wants one that nobody else has.
    const auto storage = row.code.storage.empty() ? "trial-" + std::to_string(stored.id) : row.code.storage;
    batch.tx.run("INSERT INTO repository (id, owner_id, storage, wiki_storage, name, lower_name, private, audience,"
                 " units, empty, branch_count, git_size, default_branch, trust_model, original_url, wiki_branch,"
                 " created_at, updated_at)"
                 " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)",
                 stored.id, stored.owner_id, storage, row.wiki.storage, stored.name, text::to_lower(stored.name),
                 stored.private_, stored.audience, stored.units, empty,
                 static_cast<std::int64_t>(row.code.branches.size()), row.code.bytes, stored.default_branch,
                 trust_model_of(row.trust_model), row.original_url, wiki_branch_of(row), row.created_unix,
                 row.updated_unix);
    repositories::save_repository(batch.tx, stored);
    batch.tx.run("UPDATE repository SET updated_at = $2, pushed_at = $2 WHERE id = $1", stored.id, row.updated_unix);
    for (const auto& branch : row.code.branches)
        repositories::put_branch(batch.tx, stored.id, branch, 0, branch.tip.committed_at);
    for (const auto& key : {row.code.storage, row.wiki.storage})
        batch.tx.run("DELETE FROM doomed_storage WHERE storage = $1", key);
    if (empty) return;
    // Sizes and languages, and who touched which file last, are found out when the site runs.
    repositories::put_index_jobs(batch.tx, stored.id);
}

void file_under_topics(Batch& batch, const RepositoryRow& row, std::int64_t id)
{
    std::vector<std::string> names;
    if (row.topics.empty() || !api::decode_json(type_of<std::vector<std::string>>(), row.topics, &names)
        || names.empty())
        return;
    auto topics = repositories::sort_topics(names).topics;
    if (topics.size() > repositories::most_topics) topics.resize(repositories::most_topics);
    repositories::set_topics(batch.tx, id, topics);
}

Outcome take(Batch& batch, RepositoryRow& row)
{
    // Another one of the batch may have taken the name meanwhile.
    const auto owner = batch.account(row.owner_id);
    if (!owner || repositories::find_repository(batch.tx, *owner, row.name))
        return refuse("its owner has a repository of its name here", row.full_name());
    const auto id = batch.id_for(row.id);
    Opened opened;
    insert(batch, row, described(batch, row, id, *owner, opened));
    if (opened.anonymous.any() || opened.everyone.any())
        batch.tx.run("INSERT INTO repository_opening (repository_id, anonymous, everyone) VALUES ($1, $2, $3)", id,
                     opened.anonymous.stored(), opened.everyone.stored());
    file_under_topics(batch, row, id);
    batch.tx.run("DELETE FROM repository_redirect WHERE owner_id = $1 AND lower_name = $2", *owner,
                 text::to_lower(row.name));
    batch.tx.run("INSERT INTO team_repository (team_id, repository_id) SELECT id, $1 FROM team"
                 " WHERE organization_id = $2 AND includes_all_repositories",
                 id, *owner);
    if (!row.wiki_problem.empty()) batch.note("moved without its wiki: " + row.wiki_problem, row.full_name());
    for (const auto* folder : {&row.code, &row.wiki})
        if (!folder->missing.empty())
            batch.note("damaged there: objects are missing, which a backup may have; the rest was moved",
                       row.full_name() + (folder == &row.wiki ? ".wiki: " : ": ") + folder->missing);
    batch.add_bytes(row.code.bytes + row.wiki.bytes);
    batch.remember(row.id, id);
    return {};
}

} // namespace

const Kind repositories_kind{.name = "repositories",
                             .table = "repository",
                             .here = "repository",
                             .ids = Ids::kept,
                             .run = &move_rows<RepositoryRow, &take, &prepare>,
                             .needed = "id owner_id name is_private default_branch"};

} // namespace cairn::import
