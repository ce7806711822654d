// A fork of a repository: whose it shall be, and its name.
#include "repositories/lifecycle/fork.hpp"
#include "api/view.hpp"
#include "pages/making/owner_choice.hpp"
#include "pages/making/tables.hpp"
#include "pages/page.hpp"
#include "pages/places/repository_address.hpp"
#include "pages/places/repository_place.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using repositories::CreateForkOption;
using repositories::RepositoryContext;
using words::Phrase;

namespace {

const Notice fork_made{"fork-made", Phrase("The fork is made.")};

struct ForkOwner {
    std::string name;
    std::string full_name{};
    std::string fork{}; // the name of the fork that it has already
    bool chosen = false;
};
BOOST_DESCRIBE_STRUCT(ForkOwner, (), (name, full_name, fork, chosen))

struct ForkForm : CreateForkOption {
    std::string branch; // empty: all
};
BOOST_DESCRIBE_STRUCT(ForkForm, (CreateForkOption), (branch))

struct ForkView {
    RepositoryPlace place;
    std::string default_branch{};
    std::vector<ForkOwner> owners{}; // who have none yet
    std::vector<ForkOwner> forked{}; // who have one
    Form<ForkForm> form;
};
BOOST_DESCRIBE_STRUCT(ForkView, (), (place, default_branch, owners, forked, form))

Result<ForkView> show(Call& call, const RepositoryContext& place, Form<ForkForm> form)
{
    ForkForm first;
    first.name = place.repository.name;
    form.begin_with(first);
    ForkView view{.place = repository_place(call, place, RepositoryTab::none),
                  .default_branch = place.repository.empty ? "" : place.repository.default_branch,
                  .form = std::move(form)};
    const auto& wanted = view.form.value("organization");
    const auto owners = owner_choices(call, wanted);
    std::vector<std::string> names;
    for (const auto& owner : owners) names.push_back(owner.name);
    auto forks = repositories::fork_names(call, place.repository, names);
    for (const auto& owner : owners) {
        const auto fork = forks.find(owner.name);
        const bool has_one = fork != forks.end();
        (has_one ? view.forked : view.owners)
            .push_back({.name = owner.name,
                        .full_name = owner.full_name,
                        .fork = has_one ? fork->second : std::string(),
                        .chosen = owner.chosen});
    }
    return view;
}

Result<Done> create(Call& call, const RepositoryContext& place, Body<ForkForm> form)
{
    auto wanted = form.value;
    if (wanted.organization == call.caller.name) wanted.organization.clear();
    if (!wanted.name.empty()) TRY(at("name", repositories::check_repository_name(wanted.name)));
    auto made = repositories::fork_repository(call, place, wanted, wanted.branch);
    const bool about_name = !made && made.error().code == Errc::conflict;
    const auto fork = TRY(about_name ? at("name", std::move(made)) : std::move(made));
    return done(repository_address(fork.owner.name, fork.repository.name), fork_made);
}

constexpr auto& page = shows<show, "making/fork", "listForks createFork">;
using repositories::reads_code_signed_in;

// clang-format off
constexpr Operation fork_operations[] = {
    {GET,  "/{owner}/{repo}/fork", scope::none, reads_code_signed_in, page,               200, "siteFork",     "Ask whose a fork shall be"},
    {POST, "/{owner}/{repo}/fork", scope::none, reads_code_signed_in, does<create, page>, 303, "siteForkMade", "Fork a repository"},
};
// clang-format on
static_assert(well_formed(fork_operations));

} // namespace

const Table fork_page_table{"site", fork_operations, Door::site, refuse_page};

} // namespace cairn::pages
