#include "repositories/lifecycle/creation.hpp"

#include "access/organizations.hpp"
#include "accounts/guards.hpp"
#include "db/database.hpp"
#include "repositories/lifecycle/beginning.hpp"
#include "templates/labels.hpp"

namespace cairn::repositories {

using namespace api;
using accounts::Account;

Result<Account> owner_for(const Call& call, std::string_view name)
{
    auto account = accounts::find_account(call.db(), name);
    if (!account) return not_found("the account");
    if (account->id == call.caller.id || call.caller.admin) return std::move(*account);
    if (account->kind != accounts::AccountKind::organization)
        return fail(Errc::forbidden, "this is somebody else's account");
    const auto viewer = access::Viewer::of(call.caller);
    if (!access::sees_organization(call.db(), viewer, {account->id, account->visibility}))
        return not_found("the organization");
    if (!access::may_create_repository(call.db(), viewer, account->id))
        return fail(Errc::forbidden, "you may not make repositories of this organization");
    return std::move(*account);
}

Result<StoredRepository> create_repository(const Call& call, const Account& owner, const CreateRepoOption& option)
{
    if (!option.issue_labels.empty() && templates::find_label_set(option.issue_labels) == nullptr)
        return fail(Errc::unprocessable, "there is no set of labels named '" + option.issue_labels + "'");
    NewRepository wanted{.name = option.name,
                         .description = option.description,
                         .private_ = option.private_,
                         .template_ = option.template_,
                         .default_branch = option.default_branch,
                         .object_format = option.object_format_name,
                         .trust_model = option.trust_model,
                         .label_template = option.issue_labels};
    Filling fill;
    if (option.auto_init) {
        fill = TRY(fill_with(call.site, owner, accounts::account_of(call.caller), wanted,
                             {.readme = option.readme, .gitignores = option.gitignores, .license = option.license}));
        wanted.licenses = option.license;
    }
    return create_repository(call.site, owner, accounts::account_of(call.caller), wanted, fill);
}

Result<void> check_creates_in_organization(Call& call)
{
    TRY(accounts::check_signed_in(call));
    const auto organization = TRY(organizations::organization_at(call, "org"));
    call.load(TRY(owner_for(call, organization.name)));
    return {};
}

} // namespace cairn::repositories
