// /users/{username}/tokens and /token: API tokens, made with the account's password alone and shown once.
#include <algorithm>
#include <charconv>

#include "accounts/audit/audit.hpp"
#include "accounts/guards.hpp"
#include "accounts/tokens/token_uses.hpp"
#include "accounts/tokens/tokens.hpp"
#include "db/database.hpp"
#include "identity/tables.hpp"
#include "identity/token_limits.hpp"

namespace cairn::identity {

using namespace accounts;
using namespace api;
using enum Method;

namespace {

struct AccessToken {
    std::int64_t id = 0;
    std::string name;
    std::string sha1;
    std::string token_last_eight;
    std::vector<std::string> scopes;
    Time created_at;
    Time last_used_at;
    std::optional<Time> expires_at;
    std::optional<std::vector<std::string>> repositories;
};
BOOST_DESCRIBE_STRUCT(AccessToken, (),
                      (id, name, sha1, token_last_eight, scopes, created_at, last_used_at, expires_at, repositories))
constexpr auto notes(const AccessToken*)
{
    return std::array{
        Note{"", "An API token. Its value is told once, when it is made"},
        Note{"sha1", "the token's value; empty except in the answer to its creation"},
        Note{"token_last_eight", "the end of the value, to tell tokens apart"},
        Note{"scopes", "what the token may be used for, in normal form"},
        Note{"last_used_at", "when a request was last made with it; its creation, if none was"},
        Note{.member = "expires_at", .doc = "when it ends by itself; absent if it does not", .omit_empty = true},
        Note{.member = "repositories",
             .doc = "the only repositories that it opens, as owner/name; absent if it is not limited to some",
             .omit_empty = true},
    };
}

struct UserMeta {
    std::int64_t id = 0;
    std::string login;
};
BOOST_DESCRIBE_STRUCT(UserMeta, (), (id, login))

struct CurrentAccessToken {
    std::int64_t id = 0;
    std::string name;
    std::vector<std::string> scopes;
    Time created_at;
    Time last_used_at;
    UserMeta user;
    std::optional<std::vector<std::string>> repositories;
};
BOOST_DESCRIBE_STRUCT(CurrentAccessToken, (), (id, name, scopes, created_at, last_used_at, user, repositories))
constexpr auto notes(const CurrentAccessToken*)
{
    return std::array{Note{"", "The token that the request was made with, and whose it is"},
                      Note{.member = "repositories",
                           .doc = "the only repositories that it opens, as owner/name; absent if it is not limited",
                           .omit_empty = true}};
}

struct CreateAccessTokenOption {
    std::string name;
    std::vector<std::string> scopes;
    std::optional<Time> expires_at;
    std::optional<std::vector<std::string>> repositories;
};
BOOST_DESCRIBE_STRUCT(CreateAccessTokenOption, (), (name, scopes, expires_at, repositories))
constexpr auto notes(const CreateAccessTokenOption*)
{
    return std::array{
        Note{.member = "name",
             .doc = "a name of your choice, once for each account",
             .required = true,
             .max_length = 255},
        Note{"scopes", "such as read:user or write:repository, or all; without any it opens only what needs none"},
        Note{"expires_at", "when the token ends by itself; without it, it does not"},
        Note{"repositories", "as owner/name: for this token there are no others; without it, it is not limited"},
    };
}

struct TokenPath {
    std::string token;
};
BOOST_DESCRIBE_STRUCT(TokenPath, (), (token))
constexpr auto notes(const TokenPath*)
{
    return std::array{Note{"token", "its id or, if that is no number, its name"}};
}

struct ListTokens : Paging { };
BOOST_DESCRIBE_STRUCT(ListTokens, (Paging), ())

// The password and nothing else: a stolen token must not be able to make more of its kind.
Result<void> check_manages_tokens(Call& call)
{
    // No token opens this, so the rows demand no scope. Clients know that one which lacks the scope of accounts is told
    // so first, except where it came in place of a password.
    const auto level = call.operation.method == GET ? Level::read : Level::write;
    if (call.caller.carrier != Carrier::basic && !call.caller.scopes.allows(Category::user, level))
        return fail(Errc::forbidden, "the token lacks the scope " + scope_name(Category::user, level));
    auto account = TRY(account_at(call, "username"));
    if (account.kind != AccountKind::individual) return not_found("the person");
    if (call.caller.id != account.id && !call.caller.admin)
        return fail(Errc::forbidden, "these are the tokens of somebody else");
    if (call.caller.credential != Credential::password)
        return fail(Errc::unauthorized, "tokens are managed with the account's password, never with a token");
    call.load(std::move(account));
    return {};
}
constexpr Guard manages_tokens{.name = "manages tokens",
                               .path = &type_of<UserPath>(),
                               .loads = &tag<Account>,
                               .errors = {401, 403, 404},
                               .check = &check_manages_tokens};

// A token tells about itself only where it came in the Authorization header under its own name.
Result<void> check_carries_token(Call& call)
{
    if (call.caller.anonymous()) return fail(Errc::unauthorized, "send the token in the Authorization header");
    if (call.caller.credential != Credential::token || call.caller.carrier != Carrier::header)
        return fail(Errc::not_found, "the request was not made with an API token in the Authorization header");
    auto token = accounts::find_token(call.db(), call.caller.token_id);
    if (!token) return not_found("the token");
    call.load(std::move(*token));
    return {};
}
constexpr Guard carries_token{
    .name = "carries a token", .loads = &tag<StoredToken>, .errors = {401, 404}, .check = &check_carries_token};

AccessToken show(StoredToken token, std::optional<std::vector<std::string>> repositories)
{
    return {.id = token.id,
            .name = std::move(token.name),
            .sha1 = {},
            .token_last_eight = std::move(token.last_eight),
            .scopes = ScopeSet::from_stored(token.scopes).names(),
            .created_at = token.created_at,
            .last_used_at = token.last_used_at,
            .expires_at = token.expires_at.seconds != 0 ? std::optional(token.expires_at) : std::nullopt,
            .repositories = std::move(repositories)};
}

Result<Unlinked<AccessToken>> list(Call& call, const Account& account, Query<ListTokens> query)
{
    auto found = list_tokens(call.db(), account.id, query.value);
    auto repositories = repositories_of(call.db(), found.items);
    Unlinked<AccessToken> shown{.page = {.items = {}, .total = found.total}};
    for (StoredToken& token : found.items) {
        token.last_used_at = call.site.get<accounts::TokenUses>().latest(token.id, token.last_used_at);
        auto only = std::move(repositories[token.id]);
        shown.page.items.push_back(show(std::move(token), std::move(only)));
    }
    return shown;
}

Result<AccessToken> create(Call& call, const Account& account, Body<CreateAccessTokenOption> body)
{
    const auto scopes = TRY(ScopeSet::parse(body->scopes));
    if (!body->scopes.empty() && scopes.empty() && !scopes.public_only())
        return fail(Errc::bad_request, "scopes names none");
    if (body->expires_at && *body->expires_at <= Time::now())
        return fail(Errc::unprocessable, "expires_at lies in the past");
    TokenLimits limits{.expires_at = body->expires_at};
    if (body->repositories) limits.repositories = TRY(find_repositories(call.db(), account, *body->repositories));
    auto made = TRY(create_token(call, account, body->name, scopes, limits));
    auto repositories = repositories_of(call.db(), {&made.token, 1});
    auto only = std::move(repositories[made.token.id]);
    auto shown = show(std::move(made.token), std::move(only));
    shown.sha1 = std::move(made.value);
    return shown;
}

// Today's clients may write the id in decimal, or with 0x or 0 before it in base 16 or 8. Zero is no id but a name.
std::optional<std::int64_t> read_id(std::string_view text)
{
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) text.remove_prefix(1);
    int base = 10;
    if (text.starts_with("0x") || text.starts_with("0X")) {
        base = 16;
        text.remove_prefix(2);
    } else if (text.size() > 1 && text.starts_with('0')) {
        base = 8;
        text.remove_prefix(1);
    }
    std::int64_t id = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id, base);
    if (text.starts_with('-') || error != std::errc() || end != text.data() + text.size() || id == 0) return {};
    return negative ? -id : id;
}

Result<> remove(Call& call, const Account& account, Path<TokenPath> path)
{
    const auto id = read_id(path->token);
    return id ? delete_token(call, account, *id) : delete_token(call, account, path->token);
}

Result<CurrentAccessToken> get_current(Call& call, const StoredToken& token)
{
    auto repositories = repositories_of(call.db(), {&token, 1});
    return CurrentAccessToken{.id = token.id,
                              .name = token.name,
                              .scopes = ScopeSet::from_stored(token.scopes).names(),
                              .created_at = token.created_at,
                              .last_used_at = call.site.get<accounts::TokenUses>().latest(token.id, token.last_used_at),
                              .user = {.id = call.caller.id, .login = accounts::account_of(call.caller).name},
                              .repositories = std::move(repositories[token.id])};
}

Result<> remove_current(Call& call, const StoredToken& token)
{
    delete_current_token(call, token);
    return {};
}

// clang-format off
constexpr Operation access_token_operations[] = {
    {GET,    "/users/{username}/tokens",         scope::none, manages_tokens, handle<list>,           200, "userGetTokens",         "List an account's API tokens"},
    {POST,   "/users/{username}/tokens",         scope::none, manages_tokens, handle<create>,         201, "userCreateToken",       "Make an API token", {400}},
    {DELETE, "/users/{username}/tokens/{token}", scope::none, manages_tokens, handle<remove>,         204, "userDeleteAccessToken", "Delete an API token"},
};
constexpr Operation current_operations[] = {
    {GET,    "/token",                           scope::none, carries_token,  handle<get_current>,    200, "getCurrentToken",       "Describe the token that the request was made with"},
    {DELETE, "/token",                           scope::none, carries_token,  handle<remove_current>, 204, "deleteCurrentToken",    "Delete the token that the request was made with"},
};
// clang-format on
static_assert(well_formed(access_token_operations));
static_assert(well_formed(current_operations));

} // namespace

const Table access_token_table{"user", access_token_operations};
const Table current_token_table{"miscellaneous", current_operations};

} // namespace cairn::identity
