#include "issues/saved_reply.hpp"

#include "api/call.hpp"
#include "base/text.hpp"
#include "db/database.hpp"

namespace cairn::issues {

using api::Call;

namespace {

Result<SavedReplyOption> cleaned(const SavedReplyOption& option)
{
    SavedReplyOption clean{.title = std::string(text::trim(option.title)), .body = option.body};
    std::erase(clean.body, '\r'); // which browsers put before each line's end
    if (clean.title.empty()) return fail(Errc::unprocessable, "[title]: is required");
    if (text::trim(clean.body).empty()) return fail(Errc::unprocessable, "[body]: is required");
    return clean;
}

} // namespace

std::vector<SavedReplyTitle> saved_reply_titles(db::Queries& db, std::int64_t account_id)
{
    return db.all<SavedReplyTitle>(
        "SELECT id, title FROM saved_reply WHERE account_id = $1 ORDER BY lower(title), id LIMIT $2", account_id,
        most_saved_replies);
}

std::vector<SavedReply> saved_replies(db::Queries& db, std::int64_t account_id)
{
    return db.all<SavedReply>("SELECT * FROM saved_reply WHERE account_id = $1 ORDER BY lower(title), id LIMIT $2",
                              account_id, most_saved_replies);
}

std::optional<SavedReply> find_saved_reply(db::Queries& db, std::int64_t account_id, std::int64_t id)
{
    return db.first<SavedReply>("SELECT * FROM saved_reply WHERE id = $1 AND account_id = $2", id, account_id);
}

Result<SavedReply> create_saved_reply(const Call& call, const SavedReplyOption& option)
{
    const auto clean = TRY(cleaned(option));
    return call.db().write([&](db::Transaction& tx) -> Result<SavedReply> {
        const auto count =
            tx.scalar<std::int64_t>("SELECT count(*) FROM saved_reply WHERE account_id = $1", call.caller.id);
        if (count >= most_saved_replies)
            return fail(Errc::unprocessable, "you have " + std::to_string(count) + " already: delete one first");
        SavedReply made{
            .account_id = call.caller.id, .title = clean.title, .body = clean.body, .updated_at = Time::now()};
        made.id = tx.scalar<std::int64_t>("INSERT INTO saved_reply (account_id, title, body, created_at, updated_at)"
                                          " VALUES ($1, $2, $3, $4, $5) RETURNING id",
                                          made.account_id, made.title, made.body, made.updated_at, made.updated_at);
        return made;
    });
}

Result<> change_saved_reply(const Call& call, std::int64_t id, const SavedReplyOption& option)
{
    const auto clean = TRY(cleaned(option));
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        if (tx.run("UPDATE saved_reply SET title = $3, body = $4, updated_at = $5 WHERE id = $1 AND account_id = $2",
                   id, call.caller.id, clean.title, clean.body, Time::now())
            == 0)
            return not_found("the saved reply");
        return {};
    });
}

Result<> delete_saved_reply(const Call& call, std::int64_t id)
{
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        if (tx.run("DELETE FROM saved_reply WHERE id = $1 AND account_id = $2", id, call.caller.id) == 0)
            return not_found("the saved reply");
        return {};
    });
}

} // namespace cairn::issues
