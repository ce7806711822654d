// The branches in a repository's settings: which one is the default, and the rules by which branches are protected,
// each with the branches that it decides about.
#include <algorithm>

#include "config/settings.hpp"
#include "db/database.hpp"
#include "pages/page.hpp"
#include "pages/places/repository_address.hpp"
#include "pages/places/repository_place.hpp"
#include "pages/repository_settings/branch_rule_form.hpp"
#include "pages/repository_settings/tables.hpp"
#include "repositories/lifecycle/edit.hpp"
#include "repositories/protection/known_branches.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using repositories::BranchPattern;
using repositories::RepositoryContext;
using words::Phrase;

namespace {

const Notice default_branch_saved{"default-branch-saved", Phrase("The default branch is saved.")};
const Notice rule_created{"branch-rule-created", Phrase("The rule is created.")};
const Notice rule_saved{"branch-rule-saved", Phrase("The rule is saved.")};
const Notice rule_deleted{"branch-rule-deleted", Phrase("The rule is deleted.")};
const Notice rules_ordered{"branch-rules-ordered", Phrase("The order is saved.")};

// How many of the branches that a rule is for are named.
constexpr std::size_t most_named = 12;

struct RuleQuery {
    std::string rule_name;
};
BOOST_DESCRIBE_STRUCT(RuleQuery, (), (rule_name))
constexpr auto notes(const RuleQuery*) { return std::array{Note{"rule_name", "a branch, or a pattern for several"}}; }

struct DefaultBranchForm {
    std::string default_branch;
};
BOOST_DESCRIBE_STRUCT(DefaultBranchForm, (), (default_branch))
constexpr auto notes(const DefaultBranchForm*)
{
    return std::array{Note{.member = "default_branch", .required = true, .max_length = 100}};
}

struct MetBranches {
    std::vector<std::string> names{}; // the first ones
    std::int64_t count = 0;
    std::int64_t others = 0; // that are not named
    bool all = true;         // none was left out because there are so many branches
};
BOOST_DESCRIBE_STRUCT(MetBranches, (), (names, count, others, all))

struct BranchRuleRow {
    std::string rule_name;
    bool pushes = false;
    bool pushes_listed = false;
    std::int64_t approvals = 0;
    bool checks = false;
    bool signed_commits = false;
    MetBranches met{};
    bool first = false;
};
BOOST_DESCRIBE_STRUCT(BranchRuleRow, (),
                      (rule_name, pushes, pushes_listed, approvals, checks, signed_commits, met, first))

struct BranchRulesView {
    RepositoryPlace place;
    Navigation navigation{};
    std::string base; // the address of this page
    bool may_change = false;
    std::vector<std::string> branches{};
    Form<DefaultBranchForm> form;
    std::vector<BranchRuleRow> rules{};
};
BOOST_DESCRIBE_STRUCT(BranchRulesView, (), (place, navigation, base, may_change, branches, form, rules))

struct BranchRuleView {
    PageHead head{};
    RepositoryPlace place;
    Navigation navigation{};
    std::string base; // of the list
    std::string rule_name{};
    bool of_organization = false;
    bool offers_queue = false;
    MetBranches met{};
    Form<BranchRuleForm> form;
};
BOOST_DESCRIBE_STRUCT(BranchRuleView, (),
                      (head, place, navigation, base, rule_name, of_organization, offers_queue, met, form))

std::string rules_address(const RepositoryContext& place) { return repository_address(place) + "/settings/branches"; }

void meet(MetBranches& met, const std::string& name)
{
    ++met.count;
    if (met.names.size() < most_named) met.names.push_back(name);
    else ++met.others;
}

MetBranches branches_met(const Call& call, const RepositoryContext& place, const std::string& rule_name)
{
    const auto known = repositories::known_branches(call.db(), place.repository.id);
    const BranchPattern pattern(rule_name);
    MetBranches met{.all = known.all};
    for (const auto& name : known.names)
        if (!rule_name.empty() && pattern.matches(name)) meet(met, name);
    return met;
}

// Each branch falls under the first rule that fits it.
std::vector<BranchRuleRow> rule_rows(const Call& call, const RepositoryContext& place,
                                     const repositories::KnownBranches& known)
{
    std::vector<BranchRuleRow> rows;
    std::vector<BranchPattern> patterns;
    for (const auto& rule : repositories::branch_protections(call.db(), place.repository.id)) {
        rows.push_back({.rule_name = rule.rule_name,
                        .pushes = rule.enable_push,
                        .pushes_listed = rule.push_list,
                        .approvals = rule.required_approvals,
                        .checks = rule.enable_status_check,
                        .signed_commits = rule.require_signed_commits,
                        .met = {.all = known.all},
                        .first = rows.empty()});
        patterns.emplace_back(rule.rule_name);
    }
    for (const auto& name : known.names) {
        const auto found = std::ranges::find_if(patterns, [&](const auto& pattern) { return pattern.matches(name); });
        if (found != patterns.end()) meet(rows[static_cast<std::size_t>(found - patterns.begin())].met, name);
    }
    return rows;
}

Result<BranchRulesView> show(Call& call, const RepositoryContext& place, Form<DefaultBranchForm> form)
{
    auto known = repositories::known_branches(call.db(), place.repository.id);
    form.begin_with({.default_branch = place.repository.default_branch});
    BranchRulesView view{.place = repository_place(call, place, RepositoryTab::settings),
                         .navigation = repository_settings_navigation(call),
                         .base = rules_address(place),
                         .may_change = !place.repository.archived(),
                         .form = std::move(form),
                         .rules = rule_rows(call, place, known)};
    view.branches = std::move(known.names);
    return view;
}

Result<Done> set_default(Call& call, const RepositoryContext& place, Body<DefaultBranchForm> form)
{
    repositories::EditRepoOption wanted;
    wanted.default_branch = form->default_branch;
    const auto saved = TRY(at("default_branch", repositories::edit_repository(call, place, wanted)));
    // The API passes over a branch that is not there; a person wants to know.
    if (saved.default_branch != form->default_branch)
        return fail(Errc::unprocessable, "[default_branch]: there is no such branch");
    return done(rules_address(place), default_branch_saved);
}

BranchRuleView rule_view(const Call& call, const RepositoryContext& place, Form<BranchRuleForm> form)
{
    return {.place = repository_place(call, place, RepositoryTab::settings),
            .navigation = repository_settings_navigation(call),
            .base = rules_address(place),
            .of_organization = place.owner.kind == accounts::AccountKind::organization,
            .offers_queue = call.settings().repository_pull_request.merge_queue,
            .form = std::move(form)};
}

Result<BranchRuleView> show_new(Call& call, const RepositoryContext& place, Query<RuleQuery> query,
                                Form<BranchRuleForm> form)
{
    auto first = branch_rule_form({});
    first.rule_name = query->rule_name;
    form.begin_with(first);
    auto view = rule_view(call, place, std::move(form));
    view.met = branches_met(call, place, view.form.value("rule_name"));
    return view;
}

Result<Done> create(Call& call, const RepositoryContext& place, Body<BranchRuleForm> form)
{
    repositories::CreateBranchProtectionOption wanted;
    static_cast<repositories::BranchProtectionOptions&>(wanted) = branch_rule_options(form.value);
    wanted.rule_name = form->rule_name;
    auto made = beside_list(form.value, repositories::create_branch_protection(call, place, wanted));
    if (!made && member_of(made.error()).empty()) return std::unexpected(about("rule_name", std::move(made).error()));
    TRY(std::move(made));
    return done(rules_address(place), rule_created);
}

Result<BranchRuleView> show_one(Call& call, const RepositoryContext& place, Query<RuleQuery> query,
                                Form<BranchRuleForm> form)
{
    const auto rule = TRY(repositories::find_branch_protection(call.db(), place, query->rule_name));
    form.begin_with(branch_rule_form(repositories::show_branch_protections(call.db(), place, {&rule, 1}).front()));
    auto view = rule_view(call, place, std::move(form));
    view.head.values = {{"name", rule.rule_name}};
    view.rule_name = rule.rule_name;
    view.met = branches_met(call, place, rule.rule_name);
    return view;
}

Result<Done> edit(Call& call, const RepositoryContext& place, Query<RuleQuery> query, Body<BranchRuleForm> form)
{
    repositories::EditBranchProtectionOption wanted;
    static_cast<repositories::BranchProtectionOptions&>(wanted) = branch_rule_options(form.value);
    TRY(beside_list(form.value, repositories::edit_branch_protection(call, place, query->rule_name, wanted)));
    return done(rules_address(place), rule_saved);
}

Result<Done> remove(Call& call, const RepositoryContext& place, Query<RuleQuery> query)
{
    TRY(repositories::delete_branch_protection(call, place, query->rule_name));
    return done(rules_address(place), rule_deleted);
}

// One step towards being asked first.
Result<Done> move_up(Call& call, const RepositoryContext& place, Query<RuleQuery> query)
{
    const auto rules = repositories::branch_protections(call.db(), place.repository.id);
    const auto moved = TRY(repositories::find_branch_protection(call.db(), place, query->rule_name));
    repositories::UpdateBranchProtectionPriories wanted;
    for (const auto& rule : rules) wanted.ids.push_back(rule.id);
    const auto found = std::ranges::find(wanted.ids, moved.id);
    if (found != wanted.ids.end() && found != wanted.ids.begin()) std::iter_swap(found, found - 1);
    repositories::order_branch_protections(call, place, wanted);
    return done(rules_address(place), rules_ordered);
}

using repositories::administers_live_repository;
using repositories::administers_repository;
constexpr auto& list_page =
    shows<show, "repository_settings/branches", "repoListBranchProtection repoUpdateBranchProtectionPriories repoEdit">;
constexpr auto& new_page =
    shows<show_new, "repository_settings/branch_rule", "repoListBranchProtection repoCreateBranchProtection">;
constexpr auto& edit_page =
    shows<show_one, "repository_settings/branch_rule", "repoGetBranchProtection repoEditBranchProtection">;
constexpr auto& delete_page =
    shows<show_one, "repository_settings/delete_branch_rule", "repoGetBranchProtection repoDeleteBranchProtection">;

// clang-format off
constexpr Operation branch_rule_operations[] = {
    {GET,  "/{owner}/{repo}/settings/branches",         scope::none, administers_repository,      list_page,                    200, "siteBranchRules",       "Show the rules for branches"},
    {POST, "/{owner}/{repo}/settings/branches",         scope::none, administers_repository,      does<set_default, list_page>, 303, "siteDefaultBranch",     "Choose the default branch"},
    {GET,  "/{owner}/{repo}/settings/branches/new",     scope::none, administers_live_repository, new_page,                     200, "siteNewBranchRule",     "Show the form for a rule for branches"},
    {POST, "/{owner}/{repo}/settings/branches/new",     scope::none, administers_live_repository, does<create, new_page>,       303, "siteBranchRuleCreated", "Make a rule for branches"},
    {GET,  "/{owner}/{repo}/settings/branches/edit",    scope::none, administers_live_repository, edit_page,                    200, "siteEditBranchRule",    "Show a rule for branches"},
    {POST, "/{owner}/{repo}/settings/branches/edit",    scope::none, administers_live_repository, does<edit, edit_page>,        303, "siteBranchRuleEdited",  "Change a rule for branches"},
    {GET,  "/{owner}/{repo}/settings/branches/delete",  scope::none, administers_live_repository, delete_page,                  200, "siteDeleteBranchRule",  "Ask whether to delete a rule for branches"},
    {POST, "/{owner}/{repo}/settings/branches/delete",  scope::none, administers_live_repository, does<remove>,                 303, "siteBranchRuleDeleted", "Delete a rule for branches"},
    {POST, "/{owner}/{repo}/settings/branches/move_up", scope::none, administers_live_repository, does<move_up>,                303, "siteMoveBranchRule",    "Ask a rule for branches before another"},
};
// clang-format on
static_assert(well_formed(branch_rule_operations));

} // namespace

const Table branch_rules_table{"site", branch_rule_operations, Door::site, refuse_page};

} // namespace cairn::pages
