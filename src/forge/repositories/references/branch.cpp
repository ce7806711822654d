#include "repositories/references/branch.hpp"

#include "base/utf8.hpp"
#include "db/database.hpp"
#include "git/objects/objects.hpp"
#include "repositories/references/queue_branch.hpp"

namespace cairn::repositories {

namespace {

// Some programs put whole logs into a message. Lists of branches show none of that.
constexpr std::size_t longest_message = 64U << 10;

// As the database takes it: git holds any bytes.
std::string storable(std::string_view words, std::size_t most = 1024) { return to_text(words.substr(0, most)); }

} // namespace

std::optional<StoredBranch> find_branch(db::Queries& db, std::int64_t repository_id, std::string_view name)
{
    return db.first<StoredBranch>("SELECT * FROM branch WHERE repository_id = $1 AND name = $2", repository_id, name);
}

Result<Tip> read_tip(const git::Repository& repository, const git::ObjectId& id)
{
    const auto commit = TRY(git::read_commit(repository, id));
    return Tip{.commit_id = id.hex(),
               .message = storable(commit.message, longest_message),
               .author_name = storable(commit.author.name),
               .author_email = storable(commit.author.email),
               .authored_at = commit.author.when,
               .author_offset = commit.author.offset,
               .committer_name = storable(commit.committer.name),
               .committer_email = storable(commit.committer.email),
               .committed_at = commit.committer.when,
               .committer_offset = commit.committer.offset,
               .signed_ = TRY(git::commit_signature(repository, id)).has_value()};
}

Result<std::vector<NamedTip>> read_tips(const git::Repository& repository)
{
    std::vector<NamedTip> tips;
    for (const auto& reference : TRY(git::list_references(repository, git::heads))) {
        if (is_queue_reference(reference.name)) continue; // a mirror may have those of where it comes from
        if (reference.commit.is_zero() || !is_text(reference.name)) continue;
        tips.push_back({reference.name.substr(git::heads.size()), TRY(read_tip(repository, reference.commit))});
    }
    return tips;
}

void put_branch(db::Transaction& tx, std::int64_t repository_id, const NamedTip& branch, std::int64_t pusher_id,
                Time now)
{
    const Tip& tip = branch.tip;
    tx.run("INSERT INTO branch (repository_id, name, commit_id, message, author_name, author_email, authored_at,"
           " author_offset, committer_name, committer_email, committed_at, committer_offset, signed, pusher_id,"
           " created_at, updated_at, arrival)"
           " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15,"
           " COALESCE((SELECT MIN(b.arrival) FROM branch b WHERE b.repository_id = $1 AND b.commit_id = $3),"
           " (SELECT COALESCE(MAX(b.arrival), 0) + 1 FROM branch b WHERE b.repository_id = $1)))"
           " ON CONFLICT (repository_id, name) DO UPDATE SET commit_id = excluded.commit_id,"
           " message = excluded.message, author_name = excluded.author_name, author_email = excluded.author_email,"
           " authored_at = excluded.authored_at, author_offset = excluded.author_offset,"
           " committer_name = excluded.committer_name, committer_email = excluded.committer_email,"
           " committed_at = excluded.committed_at, committer_offset = excluded.committer_offset,"
           " signed = excluded.signed, pusher_id = excluded.pusher_id, updated_at = excluded.updated_at,"
           " arrival = excluded.arrival",
           repository_id, branch.name, tip.commit_id, tip.message, tip.author_name, tip.author_email, tip.authored_at,
           tip.author_offset, tip.committer_name, tip.committer_email, tip.committed_at, tip.committer_offset,
           tip.signed_, pusher_id != 0 ? std::optional(pusher_id) : std::nullopt, now);
}

} // namespace cairn::repositories
