// OAuth2 applications under their client ids, with the hashes of their secrets, and what people have approved.
#include "api/codec.hpp"
#include "crypto/bcrypt.hpp"
#include "import/kinds.hpp"

namespace cairn::import {

namespace {

struct ApplicationRow {
    std::int64_t id = 0;
    std::int64_t uid = 0;
    std::string name;
    std::string client_id;
    std::string client_secret;
    bool confidential_client = true;
    bool skip_secondary_authorization = false;
    std::string redirect_uris;
    Time created_unix;
    Time updated_unix;
};
BOOST_DESCRIBE_STRUCT(ApplicationRow, (),
                      (id, uid, name, client_id, client_secret, confidential_client, skip_secondary_authorization,
                       redirect_uris, created_unix, updated_unix))

struct GrantRow {
    std::int64_t id = 0;
    std::int64_t user_id = 0;
    std::int64_t application_id = 0;
    std::string scope;
    Time created_unix;
    Time updated_unix;
};
BOOST_DESCRIBE_STRUCT(GrantRow, (), (id, user_id, application_id, scope, created_unix, updated_unix))

Outcome take_application(Batch& batch, ApplicationRow& row)
{
    // The clients that everybody has are here under the same ids.
    if (const auto here = batch.tx.first<std::int64_t>(
            "SELECT id FROM oauth2_application WHERE client_id = $1 AND locked", row.client_id)) {
        batch.remember(row.id, *here);
        return {};
    }
    const auto owner = batch.account(row.uid);
    if (row.uid > 0 && !owner) return refuse("its owner was not moved", row.name);
    std::vector<std::string> redirects;
    if (row.client_id.empty() || !api::decode_json(type_of<std::vector<std::string>>(), row.redirect_uris, &redirects))
        return refuse("its addresses cannot be read", row.name);
    const bool has_secret = crypto::is_bcrypt(row.client_secret);
    if (row.confidential_client && !has_secret)
        return refuse("its secret is kept in a form that we do not know", row.name);
    const auto id = batch.id_for(row.id);
    // One that is the site's own and has no secret is one that came with the server, and is nobody's to change.
    if (batch.tx.run("INSERT INTO oauth2_application (id, owner_id, name, client_id, secret, redirect_uris,"
                     " confidential, skip_secondary_authorization, locked, created_at, updated_at)"
                     " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT DO NOTHING",
                     id, owner, row.name, row.client_id, has_secret ? row.client_secret : std::string(),
                     api::to_json(type_of<std::vector<std::string>>(), &redirects), row.confidential_client,
                     row.skip_secondary_authorization, row.uid <= 0 && !has_secret, row.created_unix, row.updated_unix)
        == 0)
        return refuse("an application here has its client id", row.name);
    batch.remember(row.id, id);
    return {};
}

Outcome take_grant(Batch& batch, GrantRow& row)
{
    const auto account = batch.account(row.user_id);
    const auto application = batch.find("OAuth2 applications", row.application_id);
    if (!account || !application) return refuse("the account or the application was not moved", {});
    batch.tx.run("INSERT INTO oauth2_grant (account_id, application_id, scope, created_at, updated_at)"
                 " VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
                 *account, *application, row.scope, row.created_unix, row.updated_unix);
    return {};
}

} // namespace

const Kind applications_kind{.name = "OAuth2 applications",
                             .table = "oauth2_application",
                             .here = "oauth2_application",
                             .ids = Ids::kept,
                             .run = &move_rows<ApplicationRow, &take_application>,
                             .needed = "id uid name client_id client_secret redirect_uris"};
const Kind grants_kind{.name = "OAuth2 grants",
                       .table = "oauth2_grant",
                       .run = &move_rows<GrantRow, &take_grant>,
                       .needed = "id user_id application_id"};

} // namespace cairn::import
