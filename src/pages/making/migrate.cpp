// Copying a repository from elsewhere: where it is, what of it is wanted, and whose it shall be here.
#include "accounts/guards.hpp"
#include "config/settings.hpp"
#include "migrations/migrating.hpp"
#include "pages/making/owner_choice.hpp"
#include "pages/making/tables.hpp"
#include "pages/page.hpp"
#include "pages/places/repository_address.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using accounts::Account;
using migrations::MigrateRepoOptions;
using migrations::Service;
using words::Phrase;

namespace {

// What links to this page can say beforehand.
struct MigrateQuery {
    std::string clone_addr;
    std::string repo_owner;
    std::string repo_name;
    std::string service;
    std::string mirror;
};
BOOST_DESCRIBE_STRUCT(MigrateQuery, (), (clone_addr, repo_owner, repo_name, service, mirror))
constexpr auto notes(const MigrateQuery*)
{
    return std::array{Note{"clone_addr", "where it is"}, Note{"repo_owner", "whose it shall be"},
                      Note{"repo_name", "its name here"}, Note{"service", "what runs there"},
                      Note{"mirror", "1: it shall follow what happens there"}};
}

struct ServiceChoice {
    std::string value;
    std::string words{};
    bool chosen = false;
};
BOOST_DESCRIBE_STRUCT(ServiceChoice, (), (value, words, chosen))

struct MigrateView {
    std::vector<OwnerChoice> owners{};
    std::vector<ServiceChoice> services{};
    bool can_mirror = false;
    std::string usual_interval{};
    Form<MigrateRepoOptions> form;
};
BOOST_DESCRIBE_STRUCT(MigrateView, (), (owners, services, can_mirror, usual_interval, form))

struct ServiceRow {
    Service service;
    std::string_view name; // its own, the same in all languages
};
constexpr ServiceRow service_rows[] = {
    {Service::git, ""},      {Service::gitea, "Gitea"}, {Service::forgejo, "Forgejo"},
    {Service::gogs, "Gogs"}, {Service::cairn, "Cairn"},
};

Service service_of(std::string_view word)
{
    for (const auto& row : service_rows)
        if (word_of(row.service) == word) return row.service;
    return Service::git;
}

Result<void> check_offered(const Call& call)
{
    if (call.settings().repository.disable_migrations)
        return fail(Errc::forbidden, "this site copies nothing from elsewhere");
    return {};
}

Result<MigrateView> show(Call& call, const Account&, Query<MigrateQuery> query, Form<MigrateRepoOptions> form)
{
    TRY(check_offered(call));
    MigrateRepoOptions first;
    first.clone_addr = query->clone_addr;
    first.repo_owner = query->repo_owner;
    first.repo_name = query->repo_name;
    first.service = service_of(query->service);
    first.mirror = query->mirror == "1" || query->mirror == "true";
    first.wiki = first.labels = first.milestones = first.issues = first.pull_requests = first.releases = true;
    form.begin_with(first);
    const auto& mirror = call.settings().mirror;
    MigrateView view{.owners = owner_choices(call, form.value("repo_owner")),
                     .can_mirror = mirror.enabled && !mirror.disable_new_pull,
                     .form = std::move(form)};
    for (const auto& row : service_rows)
        view.services.push_back({.value = std::string(word_of(row.service)),
                                 .words = row.name.empty()
                                     ? language_of(call).say(Phrase("Any git server: the code alone"))
                                     : std::string(row.name),
                                 .chosen = view.form.value("service") == word_of(row.service)});
    return view;
}

// Which field a refusal is about, where it does not say so itself.
std::string_view field_of(const Error& error)
{
    if (!member_of(error).empty()) return member_of(error);
    switch (error.code) {
    case Errc::conflict: return "repo_name";
    case Errc::unprocessable: return "clone_addr";
    default: return {};
    }
}

Result<Done> begin(Call& call, const Account&, Body<MigrateRepoOptions> form)
{
    TRY(at("repo_name", repositories::check_repository_name(form->repo_name)));
    const auto beside = [](auto result) {
        const auto field = result ? std::string() : std::string(field_of(result.error()));
        return field.empty() ? result : at(field, std::move(result));
    };
    TRY(beside(migrations::try_remote(call, form.value)));
    const auto begun = TRY(beside(migrations::migrate_repository(call, form.value, false)));
    return done(repository_address(begun.owner.name, begun.repository.name) + "/migration");
}

constexpr auto& page = shows<show, "making/migrate", "repoMigrate">;

// clang-format off
constexpr Operation migrate_operations[] = {
    {GET,  "/repo/migrate", scope::none, accounts::signed_in, page,              200, "siteMigrate",        "Ask what to copy from elsewhere"},
    {POST, "/repo/migrate", scope::none, accounts::signed_in, does<begin, page>, 303, "siteMigrationBegun", "Copy a repository from elsewhere"},
};
// clang-format on
static_assert(well_formed(migrate_operations));

} // namespace

const Table migrate_page_table{"site", migrate_operations, Door::site, refuse_page};

} // namespace cairn::pages
