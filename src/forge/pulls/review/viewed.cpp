#include "pulls/review/viewed.hpp"

#include "db/database.hpp"
#include "git/objects/object_id.hpp"

namespace cairn::pulls {

using api::Call;

std::set<std::string> viewed_files(const Call& call, const PullContext& at)
{
    if (call.caller.anonymous()) return {};
    auto marks = call.db().all<std::string>("SELECT content FROM viewed_file WHERE issue_id = $1 AND account_id = $2",
                                            at.issue.id, call.caller.id);
    return {std::make_move_iterator(marks.begin()), std::make_move_iterator(marks.end())};
}

Result<> mark_viewed(const Call& call, const PullContext& at, const ViewedFile& file)
{
    const std::string_view content = file.content;
    if (!git::ObjectId::parse(content.substr(content.starts_with('-') ? 1 : 0)))
        return fail(Errc::unprocessable, "[content]: is no id of a file");
    call.db().write([&](db::Transaction& tx) {
        if (!file.viewed) {
            tx.run("DELETE FROM viewed_file WHERE issue_id = $1 AND account_id = $2 AND content = $3", at.issue.id,
                   call.caller.id, file.content);
            return;
        }
        tx.run("INSERT INTO viewed_file (issue_id, account_id, content, viewed_at) VALUES ($1, $2, $3, $4)"
               " ON CONFLICT (issue_id, account_id, content) DO UPDATE SET viewed_at = excluded.viewed_at",
               at.issue.id, call.caller.id, file.content, Time::now());
        const auto kept =
            tx.scalar<std::int64_t>("SELECT COUNT(*) AS value FROM viewed_file WHERE issue_id = $1 AND account_id = $2",
                                    at.issue.id, call.caller.id);
        if (kept > most_viewed)
            tx.run("DELETE FROM viewed_file WHERE issue_id = $1 AND account_id = $2 AND content IN (SELECT content"
                   " FROM viewed_file WHERE issue_id = $1 AND account_id = $2 ORDER BY viewed_at LIMIT $3)",
                   at.issue.id, call.caller.id, kept - most_viewed);
    });
    return {};
}

} // namespace cairn::pulls
