#include "runners/registration.hpp"

#include <algorithm>

#include "accounts/tokens/tokens.hpp"
#include "base/log.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "config/settings.hpp"
#include "crypto/digest.hpp"
#include "crypto/random.hpp"
#include "crypto/sealed_text.hpp"
#include "db/database.hpp"

namespace cairn::runners {

namespace {

constexpr std::size_t token_bytes = 20;
constexpr std::size_t longest_name = 255;
constexpr std::size_t longest_version = 64;
constexpr std::size_t longest_label = 255;
constexpr std::size_t most_labels = 100;
// Of one holder: whoever has a token could otherwise fill the table.
constexpr std::int64_t most_runners = 1000;

crypto::Sealer sealer(const config::Settings& settings)
{
    return {settings.security.secret_key, "registration of runners"};
}

std::string seal_context(const Owner& owner)
{
    return std::to_string(owner.account_id) + " " + std::to_string(owner.repository_id);
}

struct Registration {
    std::int64_t account_id = 0;
    std::int64_t repository_id = 0;
};
BOOST_DESCRIBE_STRUCT(Registration, (), (account_id, repository_id))

bool is_plain(std::string_view text, std::size_t longest)
{
    return text.size() <= longest
        && std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
}

} // namespace

std::string registration_token(db::Database& db, const config::Settings& settings, const Owner& owner)
{
    return db.write([&](db::Transaction& tx) -> std::string {
        const auto sealed =
            tx.first<std::string>("SELECT token FROM runner_registration"
                                  " WHERE COALESCE(account_id, 0) = $1 AND COALESCE(repository_id, 0) = $2",
                                  owner.account_id, owner.repository_id);
        if (sealed) {
            if (auto token = sealer(settings).open(*sealed, seal_context(owner))) return *token;
            // The site has another secret than it had then.
            log::warn("a token to register runners cannot be opened and is made anew", {});
            tx.run("DELETE FROM runner_registration"
                   " WHERE COALESCE(account_id, 0) = $1 AND COALESCE(repository_id, 0) = $2",
                   owner.account_id, owner.repository_id);
        }
        auto token = crypto::random_hex(token_bytes);
        tx.run("INSERT INTO runner_registration (account_id, repository_id, token, hash, created_at)"
               " VALUES ($1, $2, $3, $4, $5)",
               owner.account(), owner.repository(), sealer(settings).seal(token, seal_context(owner)),
               crypto::sha256_hex(token), Time::now());
        return token;
    });
}

Result<std::string> read_labels(std::span<const std::string> labels)
{
    std::vector<std::string> names;
    for (const auto& label : labels) {
        const auto name = text::trim(std::string_view(label).substr(0, label.find(':')));
        if (name.empty()) continue;
        if (!is_plain(name, longest_label))
            return fail(Errc::bad_request, "a label has at most 255 characters in one line");
        if (std::ranges::find(names, name) == names.end()) names.emplace_back(name);
    }
    if (names.size() > most_labels) return fail(Errc::bad_request, "a runner has at most 100 labels");
    return text::join(names, "\n");
}

Result<std::string> read_version(std::string_view version)
{
    if (!is_plain(version, longest_version)) return fail(Errc::bad_request, "a version has at most 64 characters");
    return std::string(version);
}

Result<RegisteredRunner> register_runner(db::Database& db, std::string_view registration_token, const NewRunner& wanted)
{
    return db.write([&](db::Transaction& tx) -> Result<RegisteredRunner> {
        // It has 160 random bits, so that it can be looked up by its hash.
        const auto found = accounts::looks_like_token(registration_token)
            ? tx.first<Registration>("SELECT account_id, repository_id FROM runner_registration WHERE hash = $1",
                                     crypto::sha256_hex(registration_token))
            : std::nullopt;
        if (!found) return fail(Errc::unauthorized, "the token to register with is not valid (any more)");
        const Owner owner{.account_id = found->account_id, .repository_id = found->repository_id};
        const auto name = text::trim(wanted.name);
        if (name.empty() || !is_plain(name, longest_name))
            return fail(Errc::bad_request, "a runner has a name of at most 255 characters in one line");
        const auto version = TRY(read_version(wanted.version));
        const auto labels = TRY(read_labels(wanted.labels));
        if (tx.scalar<std::int64_t>("SELECT count(*) AS value FROM action_runner WHERE COALESCE(account_id, 0) = $1"
                                    " AND COALESCE(repository_id, 0) = $2",
                                    owner.account_id, owner.repository_id)
            >= most_runners)
            return fail(Errc::too_many_requests, "there are 1000 runners here already: delete some");
        RegisteredRunner made{.runner = {}, .token = crypto::random_hex(token_bytes)};
        made.runner = tx.one<Runner>(
            "INSERT INTO action_runner (uuid, token_hash, name, version, account_id, repository_id, labels, ephemeral,"
            " created_at, seen_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING *",
            crypto::random_uuid(), crypto::sha256_hex(made.token), name, version, owner.account(), owner.repository(),
            labels, wanted.ephemeral, Time::now(), Time::now());
        return made;
    });
}

Result<Runner> declare_runner(db::Database& db, const Runner& runner, std::string_view said_version,
                              std::span<const std::string> said_labels)
{
    const auto version = TRY(read_version(said_version));
    const auto labels = TRY(read_labels(said_labels));
    auto now = db.write([&](db::Transaction& tx) {
        return tx.first<Runner>("UPDATE action_runner SET version = $2, labels = $3, seen_at = $4 WHERE id = $1"
                                " RETURNING *",
                                runner.id, version, labels, Time::now());
    });
    if (!now) return fail(Errc::unauthorized, "the runner is not known any more");
    return std::move(*now);
}

} // namespace cairn::runners
