// Access tokens. What is known of one is a salted hash, and that goes on being enough
// (accounts/tokens/imported_tokens.hpp).
#include "accounts/tokens/imported_tokens.hpp"
#include "api/scope.hpp"
#include "base/text.hpp"
#include "import/kinds.hpp"

namespace cairn::import {

namespace {

struct TokenRow {
    std::int64_t id = 0;
    std::int64_t uid = 0;
    std::string name;
    std::string token_hash;
    std::string token_salt;
    std::string token_last_eight;
    std::string scope;
    Time created_unix;
    Time updated_unix;
};
BOOST_DESCRIBE_STRUCT(TokenRow, (),
                      (id, uid, name, token_hash, token_salt, token_last_eight, scope, created_unix, updated_unix))

std::optional<std::string> scopes_of(const TokenRow& row)
{
    std::vector<std::string> names;
    for (const auto name : text::split_list(row.scope)) names.emplace_back(name);
    if (names.empty()) return "";
    const auto scopes = api::ScopeSet::parse(names);
    if (!scopes) return {};
    return scopes->stored();
}

Outcome take(Batch& batch, TokenRow& row)
{
    const auto account = batch.account(row.uid);
    if (!account) return refuse("its account was not moved", row.name);
    if (!accounts::is_imported_hash(row.token_salt, row.token_hash))
        return refuse("its hash is none that we know", row.name);
    const auto scopes = scopes_of(row);
    if (!scopes) return refuse("it has scopes that there are none of here: " + row.scope, row.name);
    const auto id = batch.id_for(row.id);
    for (int copy = 1; copy <= 20; ++copy) {
        const auto name = copy == 1 ? row.name : row.name + " (" + std::to_string(copy) + ")";
        if (batch.tx.run("INSERT INTO access_token (id, account_id, name, hash, salt, last_eight, scopes, created_at,"
                         " last_used_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING",
                         id, *account, name, text::to_lower(row.token_hash), row.token_salt, row.token_last_eight,
                         *scopes, row.created_unix, row.updated_unix)
            == 0)
            continue;
        return {};
    }
    return refuse("the account here has a token of its name", row.name);
}

} // namespace

const Kind tokens_kind{.name = "access tokens",
                       .table = "access_token",
                       .here = "access_token",
                       .ids = Ids::kept,
                       .run = &move_rows<TokenRow, &take>,
                       .needed = "id uid token_hash token_salt token_last_eight"};

} // namespace cairn::import
