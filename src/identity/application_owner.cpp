#include "identity/application_owner.hpp"

#include "db/database.hpp"
#include "identity/signing_keys.hpp"

namespace cairn::identity {

ApplicationOwner application_owner_of(const accounts::Account& account)
{
    return {.owner_id = account.id,
            .name = {},
            .list = "/user/settings/applications",
            .base = "/user/settings/applications/oauth2"};
}

std::vector<Application> applications_of(db::Queries& db, const ApplicationOwner& owner)
{
    if (!owner.owner_id)
        return db.all<Application>(
            "SELECT * FROM oauth2_application p WHERE owner_id IS NULL AND (NOT dynamic OR EXISTS"
            " (SELECT 1 FROM oauth2_grant g WHERE g.application_id = p.id))"
            " ORDER BY dynamic, locked, id DESC");
    return db.all<Application>("SELECT * FROM oauth2_application WHERE owner_id = $1 ORDER BY id DESC",
                               *owner.owner_id);
}

Result<Application> find_application_of(db::Queries& db, const ApplicationOwner& owner, std::int64_t id)
{
    auto found = find_application(db, id);
    if (!found || found->owner_id != owner.owner_id) return not_found("the application");
    return std::move(*found);
}

std::vector<ShownApplication> shown_applications(db::Queries& db, const ApplicationOwner& owner)
{
    std::vector<ShownApplication> shown;
    for (Application& application : applications_of(db, owner))
        shown.push_back({.name = std::move(application.name),
                         .client_id = std::move(application.client_id),
                         .address = application.locked ? std::string() : owner.address_of(application.id),
                         .confidential = application.confidential,
                         .locked = application.locked,
                         .dynamic = application.dynamic,
                         .created_at = application.created_at});
    return shown;
}

std::vector<AlgorithmChoice> algorithm_choices(const config::Settings& settings, const ApplicationForm& form)
{
    std::vector<AlgorithmChoice> choices;
    const auto names = id_token_algorithms(settings);
    if (names.size() == 1) return choices;
    for (const auto& name : names) choices.push_back({name, name == form.id_token_signed_response_alg});
    return choices;
}

} // namespace cairn::identity
