// What people are to each other: names they had before, whom they follow, whom they have blocked.
#include "base/text.hpp"
#include "import/kinds.hpp"

namespace cairn::import {

namespace {

struct RedirectRow {
    std::int64_t id = 0;
    std::string lower_name;
    std::int64_t redirect_user_id = 0;
};
BOOST_DESCRIBE_STRUCT(RedirectRow, (), (id, lower_name, redirect_user_id))

struct FollowRow {
    std::int64_t id = 0;
    std::int64_t user_id = 0;
    std::int64_t follow_id = 0;
    Time created_unix;
};
BOOST_DESCRIBE_STRUCT(FollowRow, (), (id, user_id, follow_id, created_unix))

struct BlockRow { // of Gitea
    std::int64_t id = 0;
    std::int64_t blocker_id = 0;
    std::int64_t blockee_id = 0;
    std::string note;
    Time created_unix;
};
BOOST_DESCRIBE_STRUCT(BlockRow, (), (id, blocker_id, blockee_id, note, created_unix))

struct ForgejoBlockRow {
    std::int64_t id = 0;
    std::int64_t user_id = 0;
    std::int64_t block_id = 0;
    Time created_unix;
};
BOOST_DESCRIBE_STRUCT(ForgejoBlockRow, (), (id, user_id, block_id, created_unix))

Outcome take_redirect(Batch& batch, RedirectRow& row)
{
    const auto account = batch.account(row.redirect_user_id);
    if (!account) return refuse("its account was not moved", row.lower_name);
    const auto lower = text::to_lower(row.lower_name);
    if (batch.tx.scalar<bool>("SELECT EXISTS (SELECT 1 FROM account WHERE lower_name = $1) AS value", lower))
        return refuse("an account here has the name", row.lower_name);
    batch.tx.run("INSERT INTO name_redirect (lower_name, account_id) VALUES ($1, $2) ON CONFLICT DO NOTHING", lower,
                 *account);
    return {};
}

Outcome take_follow(Batch& batch, FollowRow& row)
{
    const auto who = batch.account(row.user_id);
    const auto whom = batch.account(row.follow_id);
    if (!who || !whom) return refuse("an account of the two was not moved", {});
    batch.tx.run("INSERT INTO follow (account_id, followed_id, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
                 *who, *whom, row.created_unix);
    return {};
}

Outcome enter_block(Batch& batch, const BlockRow& row)
{
    const auto who = batch.account(row.blocker_id);
    const auto whom = batch.account(row.blockee_id);
    if (!who || !whom) return refuse("an account of the two was not moved", {});
    batch.tx.run("INSERT INTO account_block (account_id, blocked_id, note, created_at) VALUES ($1, $2, $3, $4)"
                 " ON CONFLICT DO NOTHING",
                 *who, *whom, row.note, row.created_unix);
    return {};
}

Outcome take_block(Batch& batch, BlockRow& row) { return enter_block(batch, row); }

Outcome take_forgejo_block(Batch& batch, ForgejoBlockRow& row)
{
    return enter_block(batch,
                       {.id = row.id,
                        .blocker_id = row.user_id,
                        .blockee_id = row.block_id,
                        .note = {},
                        .created_unix = row.created_unix});
}

} // namespace

const Kind account_redirects_kind{.name = "former names of accounts",
                                  .table = "user_redirect",
                                  .run = &move_rows<RedirectRow, &take_redirect>,
                                  .needed = "id lower_name redirect_user_id"};
const Kind follows_kind{
    .name = "follows", .table = "follow", .run = &move_rows<FollowRow, &take_follow>, .needed = "id user_id follow_id"};
const Kind blocks_kind{.name = "blocked accounts",
                       .table = "user_blocking",
                       .run = &move_rows<BlockRow, &take_block>,
                       .needed = "id blocker_id blockee_id"};
const Kind forgejo_blocks_kind{.name = "blocked accounts (Forgejo)",
                               .table = "forgejo_blocked_user",
                               .run = &move_rows<ForgejoBlockRow, &take_forgejo_block>,
                               .needed = "id user_id block_id"};

} // namespace cairn::import
