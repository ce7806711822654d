#include "code_search/indexer.hpp"

#include <algorithm>
#include <chrono>

#include "api/call.hpp"
#include "base/utf8.hpp"
#include "code_search/code_files.hpp"
#include "code_search/rules.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "events/events.hpp"
#include "git/objects/diff.hpp"
#include "git/objects/objects.hpp"
#include "git/references/references.hpp"
#include "git/store/repositories.hpp"
#include "repositories/references/post_push_worker.hpp"
#include "repositories/repository.hpp"

namespace cairn::code_search {

using git::ObjectId;
using repositories::StoredRepository;

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto one_step = std::chrono::milliseconds(1500);

// What one transaction may hold others up for.
constexpr std::size_t most_put = 32;
constexpr std::size_t most_put_bytes = 256U << 10;
constexpr std::int64_t most_removed = 64;
constexpr std::uint64_t most_changes = 5'000; // more are found by comparing all of it
constexpr std::uint64_t most_entries = 500'000;

struct Stored {
    std::string commit_id;
    std::int64_t version = 0;
    std::string pending;
    std::string reached;
    bool cut = false;
    Time indexed_at;
};
BOOST_DESCRIBE_STRUCT(Stored, (), (commit_id, version, pending, reached, cut, indexed_at))

std::optional<Stored> find_state(db::Queries& db, std::int64_t repository_id)
{
    return db.first<Stored>("SELECT commit_id, version, pending, reached, cut, indexed_at FROM code_index"
                            " WHERE repository_id = $1",
                            repository_id);
}

void save_state(db::Transaction& tx, std::int64_t repository_id, const Stored& state)
{
    tx.run("INSERT INTO code_index (repository_id, commit_id, version, pending, reached, cut, indexed_at)"
           " VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (repository_id) DO UPDATE SET"
           " commit_id = excluded.commit_id, version = excluded.version, pending = excluded.pending,"
           " reached = excluded.reached, cut = excluded.cut, indexed_at = excluded.indexed_at",
           repository_id, state.commit_id, state.version, state.pending, state.reached, state.cut, state.indexed_at);
}

// True while there may be more.
bool forget_some(db::Database& db, std::int64_t repository_id)
{
    for (const auto end = Clock::now() + one_step; Clock::now() < end;) {
        const bool more = db.write([&](db::Transaction& tx) {
            if (remove_some(tx, repository_id, most_removed) > 0) return true;
            tx.run("DELETE FROM code_index WHERE repository_id = $1", repository_id);
            return false;
        });
        if (!more) return false;
    }
    return true;
}

struct Wanted {
    std::string path;
    ObjectId blob;
};

// What has to be done to get from what is kept to a commit.
struct Plan {
    std::vector<Wanted> put{};
    std::vector<std::string> removed{};
    bool cut = false;
};

class Indexing {
public:
    Indexing(const api::Site& site, const StoredRepository& stored, const Rules& rules,
             const git::Repository& repository, ObjectId tip, std::optional<Stored> state)
        : site_(site), stored_(stored), rules_(rules), repository_(repository), tip_(tip), state_(std::move(state))
    {
    }

    Result<bool> run()
    {
        auto plan = TRY(make_plan());
        std::ranges::sort(plan.put, {}, &Wanted::path);
        if (!state_) state_ = Stored{};
        // What was done before, also with files that turned out to be none for the index.
        if (state_->pending == tip_.hex())
            std::erase_if(plan.put, [&](const Wanted& wanted) { return wanted.path <= state_->reached; });
        const auto end = Clock::now() + one_step;
        std::size_t put = 0;
        std::size_t removed = 0;
        for (;;) {
            std::vector<CodeFile> files;
            while (put < plan.put.size() && !is_full(files)) TRY(read(plan.put[put++], files, plan));
            const auto some = std::min(plan.removed.size() - removed, static_cast<std::size_t>(most_removed));
            const std::span<const std::string> gone(plan.removed.data() + removed, some);
            removed += some;
            const bool over = put == plan.put.size() && removed == plan.removed.size();
            if (put > 0) state_->reached = plan.put[put - 1].path;
            commit(files, gone, over, plan.cut);
            if (over) return false;
            if (Clock::now() > end) return true;
        }
    }

private:
    std::string name_of(const ObjectId& blob) const { return blob.hex() + "." + std::to_string(rules_.version()); }

    static bool is_full(const std::vector<CodeFile>& files)
    {
        std::size_t bytes = 0;
        for (const auto& file : files) bytes += file.text.size();
        return files.size() >= most_put || bytes >= most_put_bytes;
    }

    // What was begun for another commit may be anywhere in between: then all of it is compared.
    bool knows_where_it_is() const
    {
        return state_ && !state_->commit_id.empty() && !state_->cut
            && (state_->pending.empty() || state_->pending == tip_.hex());
    }

    Result<Plan> make_plan()
    {
        const auto tree = TRY(git::read_commit(repository_, tip_)).tree;
        if (knows_where_it_is())
            if (const auto old = ObjectId::parse(state_->commit_id); old && repository_.contains(*old)) {
                auto changes = changes_since(*old, tree);
                if (changes || changes.error().code != Errc::too_large) return changes;
            }
        return compare_all(tree);
    }

    Result<Plan> changes_since(const ObjectId& old, const ObjectId& tree)
    {
        const auto old_tree = TRY(git::read_commit(repository_, old)).tree;
        const auto diff = TRY(git::Diff::between(repository_, old_tree, tree, {.most_files = most_changes}));
        const auto size = indexed_size(site_.db, stored_.id);
        Plan plan;
        for (const auto& change : diff.files()) {
            const bool is_file = (change.mode_after & 0170000U) == 0100000U;
            if (change.after.is_zero() || !is_file || !rules_.want(change.path)) {
                if (is_text(change.path)) plan.removed.push_back(change.path);
            } else {
                plan.put.push_back({change.path, change.after});
            }
        }
        files_ = static_cast<std::size_t>(size.files);
        bytes_ = size.bytes;
        return plan;
    }

    Result<Plan> compare_all(const ObjectId& tree)
    {
        auto kept = indexed_files(site_.db, stored_.id);
        const auto size = indexed_size(site_.db, stored_.id);
        files_ = static_cast<std::size_t>(size.files);
        bytes_ = size.bytes;
        Plan plan;
        auto listed = git::list_tree(repository_, tree, 0, most_entries, most_entries);
        if (!listed && listed.error().code != Errc::unprocessable) return std::unexpected(listed.error());
        if (!listed) plan.cut = true; // of what is larger nothing is kept
        for (auto& entry : listed ? listed->entries : std::vector<git::TreeEntry>()) {
            if (!entry.is_file() || !rules_.want(entry.name)) continue;
            const auto found = kept.find(entry.name);
            const bool is_kept = found != kept.end() && found->second == name_of(entry.id);
            if (found != kept.end()) kept.erase(found);
            if (!is_kept) plan.put.push_back({std::move(entry.name), entry.id});
        }
        for (const auto& [path, blob] : kept) plan.removed.push_back(path);
        return plan;
    }

    // What is not to be found is taken out, in case that it was.
    Result<> read(const Wanted& wanted, std::vector<CodeFile>& files, Plan& plan)
    {
        const auto info = TRY(git::object_info(repository_, wanted.blob));
        const bool fits = info.kind == git::Kind::blob && info.size <= rules_.largest_file();
        auto text = fits ? read_text(wanted.path, TRY(git::read_blob(repository_, wanted.blob, info.size)))
                         : fail(Errc::unprocessable, "");
        if (!text) {
            plan.removed.push_back(wanted.path);
            return {};
        }
        const auto bytes = static_cast<std::int64_t>(text->text.size());
        if (files_ + 1 > most_files || bytes_ + bytes > most_bytes) {
            plan.cut = true;
            return {};
        }
        ++files_;
        bytes_ += bytes;
        files.push_back(
            {wanted.path, name_of(wanted.blob), std::move(text->text), std::move(text->language), text->lesser});
        return {};
    }

    // The end of it is one with its last change; a small one is one transaction.
    void commit(const std::vector<CodeFile>& files, std::span<const std::string> removed, bool over, bool cut)
    {
        state_->version = rules_.version();
        state_->pending = over ? std::string() : tip_.hex();
        state_->cut = cut || (!over && state_->cut);
        if (over) {
            state_->commit_id = tip_.hex();
            state_->reached.clear();
            state_->indexed_at = Time::now();
        }
        site_.db.write([&](db::Transaction& tx) {
            change_files(tx, stored_.id, files, removed);
            save_state(tx, stored_.id, *state_);
        });
    }

    const api::Site& site_;
    const StoredRepository& stored_;
    const Rules& rules_;
    const git::Repository& repository_;
    ObjectId tip_;
    std::optional<Stored> state_;
    std::size_t files_ = 0;
    std::int64_t bytes_ = 0;
};

} // namespace

Result<bool> index_next(const api::Site& site, std::int64_t repository_id)
{
    const Rules rules(site.settings().indexer);
    if (!rules.enabled()) return false;
    const auto stored = repositories::find_repository(site.db, repository_id);
    if (!stored || !rules.want(*stored)) return forget_some(site.db, repository_id);
    auto state = find_state(site.db, repository_id);
    if (state && state->version != rules.version()) {
        forget_some(site.db, repository_id);
        return true;
    }
    auto& repositories = site.get<git::Repositories>();
    const auto opened = state ? repositories.open(stored->storage) : repositories.open_apart(stored->storage);
    const auto tip =
        opened ? git::find_branch(**opened, stored->default_branch) : Result<ObjectId>(std::unexpected(opened.error()));
    if (!tip && tip.error().code == Errc::not_found) return forget_some(site.db, repository_id);
    if (!tip) return std::unexpected(tip.error());
    if (state && state->commit_id == tip->hex() && state->pending.empty()) return false;
    return Indexing(site, *stored, rules, **opened, *tip, std::move(state)).run();
}

void forget_repository(db::Transaction& tx, const events::RepositoryDeleted& event)
{
    repositories::put_job(tx, repositories::content_index_job, event.repository_id);
}

void index_missing(const api::Site& site, const std::stop_token& stop)
{
    constexpr std::int64_t most_of_one_write = 500; // others want to write, too
    const Rules rules(site.settings().indexer);
    if (!rules.enabled()) return;
    for (std::int64_t last = 0; !stop.stop_requested();) {
        const auto ids = site.db.all<std::int64_t>(
            "SELECT r.id FROM repository r LEFT JOIN code_index i ON i.repository_id = r.id"
            " LEFT JOIN branch b ON b.repository_id = r.id AND b.name = r.default_branch"
            " WHERE r.id > $1 AND NOT r.empty AND (i.commit_id IS NULL OR i.version <> $2 OR i.pending <> ''"
            " OR i.commit_id <> b.commit_id) ORDER BY r.id LIMIT $3",
            last, rules.version(), most_of_one_write);
        if (ids.empty()) break;
        last = ids.back();
        site.db.write([&](db::Transaction& tx) {
            for (const auto id : ids) repositories::put_job(tx, repositories::content_index_job, id);
        });
    }
    // Should a deletion ever have been missed.
    const auto gone = site.db.all<std::int64_t>("SELECT i.repository_id FROM code_index i WHERE NOT EXISTS"
                                                " (SELECT 1 FROM repository r WHERE r.id = i.repository_id) LIMIT $1",
                                                most_of_one_write);
    if (gone.empty()) return;
    site.db.write([&](db::Transaction& tx) {
        for (const auto id : gone) repositories::put_job(tx, repositories::content_index_job, id);
    });
}

IndexState index_state(db::Queries& db, const StoredRepository& repository)
{
    const auto stored = find_state(db, repository.id);
    if (!stored) return {};
    const auto tip = db.first<std::string>("SELECT commit_id FROM branch WHERE repository_id = $1 AND name = $2",
                                           repository.id, repository.default_branch);
    return {.commit_id = stored->commit_id,
            .current = stored->pending.empty() && tip == stored->commit_id,
            .cut = stored->cut,
            .indexed_at = stored->indexed_at};
}

std::int64_t count_waiting(db::Queries& db)
{
    return db.scalar<std::int64_t>(
        "SELECT count(*) FROM (SELECT r.id FROM repository r WHERE NOT r.empty AND NOT EXISTS"
        " (SELECT 1 FROM code_index i WHERE i.repository_id = r.id AND i.commit_id <> '') LIMIT 1000) AS waiting");
}

bool has_pieces(db::Queries& db) { return db.first<bool>("SELECT indexed FROM code_search_engine").value_or(false); }

bool prepare_pieces(db::Database& db)
{
    // Only PostgreSQL can be without.
    return has_pieces(db)
        || db.write([](db::Transaction& tx) { return tx.scalar<bool>("SELECT prepare_code_words()"); });
}

} // namespace cairn::code_search
