// What of a repository is open to those whom nobody has let in by name.
#include "repositories/social/public_access.hpp"
#include "base/text.hpp"
#include "pages/page.hpp"
#include "pages/places/repository_address.hpp"
#include "pages/places/repository_place.hpp"
#include "pages/repository_settings/tables.hpp"

namespace cairn::pages {

using namespace api;
using access::Unit;
using enum Method;
using repositories::RepositoryContext;
using words::Phrase;

namespace {

const Notice openings_saved{"openings-saved", Phrase("It is saved what is open to everybody.")};

struct NamedUnit {
    Unit unit;
    Phrase name;
    bool writable = false; // by everybody who is signed in
};
// clang-format off
constexpr NamedUnit named_units[] = {
    {Unit::code,       Phrase("Code")},
    {Unit::issues,     Phrase("Issues"), true},
    {Unit::pulls,      Phrase("Pull requests")},
    {Unit::releases,   Phrase("Releases")},
    {Unit::wiki,       Phrase("Wiki"), true},
    {Unit::projects,   Phrase("Projects"), true},
    {Unit::packages,   Phrase("Packages")},
    {Unit::actions,    Phrase("Actions")},
    {Unit::ext_issues, Phrase("Issues elsewhere")},
    {Unit::ext_wiki,   Phrase("Wiki elsewhere")},
};
// clang-format on
static_assert(std::size(named_units) == access::unit_count, "what is not in the form would be closed by it");

// Each is a unit and a level, "repo.wiki:read"; an empty one is a unit that stays closed.
struct OpeningsForm {
    std::vector<std::string> anonymous;
    std::vector<std::string> everyone;
};
BOOST_DESCRIBE_STRUCT(OpeningsForm, (), (anonymous, everyone))

struct OpeningRow {
    std::string unit; // the API's word
    std::string name;
    bool writable = false;
    std::string anonymous; // "read" or nothing
    std::string everyone;  // "read", "write" or nothing
};
BOOST_DESCRIBE_STRUCT(OpeningRow, (), (unit, name, writable, anonymous, everyone))

struct OpeningsView {
    RepositoryPlace place;
    Navigation navigation{};
    std::string base; // the address of this page
    bool may_change = false;
    std::vector<OpeningRow> rows{};
    Form<OpeningsForm> form;
};
BOOST_DESCRIBE_STRUCT(OpeningsView, (), (place, navigation, base, may_change, rows, form))

std::string openings_address(const RepositoryContext& place)
{
    return repository_address(place) + "/settings/public_access";
}

std::map<std::string, std::string> chosen_levels(const std::vector<std::string>& sent)
{
    std::map<std::string, std::string> levels;
    for (const auto& one : sent)
        if (const auto colon = one.find(':'); colon != std::string::npos)
            levels.emplace(one.substr(0, colon), one.substr(colon + 1));
    return levels;
}

std::string level_in(const std::map<std::string, std::string>& levels, const std::string& unit)
{
    const auto found = levels.find(unit);
    return found == levels.end() ? std::string() : found->second;
}

Result<OpeningsView> show(Call& call, const RepositoryContext& place, Form<OpeningsForm> form)
{
    OpeningsView view{.place = repository_place(call, place, RepositoryTab::settings),
                      .navigation = repository_settings_navigation(call),
                      .base = openings_address(place),
                      .may_change = !place.repository.archived(),
                      .form = std::move(form)};
    const auto open = repositories::public_access(call, place);
    for (const auto& [unit, name, writable] : named_units) {
        const std::string word(word_of(unit));
        view.rows.push_back({.unit = word,
                             .name = language_of(call).say(name),
                             .writable = writable,
                             .anonymous = level_in(open.anonymous, word),
                             .everyone = level_in(open.everyone, word)});
    }
    return view;
}

Result<Done> save(Call& call, const RepositoryContext& place, Body<OpeningsForm> form)
{
    TRY(repositories::set_public_access(
        call, place, {.anonymous = chosen_levels(form->anonymous), .everyone = chosen_levels(form->everyone)}));
    return done(openings_address(place), openings_saved);
}

constexpr auto& page = shows<show, "repository_settings/public_access", "repoGetPublicAccess repoSetPublicAccess">;

using repositories::administers_live_repository;
using repositories::administers_repository;

// clang-format off
constexpr Operation public_access_page_operations[] = {
    {GET,  "/{owner}/{repo}/settings/public_access", scope::none, administers_repository,      page,             200, "sitePublicAccess",      "Show what of a repository is open to everybody"},
    {POST, "/{owner}/{repo}/settings/public_access", scope::none, administers_live_repository, does<save, page>, 303, "sitePublicAccessSaved", "Open units of a repository to everybody"},
};
// clang-format on
static_assert(well_formed(public_access_page_operations));

} // namespace

const Table public_access_page_table{"site", public_access_page_operations, Door::site, refuse_page};

} // namespace cairn::pages
