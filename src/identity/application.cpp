#include "identity/application.hpp"

#include <algorithm>

#include "accounts/sign_in/semaphore.hpp"
#include "api/codec.hpp"
#include "base/encoding.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "crypto/bcrypt.hpp"
#include "crypto/digest.hpp"
#include "crypto/random.hpp"
#include "db/composition.hpp"
#include "db/database.hpp"
#include "identity/redirect.hpp"
#include "identity/signing_keys.hpp"

namespace cairn::identity {

namespace {

constexpr std::size_t secret_bytes = 32;

std::string new_secret() { return "gto_" + text::to_lower(base32_encode(crypto::random_bytes(secret_bytes))); }

Json to_list(const std::vector<std::string>& redirects)
{
    return {api::to_json(type_of<std::vector<std::string>>(), &redirects)};
}

// Clients that everybody has: their ids are the same on every server, because they are built into the clients.
struct WellKnown {
    std::string_view setting;
    std::string_view name;
    std::string_view client_id;
    std::vector<std::string> redirects;
};

std::span<const WellKnown> well_known()
{
    static const WellKnown all[] = {
        {"git-credential-oauth",
         "git-credential-oauth",
         "a4792ccc-144e-407e-86c9-5e7d8d9c3269",
         {"http://127.0.0.1", "https://127.0.0.1"}},
        {"git-credential-manager",
         "Git Credential Manager",
         "e90ee53c-94e2-48ac-9358-a874fb9e0662",
         {"http://127.0.0.1", "https://127.0.0.1"}},
        {"tea", "tea", "d57cb8c4-630c-4168-8324-ec79935e18d4", {"http://127.0.0.1", "https://127.0.0.1"}},
    };
    return all;
}

const WellKnown& well_known(std::string_view setting)
{
    const auto found = std::ranges::find(well_known(), setting, &WellKnown::setting);
    if (found == well_known().end())
        throw std::runtime_error("[oauth2] DEFAULT_APPLICATIONS names '" + std::string(setting)
                                 + "', which is none of git-credential-oauth, git-credential-manager and tea");
    return *found;
}

Application insert(db::Transaction& tx, std::optional<std::int64_t> owner_id, std::string_view client_id,
                   std::string_view secret, const ApplicationDraft& draft, bool locked)
{
    const auto now = Time::now();
    return tx.one<Application>(
        "INSERT INTO oauth2_application (owner_id, name, client_id, secret, redirect_uris, confidential,"
        " skip_secondary_authorization, locked, id_token_signed_response_alg, created_at, updated_at, metadata)"
        " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING *",
        owner_id, draft.name, client_id, crypto::sha256_hex(secret), to_list(draft.redirect_uris), draft.confidential,
        draft.skip_secondary_authorization, locked, draft.id_token_signed_response_alg, now, now,
        to_stored(draft.metadata.value_or(ClientMetadata{})));
}

} // namespace

std::vector<std::string> Application::redirects() const
{
    std::vector<std::string> list;
    static_cast<void>(api::decode_json(type_of<std::vector<std::string>>(), redirect_uris.text, &list));
    return list;
}

bool is_secret(std::string_view presented, std::string_view hash)
{
    if (presented.empty()) return false;
    if (!is_imported(hash)) return crypto::equal_in_constant_time(crypto::sha256_hex(presented), hash);
    // It is slow, and anybody can ask for it: a few at a time, and in a crowd it is as good as wrong.
    static accounts::Semaphore slots(2, 16);
    const auto slot = slots.enter_unless_crowded();
    return slot && crypto::bcrypt_matches(hash, presented);
}

bool is_imported(std::string_view hash) { return crypto::is_bcrypt(hash); }

void adopt_secret(db::Database& db, std::int64_t id, std::string_view hash, std::string_view presented)
{
    db.write([&](db::Transaction& tx) {
        tx.run("UPDATE oauth2_application SET secret = $3 WHERE id = $1 AND secret = $2", id, hash,
               crypto::sha256_hex(presented));
    });
}

std::optional<Application> find_application(db::Queries& db, std::string_view client_id)
{
    return db.first<Application>("SELECT * FROM oauth2_application WHERE client_id = $1", client_id);
}

std::optional<Application> find_application(db::Queries& db, std::int64_t id)
{
    return db.first<Application>("SELECT * FROM oauth2_application WHERE id = $1", id);
}

Result<void> check_draft(const config::Settings& settings, const ApplicationDraft& draft)
{
    for (const auto& address : draft.redirect_uris) TRY(check_redirect(address, settings.oauth2.custom_schemes));
    const auto& algorithm = draft.id_token_signed_response_alg;
    const auto offered = id_token_algorithms(settings);
    if (!algorithm.empty() && std::ranges::find(offered, algorithm) == offered.end())
        return fail(Errc::unprocessable,
                    "[id_token_signed_response_alg]: id tokens are signed with " + text::join(offered, " or ")
                        + " here");
    if (algorithm.starts_with("HS") && !draft.confidential)
        return fail(Errc::unprocessable, "[id_token_signed_response_alg]: a public client has no secret to sign with");
    if (draft.metadata) TRY(check_metadata(*draft.metadata));
    return {};
}

WithSecret create_application(db::Transaction& tx, std::optional<std::int64_t> owner_id, const ApplicationDraft& draft)
{
    auto secret = new_secret();
    return {insert(tx, owner_id, crypto::random_uuid(), secret, draft, false), std::move(secret)};
}

void edit_application(db::Transaction& tx, std::int64_t id, const ApplicationDraft& draft)
{
    tx.run("UPDATE oauth2_application SET name = $2, redirect_uris = $3, confidential = $4,"
           " skip_secondary_authorization = $5, id_token_signed_response_alg = $6, updated_at = $7 WHERE id = $1",
           id, draft.name, to_list(draft.redirect_uris), draft.confidential, draft.skip_secondary_authorization,
           draft.id_token_signed_response_alg, Time::now());
    if (draft.metadata)
        tx.run("UPDATE oauth2_application SET metadata = $2 WHERE id = $1", id, to_stored(*draft.metadata));
}

std::string renew_secret(db::Transaction& tx, std::int64_t id)
{
    auto secret = new_secret();
    tx.run("UPDATE oauth2_application SET secret = $2 WHERE id = $1", id, crypto::sha256_hex(secret));
    return secret;
}

WithSecret change_application(db::Transaction& tx, std::int64_t id, const ApplicationDraft& draft)
{
    edit_application(tx, id, draft);
    auto secret = renew_secret(tx, id);
    return {tx.one<Application>("SELECT * FROM oauth2_application WHERE id = $1", id), std::move(secret)};
}

void delete_application(db::Transaction& tx, std::int64_t id)
{
    tx.run("DELETE FROM oauth2_application WHERE id = $1", id);
}

void provide_default_applications(db::Database& db, const config::Settings& settings)
{
    std::vector<const WellKnown*> wanted;
    std::vector<std::string> client_ids;
    for (const auto& setting : settings.oauth2.default_applications) {
        wanted.push_back(&well_known(setting));
        client_ids.emplace_back(wanted.back()->client_id);
    }
    db.write([&](db::Transaction& tx) {
        db::Composition others("DELETE FROM oauth2_application WHERE locked AND NOT client_id IN ");
        // Of an empty list, which IN cannot have, nothing is wanted.
        others << db::bound(client_ids.empty() ? std::vector<std::string>{""} : client_ids);
        tx.run(others);
        for (const WellKnown* client : wanted)
            if (!find_application(tx, client->client_id))
                insert(tx, {}, client->client_id, new_secret(),
                       {.name = std::string(client->name), .redirect_uris = client->redirects}, true);
    });
}

} // namespace cairn::identity
