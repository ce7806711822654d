#include "identity/settings_applications.hpp"

#include <algorithm>

#include "accounts/audit/audit.hpp"
#include "accounts/guards.hpp"
#include "accounts/tokens/token_uses.hpp"
#include "accounts/tokens/tokens.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "identity/application_change.hpp"
#include "identity/grants.hpp"
#include "identity/redirect.hpp"
#include "identity/scopes.hpp"
#include "identity/tables.hpp"
#include "identity/token_limits.hpp"
#include "pages/page.hpp"

namespace cairn::identity {

using namespace api;
using namespace accounts;
using namespace pages;
using enum Method;

namespace {

constexpr std::string_view address = "/user/settings/applications";

// A field for each category of scopes: "none", "read" or "write".
struct TokenForm {
    std::string name;
    bool public_only = false;
    std::string repositories; // one a line
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
                      (name, public_only, repositories, activitypub, admin, issue, misc, notification, organization,
                       package, repository, user))

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
    bool limited = false;
    std::string repositories; // that it is limited to
};
BOOST_DESCRIBE_STRUCT(ShownToken, (),
                      (id, name, last_eight, scopes, created_at, last_used_at, used, limited, repositories))

struct ShownGrant {
    std::int64_t id = 0;
    std::int64_t application_id = 0;
    std::string name;
    std::string maker;
    bool locked = false;
    bool stranger = false; // has registered itself, for nobody
    Time created_at;
    std::vector<ScopeName> rights;
    std::string sign_in; // where one begins there; empty for nowhere
};
BOOST_DESCRIBE_STRUCT(ShownGrant, (), (id, application_id, name, maker, locked, stranger, created_at, rights, sign_in))

struct RevokePath {
    std::int64_t id = 0;
    std::int64_t grant = 0;
};
BOOST_DESCRIBE_STRUCT(RevokePath, (), (id, grant))

struct ApplicationsPage {
    std::vector<ShownToken> tokens;
    bool has_tokens = false;
    std::string made; // the value of a token that was just made
    std::string made_name;
    std::string name;
    bool public_only = false;
    std::string repositories;
    std::vector<ScopeChoice> choices;
    std::string error;
    bool provider = false;
    std::vector<ShownGrant> grants;
    bool has_grants = false;
    bool revoked = false; // one of them, just now
    std::vector<ShownApplication> applications;
    bool has_applications = false;
    std::string base;
    ApplicationForm application{.confidential_client = true};
    std::string application_error;
    std::vector<AlgorithmChoice> algorithms{};
    bool has_algorithms = false;
};
BOOST_DESCRIBE_STRUCT(ApplicationsPage, (),
                      (tokens, has_tokens, made, made_name, name, public_only, repositories, choices, error, provider,
                       grants, has_grants, revoked, applications, has_applications, base, application,
                       application_error, algorithms, has_algorithms))

struct TokenIdForm {
    std::int64_t id = 0;
};
BOOST_DESCRIBE_STRUCT(TokenIdForm, (), (id))

std::vector<ShownToken> shown_tokens(Call& call)
{
    std::vector<ShownToken> shown;
    auto tokens = tokens_of(call.db(), call.caller.id);
    const auto repositories = repositories_of(call.db(), tokens);
    for (StoredToken& token : tokens) {
        const auto used_at = call.site.get<accounts::TokenUses>().latest(token.id, token.last_used_at);
        ShownToken one{.id = token.id,
                       .name = std::move(token.name),
                       .last_eight = std::move(token.last_eight),
                       .created_at = token.created_at,
                       .last_used_at = used_at,
                       .used = used_at > token.created_at,
                       .limited = token.limited};
        if (token.limited) one.repositories = text::join(*repositories.at(token.id), ", ");
        for (auto& scope : ScopeSet::from_stored(token.scopes).names()) one.scopes.push_back({std::move(scope)});
        shown.push_back(std::move(one));
    }
    return shown;
}

std::vector<ShownGrant> shown_grants(Call& call)
{
    std::vector<ShownGrant> shown;
    for (Approval& row : approvals_of(call.db(), call.caller.id)) {
        ShownGrant one{.id = row.id,
                       .application_id = row.application_id,
                       .name = std::move(row.name),
                       .maker = row.maker,
                       .locked = row.locked,
                       .stranger = row.dynamic && row.maker.empty(),
                       .created_at = row.created_at};
        // OpenID Connect Core, 4: the application begins by itself, and hears only who sent the person.
        if (const auto begins = from_stored(row.metadata).initiate_login_uri; !begins.empty()) {
            const std::vector<std::pair<std::string_view, std::string>> by{
                {"iss", call.settings().oauth2.jwt_claim_issuer},
                {"login_hint", accounts::account_of(call.caller).name}};
            one.sign_in = with_parameters(begins, by);
        }
        for (auto& words : identity::in_words(row.scope)) one.rights.push_back({std::move(words)});
        shown.push_back(std::move(one));
    }
    return shown;
}

Raw applications_page(Call& call, const TokenForm& form, ApplicationsPage content)
{
    content.tokens = shown_tokens(call);
    content.has_tokens = !content.tokens.empty();
    content.provider = call.settings().oauth2.enabled;
    if (content.provider) {
        const auto owner = application_owner_of(accounts::account_of(call.caller));
        content.grants = shown_grants(call);
        content.has_grants = !content.grants.empty();
        content.applications = shown_applications(call.db(), owner);
        content.has_applications = !content.applications.empty();
        content.base = owner.base;
        content.algorithms = algorithm_choices(call.settings(), content.application);
        content.has_algorithms = !content.algorithms.empty();
    }
    content.name = form.name;
    content.public_only = form.public_only;
    content.repositories = form.repositories;
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

std::vector<std::string> chosen_repositories(const TokenForm& form)
{
    std::vector<std::string> names;
    for (const auto line : text::split(form.repositories, '\n'))
        if (const auto name = text::trim(line); !name.empty()) names.emplace_back(name);
    return names;
}

Result<MadeToken> make(Call& call, const Account& account, const TokenForm& form)
{
    const std::string name(text::trim(form.name));
    if (name.empty()) return fail(Errc::unprocessable, "give the token a name");
    if (name.size() > 255) return fail(Errc::unprocessable, "a name has at most 255 characters");
    const auto scopes = TRY(chosen_scopes(form));
    TokenLimits limits;
    if (const auto names = chosen_repositories(form); !names.empty())
        limits.repositories = TRY(find_repositories(call.db(), account, names));
    return create_token(call, account, name, scopes, limits);
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
    TRY(delete_token(call, account, form->id));
    leave_notice(call, "token-deleted");
    return see_other(call, address);
}

// Ends everything that the application was given. The page that follows is part of the answer, as today's clients know
// it.
Result<Raw> post_revoke(Call& call, const Account& account, Path<RevokePath> path)
{
    TRY(revoke_approval(call, account, path->id, path->grant));
    return applications_page(call, {}, {.revoked = true});
}

// clang-format off
constexpr Operation settings_operations[] = {
    {GET,  "/user/settings/applications",        scope::none, signed_in, handle<get_applications>,  200, "siteApplicationsPage", "Show what works in the own name"},
    {POST, "/user/settings/applications",        scope::none, signed_in, handle<post_token>,        200, "siteMakeToken",        "Make an API token and show it"},
    {POST, "/user/settings/applications/delete", scope::none, signed_in, handle<post_delete_token>, 303, "siteDeleteToken",      "Delete an API token"},
    {POST, "/user/settings/applications/oauth2/{id}/revoke/{grant}", scope::none, signed_in, handle<post_revoke>, 200, "siteRevokeApplication", "Take back what was approved for an application"},
};
// clang-format on
static_assert(well_formed(settings_operations));

} // namespace

const Table settings_table{"site", settings_operations, Door::site, refuse_page};

Raw settings_page(Call& call, const ApplicationForm& form, const std::string& mistake)
{
    return applications_page(call, {}, {.application = form, .application_error = mistake});
}

} // namespace cairn::identity
