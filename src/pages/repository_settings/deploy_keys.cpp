// The deploy keys of a repository: SSH keys that open it and no account.
#include "accounts/sign_in/in_person.hpp"
#include "pages/page.hpp"
#include "pages/pager.hpp"
#include "pages/places/repository_address.hpp"
#include "pages/places/repository_place.hpp"
#include "pages/repository_settings/tables.hpp"
#include "repositories/social/deploy_key.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using repositories::RepositoryContext;
using words::Phrase;

namespace {

const Notice deploy_key_added{"deploy-key-added", Phrase("The deploy key is added.")};
const Notice deploy_key_deleted{"deploy-key-deleted", Phrase("The deploy key is deleted.")};

struct DeployKeyForm {
    std::string title;
    std::string key;
    bool writes = false;
};
BOOST_DESCRIBE_STRUCT(DeployKeyForm, (), (title, key, writes))
constexpr auto notes(const DeployKeyForm*)
{
    return std::array{Note{.member = "title", .required = true, .max_length = 100},
                      Note{.member = "key", .required = true, .max_length = 20000}};
}

struct DeployKeyRow {
    std::int64_t id = 0;
    std::string title;
    std::string fingerprint;
    bool writes = false;
    Time created_at;
};
BOOST_DESCRIBE_STRUCT(DeployKeyRow, (), (id, title, fingerprint, writes, created_at))

struct DeployKeysView {
    RepositoryPlace place;
    Navigation navigation{};
    std::string base; // the address of this page
    std::vector<DeployKeyRow> keys{};
    Pager pager{};
    Form<DeployKeyForm> form;
};
BOOST_DESCRIBE_STRUCT(DeployKeysView, (), (place, navigation, base, keys, pager, form))

struct DeployKeyView {
    PageHead head{};
    RepositoryPlace place;
    Navigation navigation{};
    std::string base;
    DeployKeyRow key{};
};
BOOST_DESCRIBE_STRUCT(DeployKeyView, (), (head, place, navigation, base, key))

std::string keys_address(const RepositoryContext& place) { return repository_address(place) + "/settings/keys"; }

DeployKeyRow show_row(const repositories::StoredDeployKey& key)
{
    return {.id = key.id,
            .title = key.title,
            .fingerprint = key.fingerprint,
            .writes = !key.read_only,
            .created_at = key.created_at};
}

Result<DeployKeysView> show(Call& call, const RepositoryContext& place, Query<repositories::ListKeys> query,
                            Form<DeployKeyForm> form)
{
    const auto found = repositories::deploy_keys(call, place, query.value);
    DeployKeysView view{.place = repository_place(call, place, RepositoryTab::settings),
                        .navigation = repository_settings_navigation(call),
                        .base = keys_address(place),
                        .pager = pager(call, query.value, found.total),
                        .form = std::move(form)};
    for (const auto& key : found.items) view.keys.push_back(show_row(key));
    return view;
}

Result<Done> add(Call& call, const RepositoryContext& place, Body<DeployKeyForm> form)
{
    auto added =
        repositories::add_deploy_key(call, place, {.title = form->title, .key = form->key, .read_only = !form->writes});
    if (!added && member_of(added.error()).empty()) {
        const bool of_title = added.error().message.find("title") != std::string::npos;
        return std::unexpected(about(of_title ? "title" : "key", std::move(added).error()));
    }
    TRY(std::move(added));
    return done(keys_address(place), deploy_key_added);
}

Result<DeployKeyView> show_one(Call& call, const RepositoryContext& place, Path<accounts::KeyPath> path)
{
    return DeployKeyView{.place = repository_place(call, place, RepositoryTab::settings),
                         .navigation = repository_settings_navigation(call),
                         .base = keys_address(place),
                         .key = show_row(TRY(repositories::find_deploy_key(call, place, path->id)))};
}

Result<Done> remove(Call& call, const RepositoryContext& place, Path<accounts::KeyPath> path)
{
    repositories::delete_deploy_key(call, place, path->id);
    return done(keys_address(place), deploy_key_deleted);
}

using accounts::in_person;
using repositories::administers_repository;
constexpr auto& list_page = shows<show, "repository_settings/deploy_keys", "repoListKeys repoCreateKey">;
constexpr auto& delete_page = shows<show_one, "repository_settings/delete_deploy_key", "repoGetKey repoDeleteKey">;

// clang-format off
constexpr Operation deploy_key_page_operations[] = {
    {GET,  "/{owner}/{repo}/settings/keys",             scope::none, administers_repository,            list_page,            200, "siteDeployKeys",       "Show the deploy keys"},
    {POST, "/{owner}/{repo}/settings/keys",             scope::none, in_person<administers_repository>, does<add, list_page>, 303, "siteAddDeployKey",     "Let a key open a repository"},
    {GET,  "/{owner}/{repo}/settings/keys/{id}/delete", scope::none, administers_repository,            delete_page,          200, "siteDeleteDeployKey",  "Ask whether to delete a deploy key"},
    {POST, "/{owner}/{repo}/settings/keys/{id}/delete", scope::none, administers_repository,            does<remove>,         303, "siteDeployKeyDeleted", "Delete a deploy key"},
};
// clang-format on
static_assert(well_formed(deploy_key_page_operations));

} // namespace

const Table deploy_keys_table{"site", deploy_key_page_operations, Door::site, refuse_page};

} // namespace cairn::pages
