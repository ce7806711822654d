// A new repository: empty, with a first commit, or out of a template.
#include "accounts/guards.hpp"
#include "api/view.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "pages/making/owner_choice.hpp"
#include "pages/making/tables.hpp"
#include "pages/page.hpp"
#include "pages/places/repository_address.hpp"
#include "repositories/exploring.hpp"
#include "repositories/lifecycle/creation.hpp"
#include "repositories/lifecycle/generate.hpp"
#include "repositories/listed.hpp"
#include "templates/gitignore.hpp"
#include "templates/labels.hpp"
#include "templates/licenses.hpp"

namespace cairn::pages {

using namespace api;
using enum Method;
using accounts::Account;
using repositories::RepositoryContext;
using words::Phrase;

namespace {

const Notice repository_created{"repository-created", Phrase("The repository is created.")};

constexpr std::int64_t most_templates = 50; // to choose from

// What links to this page can say beforehand.
struct NewRepositoryQuery {
    std::string owner;
    std::string org; // the same, by name or number, as links from elsewhere have it
    std::string name;
    std::string description;
    std::string template_id;
    bool check = false;
};
BOOST_DESCRIBE_STRUCT(NewRepositoryQuery, (), (owner, org, name, description, template_id, check))
constexpr auto notes(const NewRepositoryQuery*)
{
    return std::array{Note{"owner", "whose it shall be"},
                      Note{"org", "the same"},
                      Note{"name", "its name"},
                      Note{"description", "what it is"},
                      Note{"template_id", "the template that it begins as"},
                      Note{"check", "true: says what is wrong with the name"}};
}

struct NewRepositoryForm {
    std::string owner;
    std::string name;
    std::string description;
    bool private_ = false;
    bool template_ = false;
    std::string default_branch;
    bool auto_init = false;
    std::string license;
    std::string gitignores;
    std::string issue_labels;
    repositories::ObjectFormat object_format_name = repositories::ObjectFormat::sha1;
    std::string template_id;
    bool git_content = false;
    bool topics = false;
    bool labels = false;
    bool avatar = false;
    bool webhooks = false;
    bool protected_branch = false;
};
BOOST_DESCRIBE_STRUCT(NewRepositoryForm, (),
                      (owner, name, description, private_, template_, default_branch, auto_init, license, gitignores,
                       issue_labels, object_format_name, template_id, git_content, topics, labels, avatar, webhooks,
                       protected_branch))
constexpr auto notes(const NewRepositoryForm*)
{
    return std::array{Note{.member = "name", .doc = "unique among the owner's", .required = true, .max_length = 100},
                      Note{.member = "description", .max_length = 2048}, Note{.member = "license", .max_length = 100},
                      Note{.member = "default_branch", .max_length = 100}};
}

struct Chosen {
    std::string value;
    std::string words{};
    bool chosen = false;
};
BOOST_DESCRIBE_STRUCT(Chosen, (), (value, words, chosen))

struct NewRepositoryView {
    PageHead head{};
    std::vector<OwnerChoice> owners{};
    bool must_be_private = false;
    std::string usual_branch{};
    std::vector<Chosen> licenses{};
    std::vector<Chosen> gitignores{};
    std::vector<Chosen> label_sets{};
    std::vector<Chosen> templates{};
    bool from_template = false;
    Form<NewRepositoryForm> form;
};
BOOST_DESCRIBE_STRUCT(NewRepositoryView, (),
                      (head, owners, must_be_private, usual_branch, licenses, gitignores, label_sets, templates,
                       from_template, form))

template <class Named> std::vector<Chosen> choices(std::span<const Named> all, std::string_view chosen)
{
    std::vector<Chosen> made;
    for (const auto& each : all)
        made.push_back(
            {.value = std::string(each.name), .words = std::string(each.name), .chosen = each.name == chosen});
    return made;
}

// The template that is named, if the caller may use it.
Result<RepositoryContext> find_template(const Call& call, std::string_view number)
{
    const auto id = text::parse_integer(number, 1);
    auto found = id ? repositories::find_repository(call.db(), *id) : std::nullopt;
    if (!found || !found->template_) return not_found("the template");
    const auto access = access::access_to(call.db(), access::Viewer::of(call.caller), found->facts());
    auto owner = accounts::find_account(call.db(), found->owner_id);
    if (!access.reads(access::Unit::code) || !owner) return not_found("the template");
    return RepositoryContext{.repository = std::move(*found), .owner = std::move(*owner), .access = access};
}

// Those with the most stars, and the one that is chosen.
std::vector<Chosen> template_choices(const Call& call, std::string_view chosen)
{
    const auto found = repositories::explore_repositories(
        call, {.kinds = {repositories::RepositoryKind::template_}, .sort = repositories::ExploreSort::stars},
        {.limit = most_templates});
    std::vector<Chosen> made;
    bool there = false;
    for (const auto& one : repositories::listed_repositories(call, found.items)) {
        if (!one.access.reads(access::Unit::code)) continue;
        made.push_back({.value = std::to_string(one.row.id),
                        .words = one.row.owner + "/" + one.row.name,
                        .chosen = std::to_string(one.row.id) == chosen});
        there = there || made.back().chosen;
    }
    if (there || chosen.empty()) return made;
    if (const auto place = find_template(call, chosen))
        made.push_back({.value = std::to_string(place->repository.id),
                        .words = place->owner.name + "/" + place->repository.name,
                        .chosen = true});
    return made;
}

std::string wanted_owner(const Call& call, const NewRepositoryQuery& query)
{
    if (!query.owner.empty()) return query.owner;
    if (const auto id = text::parse_integer(query.org, 1))
        if (const auto account = accounts::find_account(call.db(), *id)) return account->name;
    return query.org;
}

// Whether the owner could have a repository of that name, for who has just written it.
Result<void> check_name(const Call& call, const Account& self, const NewRepositoryQuery& query)
{
    TRY(repositories::check_repository_name(query.name));
    const auto wanted = wanted_owner(call, query);
    const auto owner = TRY(repositories::owner_for(call, wanted.empty() ? self.name : wanted));
    if (repositories::find_repository(call.db(), owner.id, query.name))
        return fail(Errc::conflict, owner.name + " has a repository named " + query.name + " already");
    return {};
}

void refuse_name(Form<NewRepositoryForm>& form, const Error& error)
{
    const auto fields = type_of<NewRepositoryForm>().fields;
    const auto name = std::ranges::find(fields, "name", &Field::name);
    form.control(static_cast<std::size_t>(name - fields.begin())).problem = words_of(error);
}

Result<NewRepositoryView> show(Call& call, const Account& self, Query<NewRepositoryQuery> query,
                               Form<NewRepositoryForm> form)
{
    const auto& settings = call.settings().repository;
    NewRepositoryForm first{.owner = wanted_owner(call, query.value),
                            .name = query->name,
                            .description = query->description,
                            .private_ =
                                settings.default_private == config::DefaultPrivate::private_ || settings.force_private,
                            .template_id = query->template_id,
                            .git_content = true};
    form.begin_with(first);
    if (query->check && !form.sent())
        if (const auto checked = check_name(call, self, query.value); !checked) refuse_name(form, checked.error());
    const auto& template_id = form.value("template_id");
    if (!template_id.empty() && !form.sent()) TRY(find_template(call, template_id));
    NewRepositoryView view{.owners = owner_choices(call, form.value("owner")),
                           .must_be_private = settings.force_private,
                           .usual_branch = settings.default_branch,
                           .licenses = choices(templates::licenses(), form.value("license")),
                           .gitignores = choices(templates::gitignores(), form.value("gitignores")),
                           .label_sets = choices(templates::label_sets(), form.value("issue_labels")),
                           .templates = template_choices(call, template_id),
                           .from_template = !template_id.empty(),
                           .form = std::move(form)};
    for (const auto& owner : view.owners)
        if (owner.chosen) view.head.values = {{"org", owner.name}};
    return view;
}

// Which field a refusal is about, where it does not say so itself.
template <class T> Result<T> beside_name(Result<T> made)
{
    if (!made && made.error().code == Errc::conflict) return at("name", std::move(made));
    return made;
}

Result<Done> generate(Call& call, const Account& owner, const NewRepositoryForm& form)
{
    const auto place = TRY(at("template_id", find_template(call, form.template_id)));
    auto made = repositories::generate_repository(call, place,
                                                  {.owner = owner.name,
                                                   .name = form.name,
                                                   .default_branch = form.default_branch,
                                                   .description = form.description,
                                                   .private_ = form.private_,
                                                   .git_content = form.git_content,
                                                   .topics = form.topics,
                                                   .webhooks = form.webhooks,
                                                   .avatar = form.avatar,
                                                   .labels = form.labels,
                                                   .protected_branch = form.protected_branch});
    const auto repository = TRY(beside_name(std::move(made))).repository;
    return done(repository_address(owner.name, repository.name), repository_created);
}

Result<Done> create(Call& call, const Account& self, Body<NewRepositoryForm> form)
{
    TRY(at("name", repositories::check_repository_name(form->name)));
    const auto owner = TRY(at("owner", repositories::owner_for(call, form->owner.empty() ? self.name : form->owner)));
    if (!form->template_id.empty()) return generate(call, owner, form.value);
    // Files are what a first commit is for.
    const bool has_files = form->auto_init || !form->license.empty() || !form->gitignores.empty();
    auto made = repositories::create_repository(call, owner,
                                                {.name = form->name,
                                                 .description = form->description,
                                                 .private_ = form->private_,
                                                 .issue_labels = form->issue_labels,
                                                 .auto_init = has_files,
                                                 .template_ = form->template_,
                                                 .gitignores = form->gitignores,
                                                 .license = form->license,
                                                 .readme = "Default",
                                                 .default_branch = form->default_branch,
                                                 .object_format_name = form->object_format_name});
    const auto repository = TRY(beside_name(std::move(made)));
    return done(repository_address(owner.name, repository.name), repository_created);
}

constexpr auto& page = shows<show, "making/new_repository",
                             "listLicenseTemplates listGitignoresTemplates createCurrentUserRepo createOrgRepo">;

// clang-format off
constexpr Operation new_repository_operations[] = {
    {GET,  "/repo/create", scope::none, accounts::signed_in, page,               200, "siteNewRepository",     "Ask what a new repository shall be like"},
    {POST, "/repo/create", scope::none, accounts::signed_in, does<create, page>, 303, "siteRepositoryCreated", "Make a repository"},
};
// clang-format on
static_assert(well_formed(new_repository_operations));

} // namespace

const Table new_repository_table{"site", new_repository_operations, Door::site, refuse_page};

} // namespace cairn::pages
