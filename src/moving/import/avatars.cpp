// The pictures of accounts and of repositories.
#include "accounts/profile/avatar.hpp"
#include "base/encoding.hpp"
#include "config/file.hpp"
#include "import/kinds.hpp"
#include "repositories/avatar.hpp"

namespace cairn::import {

namespace {

constexpr std::size_t largest_picture = 4 * 1024 * 1024;

struct AccountRow {
    std::int64_t id = 0;
    std::string name;
    std::string avatar;
    bool use_custom_avatar = false;
    std::string picture; // here
};
BOOST_DESCRIBE_STRUCT(AccountRow, (), (id, name, avatar, use_custom_avatar))

struct RepositoryRow {
    std::int64_t id = 0;
    std::string name;
    std::string avatar;
    std::string picture; // here
};
BOOST_DESCRIBE_STRUCT(RepositoryRow, (), (id, name, avatar))

std::expected<std::string, Refusal> read_picture(const OldFolder& folder, const std::string& file,
                                                 const std::string& whose)
{
    if (folder.path.empty()) return refuse(folder.why, whose);
    if (file.find('/') != file.npos || file.starts_with('.')) return refuse("its file has no plain name", whose);
    const auto bytes = config::read_file(folder.path + "/" + file, largest_picture);
    if (!bytes) return refuse("its file is not there, or too large", whose);
    auto accepted = accounts::accept_picture(base64_encode(*bytes));
    if (!accepted) return refuse(accepted.error(), whose);
    return *std::move(accepted);
}

Outcome prepare_account(const Move& move, AccountRow& row)
{
    if (!row.use_custom_avatar || row.avatar.empty()) return nothing_to_move();
    const auto account = move.find(move.queries(), "accounts", row.id);
    if (!account) return refuse("its account was not moved", row.name);
    const auto bytes = TRY(read_picture(move.old.avatars, row.avatar, row.name));
    if (!move.tries())
        row.picture = accounts::keep_picture(move.site.get<storage::Storage>(), std::to_string(*account), bytes);
    return {};
}

Outcome take_account(Batch& batch, AccountRow& row)
{
    // An account that was here before keeps its own picture.
    batch.tx.run("UPDATE account SET avatar = $2, has_own_avatar = TRUE WHERE id = $1 AND NOT has_own_avatar",
                 batch.account(row.id), row.picture);
    return {};
}

Outcome prepare_repository(const Move& move, RepositoryRow& row)
{
    if (row.avatar.empty()) return nothing_to_move();
    const auto repository = move.find(move.queries(), "repositories", row.id);
    if (!repository) return refuse("its repository was not moved", row.name);
    const auto bytes = TRY(read_picture(move.old.repository_avatars, row.avatar, row.name));
    if (!move.tries()) row.picture = repositories::keep_picture(move.site.get<storage::Storage>(), *repository, bytes);
    return {};
}

Outcome take_repository(Batch& batch, RepositoryRow& row)
{
    batch.tx.run("UPDATE repository SET avatar = $2 WHERE id = $1", batch.repository(row.id), row.picture);
    return {};
}

} // namespace

const Kind avatars_kind{.name = "pictures of accounts",
                        .table = "user",
                        .run = &move_rows<AccountRow, &take_account, &prepare_account>,
                        .needed = "id avatar use_custom_avatar"};
const Kind repository_avatars_kind{.name = "pictures of repositories",
                                   .table = "repository",
                                   .run = &move_rows<RepositoryRow, &take_repository, &prepare_repository>,
                                   .needed = "id avatar"};

} // namespace cairn::import
