// The rules for tags in a repository's settings: who may make which, each with the tags that it is for now.
#include "git/store/store.hpp"
#include "pages/page.hpp"
#include "pages/places/repository_address.hpp"
#include "pages/places/repository_place.hpp"
#include "pages/repository_settings/branch_rule_form.hpp"
#include "pages/repository_settings/tables.hpp"
#include "releases/tag.hpp"
#include "repositories/protection/tag_protection.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using repositories::RepositoryContext;
using repositories::TagProtection;
using words::Phrase;

namespace {

const Notice tag_rule_created{"tag-rule-created", Phrase("The rule for tags is created.")};
const Notice tag_rule_saved{"tag-rule-saved", Phrase("The rule for tags is saved.")};
const Notice tag_rule_deleted{"tag-rule-deleted", Phrase("The rule for tags is deleted.")};

// How many tags are looked at, the newest ones, and how many of those that a rule is for are named.
constexpr std::size_t most_tags = 1000;
constexpr std::size_t most_named = 12;

struct TagRuleForm {
    std::string name_pattern;
    std::string people;
    std::string teams;
};
BOOST_DESCRIBE_STRUCT(TagRuleForm, (), (name_pattern, people, teams))
constexpr auto notes(const TagRuleForm*)
{
    return std::array{Note{.member = "name_pattern", .required = true, .max_length = 255}};
}

struct TagRuleQuery {
    std::string name_pattern;
};
BOOST_DESCRIBE_STRUCT(TagRuleQuery, (), (name_pattern))

struct TagRulePath {
    std::int64_t id = 0;
};
BOOST_DESCRIBE_STRUCT(TagRulePath, (), (id))

struct MetTags {
    std::vector<std::string> names{};
    std::int64_t count = 0;
    std::int64_t others = 0;
    bool all = true;
};
BOOST_DESCRIBE_STRUCT(MetTags, (), (names, count, others, all))

struct TagRuleRow {
    TagProtection rule{};
    MetTags met{};
};
BOOST_DESCRIBE_STRUCT(TagRuleRow, (), (rule, met))

struct TagRulesView {
    RepositoryPlace place;
    Navigation navigation{};
    std::string base; // the address of the list
    bool may_change = false;
    bool of_organization = false;
    std::vector<TagRuleRow> rules{};
    MetTags met{}; // by the pattern in the form
    Form<TagRuleForm> form;
};
BOOST_DESCRIBE_STRUCT(TagRulesView, (), (place, navigation, base, may_change, of_organization, rules, met, form))

struct TagRuleView {
    PageHead head{};
    RepositoryPlace place;
    Navigation navigation{};
    std::string base;
    bool of_organization = false;
    TagProtection rule{};
    MetTags met{};
    Form<TagRuleForm> form;
};
BOOST_DESCRIBE_STRUCT(TagRuleView, (), (head, place, navigation, base, of_organization, rule, met, form))

std::string list_address(const RepositoryContext& place) { return repository_address(place) + "/settings/tags"; }

// None where git cannot say: the rules can be seen all the same.
releases::DatedTags tags_of(const Call& call, const RepositoryContext& place)
{
    const auto none = std::make_shared<const std::vector<releases::DatedTag>>();
    const auto opened = git::Repository::open(call.site.get<git::Store>().path(place.repository.storage));
    if (!opened) return none;
    return releases::dated_tags(*opened).value_or(none);
}

MetTags tags_met(const std::vector<releases::DatedTag>& tags, const std::string& pattern)
{
    MetTags met{.all = tags.size() <= most_tags};
    if (pattern.empty() || !repositories::is_tag_pattern(pattern)) return met;
    for (std::size_t i = 0; i < std::min(tags.size(), most_tags); ++i) {
        const auto& name = tags[i].tag.name;
        if (!repositories::fits_tag(pattern, name)) continue;
        ++met.count;
        if (met.names.size() < most_named) met.names.push_back(name);
        else ++met.others;
    }
    return met;
}

bool of_organization(const RepositoryContext& place) { return place.owner.kind == accounts::AccountKind::organization; }

Result<TagRulesView> show(Call& call, const RepositoryContext& place, Query<TagRuleQuery> query, Form<TagRuleForm> form)
{
    const auto tags = tags_of(call, place);
    form.begin_with({.name_pattern = query->name_pattern, .people = {}, .teams = {}});
    TagRulesView view{.place = repository_place(call, place, RepositoryTab::settings),
                      .navigation = repository_settings_navigation(call),
                      .base = list_address(place),
                      .may_change = !place.repository.archived(),
                      .of_organization = of_organization(place),
                      .form = std::move(form)};
    view.met = tags_met(*tags, view.form.value("name_pattern"));
    for (auto& rule :
         repositories::show_tag_protections(call.db(), place, repositories::tag_protections(call.db(), place))) {
        auto met = tags_met(*tags, rule.name_pattern);
        view.rules.push_back({.rule = std::move(rule), .met = std::move(met)});
    }
    return view;
}

// Beside the people where one is not there, and beside the pattern otherwise.
template <class T> Result<T> beside(const TagRuleForm& form, Result<T> result)
{
    if (result || !member_of(result.error()).empty()) return result;
    const auto field =
        list_with({.rule_name = {}, .push_people = form.people, .push_teams = form.teams}, result.error());
    const bool of_people = field == "push_people" || result.error().message.find("somebody") != std::string::npos;
    const auto member = field == "push_teams" ? "teams" : of_people ? "people" : "name_pattern";
    return std::unexpected(about(member, std::move(result).error()));
}

Result<Done> create(Call& call, const RepositoryContext& place, Body<TagRuleForm> form)
{
    TRY(beside(form.value,
               repositories::create_tag_protection(call, place,
                                                   {.name_pattern = form->name_pattern,
                                                    .whitelist_usernames = listed_words(form->people),
                                                    .whitelist_teams = listed_lines(form->teams)})));
    return done(list_address(place), tag_rule_created);
}

Result<TagRuleView> show_one(Call& call, const RepositoryContext& place, Path<TagRulePath> path, Form<TagRuleForm> form)
{
    const auto stored = TRY(repositories::find_tag_protection(call.db(), place, path->id));
    auto rule = std::move(repositories::show_tag_protections(call.db(), place, {&stored, 1}).front());
    form.begin_with({.name_pattern = rule.name_pattern,
                     .people = joined_words(rule.whitelist_usernames),
                     .teams = joined_words(rule.whitelist_teams)});
    TagRuleView view{.place = repository_place(call, place, RepositoryTab::settings),
                     .navigation = repository_settings_navigation(call),
                     .base = list_address(place),
                     .of_organization = of_organization(place),
                     .rule = std::move(rule),
                     .form = std::move(form)};
    view.met = tags_met(*tags_of(call, place), view.rule.name_pattern);
    return view;
}

Result<Done> edit(Call& call, const RepositoryContext& place, Path<TagRulePath> path, Body<TagRuleForm> form)
{
    TRY(beside(form.value,
               repositories::edit_tag_protection(call, place, path->id,
                                                 {.name_pattern = form->name_pattern,
                                                  .whitelist_usernames = listed_words(form->people),
                                                  .whitelist_teams = listed_lines(form->teams)})));
    return done(list_address(place), tag_rule_saved);
}

Result<Done> remove(Call& call, const RepositoryContext& place, Path<TagRulePath> path)
{
    TRY(repositories::delete_tag_protection(call, place, path->id));
    return done(list_address(place), tag_rule_deleted);
}

using repositories::administers_live_repository;
using repositories::administers_repository;
constexpr auto& list_page = shows<show, "repository_settings/tags", "repoListTagProtection repoCreateTagProtection">;
constexpr auto& edit_page =
    shows<show_one, "repository_settings/tag_rule", "repoGetTagProtection repoEditTagProtection">;
constexpr auto& delete_page =
    shows<show_one, "repository_settings/delete_tag_rule", "repoGetTagProtection repoDeleteTagProtection">;

// clang-format off
constexpr Operation tag_rule_operations[] = {
    {GET,  "/{owner}/{repo}/settings/tags",             scope::none, administers_repository,      list_page,               200, "siteTagRules",       "Show the rules for tags"},
    {POST, "/{owner}/{repo}/settings/tags",             scope::none, administers_live_repository, does<create, list_page>, 303, "siteTagRuleCreated", "Make a rule for tags"},
    {GET,  "/{owner}/{repo}/settings/tags/{id}",        scope::none, administers_live_repository, edit_page,               200, "siteEditTagRule",    "Show a rule for tags"},
    {POST, "/{owner}/{repo}/settings/tags/{id}",        scope::none, administers_live_repository, does<edit, edit_page>,   303, "siteTagRuleEdited",  "Change a rule for tags"},
    {GET,  "/{owner}/{repo}/settings/tags/{id}/delete", scope::none, administers_repository,      delete_page,             200, "siteDeleteTagRule",  "Ask whether to delete a rule for tags"},
    {POST, "/{owner}/{repo}/settings/tags/{id}/delete", scope::none, administers_repository,      does<remove>,            303, "siteTagRuleDeleted", "Delete a rule for tags"},
};
// clang-format on
static_assert(well_formed(tag_rule_operations));

} // namespace

const Table tag_rules_table{"site", tag_rule_operations, Door::site, refuse_page};

} // namespace cairn::pages
