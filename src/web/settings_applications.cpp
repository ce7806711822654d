// What works in the person's name: API tokens.
#include <algorithm>

#include "accounts/audit.hpp"
#include "accounts/guards.hpp"
#include "accounts/token_uses.hpp"
#include "accounts/tokens.hpp"
#include "base/text.hpp"
#include "db/database.hpp"
#include "web/page.hpp"
#include "web/settings.hpp"

namespace cairn::web {

using namespace api;
using namespace accounts;
using enum Method;

namespace {

constexpr std::string_view address = "/user/settings/applications";

// A field for each category of scopes: "none", "read" or "write".
struct TokenForm {
    std::string name;
    bool public_only = false;
    std::string activitypub;
    std::string admin;
    std::string issue;
    std::string misc;
    std::string notification;
    std::string organization;
    std::string package;
    std::string repository;
    std::string user;
};
BOOST_DESCRIBE_STRUCT(TokenForm, (),
                      (name, public_only, activitypub, admin, issue, misc, notification, organization, package,
                       repository, user))

struct ScopeRow {
    std::string TokenForm::* choice;
    std::string_view field;
    std::string_view label;
    std::string_view words;
};
// clang-format off
constexpr ScopeRow scope_rows[] = {
    {&TokenForm::repository,   "repository",   "Repositories",    "Code, branches, releases, pull requests"},
    {&TokenForm::issue,        "issue",        "Issues",          "Issues, comments, labels, milestones"},
    {&TokenForm::organization, "organization", "Organizations",   "Organizations, their members and teams"},
    {&TokenForm::package,      "package",      "Packages",        "What the package registry keeps"},
    {&TokenForm::notification, "notification", "Notifications",   "What happened where you watch"},
    {&TokenForm::user,         "user",         "Your account",    "Profile, addresses, keys, followers"},
    {&TokenForm::misc,         "misc",         "The rest",        "Rendering, templates and other small services"},
    {&TokenForm::activitypub,  "activitypub",  "Federation",      "ActivityPub"},
    {&TokenForm::admin,        "admin",        "Administration",  "The whole site, for its administrators"},
};
// clang-format on
static_assert(std::size(scope_rows) == category_count);

struct ScopeChoice {
    std::string field;
    std::string label;
    std::string words;
    bool none = false;
    bool read = false;
    bool write = false;
};
BOOST_DESCRIBE_STRUCT(ScopeChoice, (), (field, label, words, none, read, write))

struct ScopeName {
    std::string scope;
};
BOOST_DESCRIBE_STRUCT(ScopeName, (), (scope))

struct ShownToken {
    std::int64_t id = 0;
    std::string name;
    std::string last_eight;
    std::vector<ScopeName> scopes;
    Time created_at;
    Time last_used_at;
    bool used = false;
};
BOOST_DESCRIBE_STRUCT(ShownToken, (), (id, name, last_eight, scopes, created_at, last_used_at, used))

struct ApplicationsPage {
    std::vector<ShownToken> tokens;
    bool has_tokens = false;
    std::string made; // the value of a token that was just made
    std::string made_name;
    std::string name;
    bool public_only = false;
    std::vector<ScopeChoice> choices;
    std::string error;
};
BOOST_DESCRIBE_STRUCT(ApplicationsPage, (), (tokens, has_tokens, made, made_name, name, public_only, choices, error))

struct TokenIdForm {
    std::int64_t id = 0;
};
BOOST_DESCRIBE_STRUCT(TokenIdForm, (), (id))

std::vector<ShownToken> shown_tokens(Call& call)
{
    std::vector<ShownToken> shown;
    for (StoredToken& token : call.db().all<StoredToken>(
             "SELECT * FROM access_token WHERE account_id = $1 ORDER BY id DESC", call.caller.id)) {
        const auto used_at = call.site.token_uses.latest(token.id, token.last_used_at);
        ShownToken one{.id = token.id,
                       .name = std::move(token.name),
                       .last_eight = std::move(token.last_eight),
                       .created_at = token.created_at,
                       .last_used_at = used_at,
                       .used = used_at > token.created_at};
        for (auto& scope : ScopeSet::from_stored(token.scopes).names()) one.scopes.push_back({std::move(scope)});
        shown.push_back(std::move(one));
    }
    return shown;
}

Raw applications_page(Call& call, const TokenForm& form, ApplicationsPage content)
{
    content.tokens = shown_tokens(call);
    content.has_tokens = !content.tokens.empty();
    content.name = form.name;
    content.public_only = form.public_only;
    for (const ScopeRow& row : scope_rows) {
        // Who administers nothing has nothing to give away here.
        if (row.field == "admin" && !call.caller.admin) continue;
        const std::string& chosen = form.*row.choice;
        content.choices.push_back({.field = std::string(row.field),
                                   .label = std::string(row.label),
                                   .words = std::string(row.words),
                                   .none = chosen != "read" && chosen != "write",
                                   .read = chosen == "read",
                                   .write = chosen == "write"});
    }
    return page(call, {.file = "settings_applications", .title = "Applications", .tab = address, .status = 200},
                content);
}

Result<ScopeSet> chosen_scopes(const TokenForm& form)
{
    std::vector<std::string> names;
    for (const ScopeRow& row : scope_rows)
        if (const auto& chosen = form.*row.choice; chosen == "read" || chosen == "write")
            names.push_back(chosen + ":" + std::string(row.field));
    if (names.empty()) return fail(Errc::unprocessable, "choose at least one thing that the token may do");
    if (form.public_only) names.emplace_back("public-only");
    return ScopeSet::parse(names);
}

Result<MadeToken> make(Call& call, const Account& account, const TokenForm& form)
{
    const std::string name(text::trim(form.name));
    if (name.empty()) return fail(Errc::unprocessable, "give the token a name");
    if (name.size() > 255) return fail(Errc::unprocessable, "a name has at most 255 characters");
    const auto scopes = TRY(chosen_scopes(form));
    const auto event = audit_event(call, AuditKind::token_created);
    return call.db().write([&](db::Transaction& tx) -> Result<MadeToken> {
        auto made = TRY(make_token(tx, account.id, name, scopes));
        audit_token(tx, event, made.token);
        return made;
    });
}

Result<Raw> get_applications(Call& call, const Account&) { return applications_page(call, {}, {}); }

// The page itself shows the value, since it is not kept anywhere for another page to show.
Result<Raw> post_token(Call& call, const Account& account, Body<TokenForm> form)
{
    auto made = make(call, account, form.value);
    if (!made) return applications_page(call, form.value, {.error = sentence(made.error().message)});
    return applications_page(call, {}, {.made = std::move(made->value), .made_name = std::move(made->token.name)});
}

Result<Raw> post_delete_token(Call& call, const Account& account, Body<TokenIdForm> form)
{
    const auto event = audit_event(call, AuditKind::token_deleted);
    const bool deleted = call.db().write([&](db::Transaction& tx) {
        const auto token = tx.first<StoredToken>(
            "DELETE FROM access_token WHERE account_id = $1 AND id = $2 RETURNING *", account.id, form->id);
        if (token) audit_token(tx, event, *token);
        return token.has_value();
    });
    if (!deleted) return not_found("the token");
    leave_notice(call, "token-deleted");
    return see_other(call, address);
}

// clang-format off
constexpr Operation operations[] = {
    {GET,  "/user/settings/applications",        scope::none, signed_in, handle<get_applications>,  200, "siteApplicationsPage", "Show what works in the own name"},
    {POST, "/user/settings/applications",        scope::none, signed_in, handle<post_token>,        200, "siteMakeToken",        "Make an API token and show it"},
    {POST, "/user/settings/applications/delete", scope::none, signed_in, handle<post_delete_token>, 303, "siteDeleteToken",      "Delete an API token"},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table application_table{"site", operations, Door::site, refuse_page};

} // namespace cairn::web
