// Applications that people sign in to with an account of this site: the clients of OAuth2.
#pragma once

#include <span>

#include "base/reflect.hpp"
#include "base/result.hpp"
#include "identity/client_metadata.hpp"

namespace cairn::config {
struct Settings;
} // namespace cairn::config
namespace cairn::db {
class Database;
class Queries;
class Transaction;
} // namespace cairn::db

namespace cairn::identity {

struct Application {
    std::int64_t id = 0;
    std::optional<std::int64_t> owner_id; // a person or an organization; nothing: the site itself
    std::string name;
    std::string client_id;
    std::string secret; // its hash
    Json redirect_uris; // a list of texts, as they were registered
    bool confidential = false;
    bool skip_secondary_authorization = false;
    bool locked = false;                      // came with the site: nobody changes it
    std::string id_token_signed_response_alg; // empty: the site's own
    Time created_at;
    Time updated_at;
    Json metadata;                  // a ClientMetadata
    bool dynamic = false;           // was registered by a call (dynamic_clients.hpp)
    std::string registration_token; // by which it is managed: its hash

    std::vector<std::string> redirects() const;
};
BOOST_DESCRIBE_STRUCT(Application, (),
                      (id, owner_id, name, client_id, secret, redirect_uris, confidential, skip_secondary_authorization,
                       locked, id_token_signed_response_alg, created_at, updated_at, metadata, dynamic,
                       registration_token))

std::optional<Application> find_application(db::Queries&, std::string_view client_id);
std::optional<Application> find_application(db::Queries&, std::int64_t id);

// Whether it is the secret that an application keeps the hash of. One that came with `cairn import` is hashed with
// bcrypt until it is first used.
bool is_secret(std::string_view presented, std::string_view hash);
bool is_imported(std::string_view hash);
// Keeps a secret that was right, and that came from elsewhere, as we keep ours.
void adopt_secret(db::Database&, std::int64_t id, std::string_view hash, std::string_view presented);

// What its owner decides.
struct ApplicationDraft {
    std::string name;
    std::vector<std::string> redirect_uris;
    bool confidential = false;
    bool skip_secondary_authorization = false;
    std::string id_token_signed_response_alg{}; // of id_token_algorithms(); empty: the site's own
    std::optional<ClientMetadata> metadata{};   // nothing: it stays as it is
};

// Errc::bad_request for an address that nothing may be redirected to, and for metadata that makes no sense;
// Errc::unprocessable for an algorithm that nothing is signed with here.
Result<void> check_draft(const config::Settings&, const ApplicationDraft&);

// The secret is told once, here.
struct WithSecret {
    Application application;
    std::string secret;
};
WithSecret create_application(db::Transaction&, std::optional<std::int64_t> owner_id, const ApplicationDraft&);
// Makes a new secret as well: the old one is good for nothing from now on.
WithSecret change_application(db::Transaction&, std::int64_t id, const ApplicationDraft&);
// The same and no new secret: on pages that is a button of its own.
void edit_application(db::Transaction&, std::int64_t id, const ApplicationDraft&);
std::string renew_secret(db::Transaction&, std::int64_t id);
// With everything that was approved for it, so that its tokens end.
void delete_application(db::Transaction&, std::int64_t id);

// Makes the well-known git clients that [oauth2] DEFAULT_APPLICATIONS names and removes those that it no longer does.
// Throws std::runtime_error with words for the operator where it names an unknown one.
void provide_default_applications(db::Database&, const config::Settings&);

} // namespace cairn::identity
