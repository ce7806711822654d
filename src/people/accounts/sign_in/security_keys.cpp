#include "accounts/sign_in/security_keys.hpp"

#include "accounts/sign_in/two_factor.hpp"
#include "api/codec.hpp"
#include "base/encoding.hpp"
#include "config/settings.hpp"
#include "crypto/random.hpp"
#include "crypto/webauthn.hpp"
#include "db/database.hpp"

namespace cairn::accounts {

namespace {

constexpr std::size_t challenge_bytes = 32;
constexpr std::int64_t challenge_lifetime = 600;
constexpr std::size_t most_keys = 20;

// What the script gets.
struct KeyQuestion {
    std::string challenge;
    std::string site_id;
    std::string site_name;
    std::string user_id;
    std::string user_name;
    std::vector<std::string> known; // credential ids
};
BOOST_DESCRIBE_STRUCT(KeyQuestion, (), (challenge, site_id, site_name, user_id, user_name, known))

// What the browser says that it was asked: CollectedClientData of the standard.
struct ClientDataJson {
    std::string type;
    std::string challenge;
    std::string origin;
    bool cross_origin = false;
};
BOOST_DESCRIBE_STRUCT(ClientDataJson, (), (type, challenge, origin, cross_origin))
constexpr auto notes(const ClientDataJson*)
{
    return std::array{Note{.member = "cross_origin", .alias = "crossOrigin"}};
}

crypto::RelyingParty site_of(const config::Settings& settings)
{
    const std::string_view url = settings.server.root_url;
    const auto host = url.find("://") + 3;
    const auto end = std::min(url.find('/', host), url.size());
    const auto colon = url.substr(host, end - host).rfind(':');
    const bool has_port = colon != url.npos && url.find(']', host + colon) == url.npos;
    return {.id = std::string(url.substr(host, has_port ? colon : end - host)),
            .origin = std::string(url.substr(0, end))};
}

std::optional<std::string> take_challenge(db::Transaction& tx, std::int64_t session_id)
{
    return tx.first<std::string>("DELETE FROM security_key_challenge WHERE session_id = $1 AND created_at > $2"
                                 " RETURNING challenge AS value",
                                 session_id, Time{Time::now().seconds - challenge_lifetime});
}

// The browser's part of an answer, decoded. `json` and `parsed` are what `data` looks into.
struct ReadClientData {
    std::string json;
    ClientDataJson parsed;
    crypto::ClientData data() const
    {
        return {.json = json,
                .type = parsed.type,
                .challenge = parsed.challenge,
                .origin = parsed.origin,
                .cross_origin = parsed.cross_origin};
    }
};

std::optional<ReadClientData> read_client_data(const KeyAnswer& answer)
{
    auto json = base64url_decode(answer.client_data);
    if (!json) return {};
    ReadClientData client{.json = std::move(*json), .parsed = {}};
    if (!api::decode_json(type_of<ClientDataJson>(), client.json, &client.parsed)) return {};
    return client;
}

} // namespace

std::vector<SecurityKey> security_keys_of(db::Queries& db, std::int64_t account_id)
{
    return db.all<SecurityKey>("SELECT * FROM security_key WHERE account_id = $1 ORDER BY id", account_id);
}

std::string ask_for_key(const api::Call& call, const Account& account, std::int64_t session_id)
{
    const config::Settings& settings = call.settings();
    KeyQuestion question{.challenge = crypto::random_base64url(challenge_bytes),
                         .site_id = site_of(settings).id,
                         .site_name = settings.general.app_name,
                         .user_id = base64url_encode(std::to_string(account.id)),
                         .user_name = account.name,
                         .known = {}};
    for (auto& key : security_keys_of(call.db(), account.id)) question.known.push_back(std::move(key.credential_id));
    call.db().write([&](db::Transaction& tx) {
        tx.run("INSERT INTO security_key_challenge (session_id, challenge, created_at) VALUES ($1, $2, $3)"
               " ON CONFLICT (session_id) DO UPDATE SET challenge = $2, created_at = $3",
               session_id, question.challenge, Time::now());
    });
    return api::to_json(type_of<KeyQuestion>(), &question);
}

Result<SecurityKey> add_security_key(db::Transaction& tx, const config::Settings& settings, std::int64_t account_id,
                                     std::int64_t session_id, const std::string& name, const KeyAnswer& answer)
{
    const auto challenge = take_challenge(tx, session_id);
    const auto client = read_client_data(answer);
    const auto attestation = base64url_decode(answer.attestation);
    if (!challenge || !client || !attestation)
        return fail(Errc::unprocessable, "the security key's answer came too late or not whole: try again");
    if (security_keys_of(tx, account_id).size() >= most_keys)
        return fail(Errc::unprocessable, "an account has at most 20 security keys");
    const auto made = TRY(crypto::verify_registration(site_of(settings), *challenge, client->data(), *attestation));
    const auto added = tx.first<SecurityKey>(
        "INSERT INTO security_key (account_id, name, credential_id, public_key, sign_count, created_at, last_used_at)"
        " VALUES ($1, $2, $3, $4, $5, $6, $6) ON CONFLICT DO NOTHING RETURNING *",
        account_id, name, base64url_encode(made.credential_id), base64url_encode(made.public_key),
        std::int64_t{made.sign_count}, Time::now());
    if (!added) return fail(Errc::unprocessable, "this security key is registered already");
    return *added;
}

Result<SecurityKey> use_security_key(db::Transaction& tx, const config::Settings& settings, std::int64_t account_id,
                                     std::int64_t session_id, const KeyAnswer& answer)
{
    const auto challenge = take_challenge(tx, session_id);
    const auto client = read_client_data(answer);
    const auto data = base64url_decode(answer.authenticator_data);
    const auto signature = base64url_decode(answer.signature);
    if (!challenge || !client || !data || !signature)
        return fail(Errc::unauthorized, "the security key's answer came too late or not whole: try again");
    auto key = tx.first<SecurityKey>("SELECT * FROM security_key WHERE account_id = $1 AND credential_id = $2",
                                     account_id, answer.credential_id);
    const auto public_key = key ? base64url_decode(key->public_key) : std::nullopt;
    if (!public_key) return fail(Errc::unauthorized, "this security key is not registered with the account");
    const auto count = TRY(crypto::verify_assertion(site_of(settings), *challenge, client->data(),
                                                    {.authenticator_data = *data, .signature = *signature}, *public_key,
                                                    static_cast<std::uint32_t>(key->sign_count)));
    tx.run("UPDATE security_key SET sign_count = $2, last_used_at = $3 WHERE id = $1", key->id, std::int64_t{count},
           Time::now());
    return std::move(*key);
}

std::optional<SecurityKey> remove_security_key(db::Transaction& tx, std::int64_t account_id, std::int64_t key_id)
{
    auto removed = tx.first<SecurityKey>("DELETE FROM security_key WHERE account_id = $1 AND id = $2 RETURNING *",
                                         account_id, key_id);
    if (removed) forget_needless_recovery_codes(tx, account_id);
    return removed;
}

} // namespace cairn::accounts
