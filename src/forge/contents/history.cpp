#include "contents/history.hpp"

#include "base/log.hpp"
#include "base/text.hpp"
#include "contents/remembered.hpp"
#include "db/database.hpp"
#include "git/limits.hpp"
#include "git/objects/last_changes.hpp"
#include "git/objects/merge.hpp"
#include "git/objects/tree_size.hpp"
#include "git/references/references.hpp"
#include "git/store/commit_index.hpp"
#include "git/store/repositories.hpp"
#include "http/url.hpp"

namespace cairn::contents {

using api::Site;
using git::ObjectId;
using repositories::StoredRepository;

namespace {

// Of a folder that the database has: of those with more, one reading of it is not what takes the time.
constexpr std::size_t most_remembered = 1000;

Memory<std::shared_ptr<const LastCommits>>& remembered_folders()
{
    static Memory<std::shared_ptr<const LastCommits>> memory(512);
    return memory;
}
Memory<std::int64_t>& remembered_counts()
{
    static Memory<std::int64_t> memory(4096);
    return memory;
}

struct Index {
    std::string tip;
    std::int64_t commits = 0;
};
BOOST_DESCRIBE_STRUCT(Index, (), (tip, commits))

std::optional<Index> find_index(db::Queries& db, std::int64_t repository_id)
{
    return db.first<Index>("SELECT tip, commits FROM history_index WHERE repository_id = $1", repository_id);
}

std::string encode_folder(std::string_view folder)
{
    std::string encoded;
    for (const auto part : text::split(folder, '/')) {
        if (!encoded.empty()) encoded += '/';
        encoded += http::encode_path_segment(part);
    }
    return encoded;
}

// A line for each: the commit, and the encoded name.
std::string encode(const LastCommits& entries)
{
    std::string text;
    for (const auto& [name, commit] : entries) {
        text += commit.hex();
        text += http::encode_path_segment(name);
        text += '\n';
    }
    return text;
}

LastCommits decode(std::string_view text)
{
    LastCommits entries;
    for (const auto line : text::split(text, '\n')) {
        if (line.size() <= ObjectId::hex_size) continue;
        const auto id = ObjectId::parse(line.substr(0, ObjectId::hex_size));
        auto name = http::decode_path_segment(line.substr(ObjectId::hex_size));
        if (id && name) entries.emplace(std::move(*name), *id);
    }
    return entries;
}

std::optional<LastCommits> find_folder(db::Queries& db, std::int64_t repository_id, std::string_view tip,
                                       const std::string& folder)
{
    const auto entries = db.first<std::string>(
        "SELECT f.entries FROM history_index h JOIN folder_history f ON f.repository_id = h.repository_id"
        " WHERE h.repository_id = $1 AND h.tip = $2 AND f.folder = $3",
        repository_id, tip, encode_folder(folder));
    if (!entries) return {};
    return decode(*entries);
}

// Puts in what the known commit's folder has. False if something is not there.
bool complete(LastCommits& entries, const std::optional<LastCommits>& known)
{
    for (auto& [name, commit] : entries) {
        if (!commit.is_zero()) continue;
        if (!known) return false;
        const auto found = known->find(name);
        if (found == known->end()) return false;
        commit = found->second;
    }
    return true;
}

Result<LastCommits> search_folder(const Site& site, const StoredRepository& stored, const git::Repository& repository,
                                  const ObjectId& commit, const std::string& folder, const std::optional<Index>& index)
{
    git::LastChangesQuery query{.from = commit, .folder = folder};
    if (index) query.known = ObjectId::parse(index->tip).value_or(ObjectId{});
    auto changes = TRY(git::last_changes(repository, query));
    auto entries = std::move(changes.folders.at(0).entries);
    if (complete(entries, index ? find_folder(site.db, stored.id, index->tip, folder) : std::nullopt)) return entries;
    // The index went on meanwhile.
    query.known = {};
    return std::move(TRY(git::last_changes(repository, query)).folders.at(0).entries);
}

struct Changes {
    std::optional<Index> old;
    ObjectId tip;
    std::int64_t commits = 0;
    bool all = false; // every folder is there, and what was kept is to be forgotten
    std::vector<git::FolderChanges> folders;
};

// A folder may be there any number of times, at no cost for who has pushed it: what is kept is bounded by what there
// is.
Result<bool> is_worth_keeping(const git::Repository& repository, const ObjectId& tip)
{
    const auto size = git::TreeSizes(repository).of(TRY(repository.peel(tip, git::Kind::tree)));
    if (size) return size->entries <= git::limits().history_entries;
    if (size.error().code == Errc::unprocessable) return false; // nested too deeply
    return std::unexpected(size.error());
}

Result<Changes> changes_since(const Site& site, const git::Repository& repository, const StoredRepository& stored,
                              std::optional<Index> old, const ObjectId& tip)
{
    Changes changes{.old = std::move(old), .tip = tip};
    const auto known = changes.old ? ObjectId::parse(changes.old->tip).value_or(ObjectId{}) : ObjectId{};
    changes.all = known.is_zero() || !repository.contains(known) || !TRY(git::descends_from(repository, tip, known));
    git::LastChangesQuery query{.from = tip};
    git::Walk walk{.from = tip, .most_steps = std::numeric_limits<std::uint64_t>::max()};
    if (!changes.all) {
        query.known = known;
        walk.without = {known};
    }
    changes.commits = static_cast<std::int64_t>(TRY(git::count_commits(repository, walk)));
    if (!changes.all) changes.commits += changes.old->commits;
    if (!TRY(is_worth_keeping(repository, tip))) {
        changes.all = true;
        return changes;
    }
    changes.folders = TRY(git::last_changes(repository, query)).folders;
    for (auto& folder : changes.folders) {
        if (complete(folder.entries, {})) continue;
        if (complete(folder.entries, find_folder(site.db, stored.id, changes.old->tip, folder.folder))) continue;
        changes.all = true; // what was kept has a gap, or is not what it was
    }
    if (changes.all && !query.known.is_zero())
        changes.folders = TRY(git::last_changes(repository, {.from = tip})).folders;
    return changes;
}

void save(db::Database& db, std::int64_t repository_id, const Changes& changes)
{
    db.write([&](db::Transaction& tx) {
        // Whoever was faster has done it.
        const auto now = find_index(tx, repository_id);
        if (now.has_value() != changes.old.has_value() || (now && now->tip != changes.old->tip)) return;
        tx.run("INSERT INTO history_index (repository_id, tip, commits) VALUES ($1, $2, $3)"
               " ON CONFLICT (repository_id) DO UPDATE SET tip = excluded.tip, commits = excluded.commits",
               repository_id, changes.tip.hex(), changes.commits);
        if (changes.all) tx.run("DELETE FROM folder_history WHERE repository_id = $1", repository_id);
        for (const auto& folder : changes.folders)
            tx.run("INSERT INTO folder_history (repository_id, folder, entries) VALUES ($1, $2, $3)"
                   " ON CONFLICT (repository_id, folder) DO UPDATE SET entries = excluded.entries",
                   repository_id, encode_folder(folder.folder), encode(folder.entries));
    });
}

std::string key_of(const StoredRepository& stored, const git::Walk& walk)
{
    std::string key = stored.storage + walk.from.hex();
    for (const auto& id : walk.without) key += "-" + id.hex();
    if (walk.since) key += ">" + std::to_string(walk.since->seconds);
    if (walk.until) key += "<" + std::to_string(walk.until->seconds);
    return key + ":" + walk.path;
}

} // namespace

Result<std::shared_ptr<const LastCommits>> last_commits(const Site& site, const StoredRepository& stored,
                                                        const git::Repository& repository, const ObjectId& commit,
                                                        const std::string& folder)
{
    const auto key = stored.storage + commit.hex() + folder;
    if (auto known = remembered_folders().find(key)) return *std::move(known);
    auto kept = find_folder(site.db, stored.id, commit.hex(), folder);
    const bool has_index = kept.has_value();
    if (!kept) kept = TRY(search_folder(site, stored, repository, commit, folder, find_index(site.db, stored.id)));
    auto found = std::make_shared<const LastCommits>(*std::move(kept));
    if (!has_index || found->size() <= most_remembered) remembered_folders().keep(key, found);
    return found;
}

Result<std::int64_t> count_commits(const Site& site, const StoredRepository& stored, const git::Repository& repository,
                                   const git::Walk& walk)
{
    const auto key = key_of(stored, walk);
    if (const auto known = remembered_counts().find(key)) return *known;
    std::optional<Index> index;
    if (walk.path.empty() && walk.without.empty() && !walk.since && !walk.until) index = find_index(site.db, stored.id);
    const auto count = index && index->tip == walk.from.hex()
        ? index->commits
        : static_cast<std::int64_t>(TRY(git::count_commits(repository, walk)));
    remembered_counts().keep(key, count);
    return count;
}

Result<bool> index_history(const Site& site, std::int64_t repository_id)
{
    const auto kept = [&]() -> Result<> {
        const auto stored = repositories::find_repository(site.db, repository_id);
        if (!stored) return {};
        auto old = find_index(site.db, stored->id);
        // Most pushes add a little to what is known.
        auto& repositories = site.get<git::Repositories>();
        const auto repository =
            TRY(old ? repositories.open(stored->storage) : repositories.open_apart(stored->storage));
        const auto tip = TRY(git::find_branch(*repository, stored->default_branch));
        if (old && old->tip == tip.hex()) return {};
        const auto changes = TRY(changes_since(site, *repository, *stored, std::move(old), tip));
        save(site.db, stored->id, changes);
        if (git::wants_commit_index(repository->path(), static_cast<std::uint64_t>(changes.commits))) {
            TRY(git::index_commits(site.get<git::Children>(), repository->path()));
            repositories.forget(stored->storage);
        }
        return {};
    }();
    if (!kept && kept.error().code != Errc::not_found)
        log::warn("the history of a repository could not be indexed",
                  {{"repository", repository_id}, {"error", kept.error().message}});
    return false;
}

} // namespace cairn::contents
