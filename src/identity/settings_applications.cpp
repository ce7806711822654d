#include "identity/settings_applications.hpp"

#include <algorithm>

#include "accounts/audit/audit.hpp"
#include "accounts/guards.hpp"
#include "accounts/sign_in/in_person.hpp"
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
#include "pages/navigation.hpp"
#include "pages/page.hpp"

namespace cairn::identity {

using namespace api;
using namespace accounts;
using namespace pages;
using enum Method;
using words::Phrase;

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
    Phrase label;
    Phrase words;
};
// clang-format off
constexpr ScopeRow scope_rows[] = {
    {&TokenForm::repository,   "repository",   Phrase("Repositories"),    Phrase("Code, branches, releases, pull requests")},
    {&TokenForm::issue,        "issue",        Phrase("Issues"),          Phrase("Issues, comments, labels, milestones")},
    {&TokenForm::organization, "organization", Phrase("Organizations"),   Phrase("Organizations, their members and teams")},
    {&TokenForm::package,      "package",      Phrase("Packages"),        Phrase("What the package registry keeps")},
    {&TokenForm::notification, "notification", Phrase("Notifications"),   Phrase("What happened where you watch")},
    {&TokenForm::user,         "user",         Phrase("Your account"),    Phrase("Profile, addresses, keys, followers")},
    {&TokenForm::misc,         "misc",         Phrase("The rest"),        Phrase("Rendering, templates and other small services")},
    {&TokenForm::activitypub,  "activitypub",  Phrase("Federation"),      Phrase("ActivityPub")},
    {&TokenForm::admin,        "admin",        Phrase("Administration"),  Phrase("The whole site, for its administrators")},
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

struct ShownToken {
    std::int64_t id = 0;
    std::string name;
    std::string last_eight;
    std::vector<std::string> scopes;
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
    std::vector<std::string> rights;
    std::string sign_in; // where one begins there; empty for nowhere
};
BOOST_DESCRIBE_STRUCT(ShownGrant, (), (id, application_id, name, maker, locked, stranger, created_at, rights, sign_in))

struct RevokePath {
    std::int64_t id = 0;
    std::int64_t grant = 0;
};
BOOST_DESCRIBE_STRUCT(RevokePath, (), (id, grant))

struct ApplicationsView {
    Navigation navigation{};
    Form<TokenForm> form{};
    std::vector<ShownToken> tokens{};
    std::string made{}; // the value of a token that was just made
    std::string made_name{};
    std::vector<ScopeChoice> choices{};
    bool provider = false;
    std::vector<ShownGrant> grants{};
    bool revoked = false; // one of them, just now
    std::vector<ShownApplication> applications{};
    std::string base{};
    ApplicationForm application{.confidential_client = true};
    std::string application_error{};
    std::vector<AlgorithmChoice> algorithms{};
};
BOOST_DESCRIBE_STRUCT(ApplicationsView, (),
                      (navigation, form, tokens, made, made_name, choices, provider, grants, revoked, applications,
                       base, application, application_error, algorithms))
const PageOf<ApplicationsView> applications_file{"identity/settings_applications"};
const Notice token_deleted{"token-deleted", Phrase("The token is deleted. Nothing can use it any more.")};

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
        for (auto& scope : ScopeSet::from_stored(token.scopes).names()) one.scopes.push_back(std::move(scope));
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
        one.rights = identity::in_words(row.scope, language_of(call));
        shown.push_back(std::move(one));
    }
    return shown;
}

ApplicationsView filled(Call& call, ApplicationsView view)
{
    view.navigation = settings_navigation(call, address);
    view.tokens = shown_tokens(call);
    view.provider = call.settings().oauth2.enabled;
    if (view.provider) {
        const auto owner = application_owner_of(accounts::account_of(call.caller));
        view.grants = shown_grants(call);
        view.applications = shown_applications(call.db(), owner);
        view.base = owner.base;
        view.algorithms = algorithm_choices(call.settings(), view.application);
    }
    const auto& in = language_of(call);
    for (const ScopeRow& row : scope_rows) {
        // Who administers nothing has nothing to give away here.
        if (row.field == "admin" && !call.caller.admin) continue;
        const std::string& chosen = view.form.value(row.field);
        view.choices.push_back({.field = std::string(row.field),
                                .label = in.say(row.label),
                                .words = in.say(row.words),
                                .none = chosen != "read" && chosen != "write",
                                .read = chosen == "read",
                                .write = chosen == "write"});
    }
    return view;
}

Raw applications_page(Call& call, ApplicationsView view, int status = 200)
{
    return applications_file.show(call, filled(call, std::move(view)), {.status = status});
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

Result<ApplicationsView> show(Call& call, const Account&, Form<TokenForm> form)
{
    return filled(call, {.form = std::move(form)});
}

// The page itself shows the value, since it is not kept anywhere for another page to show.
Result<Raw> post_token(Call& call, const Account& account, Body<TokenForm> form)
{
    auto made = TRY(make(call, account, form.value));
    return applications_page(call, {.made = std::move(made.value), .made_name = std::move(made.token.name)});
}

Result<Raw> post_delete_token(Call& call, const Account& account, Body<TokenIdForm> form)
{
    TRY(delete_token(call, account, form->id));
    leave_notice(call, token_deleted);
    return see_other(call, address);
}

// Ends everything that the application was given. The page that follows is part of the answer, as today's clients know
// it.
Result<Raw> post_revoke(Call& call, const Account& account, Path<RevokePath> path)
{
    TRY(revoke_approval(call, account, path->id, path->grant));
    return applications_page(call, {.revoked = true});
}

constexpr auto& applications_list = shows<show, "identity/settings_applications">;

// clang-format off
constexpr Operation settings_operations[] = {
    {GET,  "/user/settings/applications",        scope::none, signed_in, applications_list,  200, "siteApplicationsPage", "Show what works in the own name"},
    {POST, "/user/settings/applications",        scope::none, signed_in_person, does<post_token, applications_list>,        200, "siteMakeToken",        "Make an API token and show it"},
    {POST, "/user/settings/applications/delete", scope::none, signed_in, does<post_delete_token>, 303, "siteDeleteToken",      "Delete an API token"},
    {POST, "/user/settings/applications/oauth2/{id}/revoke/{grant}", scope::none, signed_in, handle<post_revoke>, 200, "siteRevokeApplication", "Take back what was approved for an application"},
};
// clang-format on
static_assert(well_formed(settings_operations));

} // namespace

const Table settings_table{"site", settings_operations, Door::site, refuse_page};

Raw settings_page(Call& call, const ApplicationForm& form, const std::string& mistake, int status)
{
    return applications_page(call, {.application = form, .application_error = mistake}, status);
}

} // namespace cairn::identity
