#include "issues/timeline/former_text.hpp"

#include "crypto/digest.hpp"
#include "db/database.hpp"

namespace cairn::issues {

namespace {

constexpr std::int64_t most_kept = 50; // versions of one text

struct Changes {
    std::int64_t comment_id = 0;
    std::int64_t count = 0;
};
BOOST_DESCRIBE_STRUCT(Changes, (), (comment_id, count))

std::optional<std::int64_t> given(std::int64_t id) { return id != 0 ? std::optional(id) : std::nullopt; }

} // namespace

std::string mark_of(std::string_view text) { return crypto::sha256_hex(text).substr(0, 16); }

void keep_former(db::Transaction& tx, const TextOwner& owner, std::int64_t editor_id, const std::string& body)
{
    tx.run("INSERT INTO former_text (issue_id, comment_id, editor_id, body, replaced_at) VALUES ($1, $2, $3, $4, $5)",
           owner.issue_id, given(owner.comment_id), given(editor_id), body, Time::now());
    tx.run("DELETE FROM former_text WHERE id IN (SELECT id FROM former_text WHERE issue_id = $1"
           " AND COALESCE(comment_id, 0) = $2 ORDER BY id DESC LIMIT 100 OFFSET $3)",
           owner.issue_id, owner.comment_id, most_kept);
}

std::vector<FormerText> former_texts(db::Queries& db, const TextOwner& owner)
{
    return db.all<FormerText>(
        "SELECT * FROM former_text WHERE issue_id = $1 AND COALESCE(comment_id, 0) = $2 ORDER BY id", owner.issue_id,
        owner.comment_id);
}

std::map<std::int64_t, std::int64_t> count_former(db::Queries& db, std::int64_t issue_id)
{
    std::map<std::int64_t, std::int64_t> counts;
    for (const auto& changes :
         db.all<Changes>("SELECT COALESCE(comment_id, 0) AS comment_id, count(*) AS count FROM former_text"
                         " WHERE issue_id = $1 GROUP BY COALESCE(comment_id, 0)",
                         issue_id))
        counts.emplace(changes.comment_id, changes.count);
    return counts;
}

bool may_remove_former(const api::Caller& caller, const IssueContext& at, std::int64_t author_id)
{
    if (caller.anonymous() || at.place.repository.archived()) return false;
    return caller.id == author_id || at.place.access.administers();
}

Result<> remove_former(const api::Call& call, const IssueContext& at, const TextOwner& owner, std::int64_t author_id,
                       std::int64_t id)
{
    if (!may_remove_former(call.caller, at, author_id))
        return fail(Errc::forbidden, "only who wrote it and who administers the repository may remove a version");
    const auto changed = call.db().write([&](db::Transaction& tx) {
        return tx.run("UPDATE former_text SET body = '', removed = TRUE WHERE id = $1 AND issue_id = $2"
                      " AND COALESCE(comment_id, 0) = $3",
                      id, owner.issue_id, owner.comment_id);
    });
    if (changed == 0) return not_found("the version");
    return {};
}

} // namespace cairn::issues
