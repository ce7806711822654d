#include "accounts/sources/source.hpp"

#include "api/codec.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "crypto/sealed_text.hpp"
#include "db/database.hpp"

namespace cairn::accounts {

namespace {

crypto::Sealer sealer(const config::Settings& settings) { return {settings.security.secret_key, "sign-in source"}; }

} // namespace

SourceSettings Source::read() const
{
    SourceSettings read;
    static_cast<void>(api::decode_json(type_of<SourceSettings>(), settings.text, &read)); // what we have written
    return read;
}

std::optional<Source> find_source(db::Queries& db, std::int64_t id)
{
    return db.first<Source>("SELECT * FROM sign_in_source WHERE id = $1", id);
}

std::optional<Source> find_source(db::Queries& db, std::string_view name)
{
    return db.first<Source>("SELECT * FROM sign_in_source WHERE lower_name = $1", text::to_lower(name));
}

std::vector<Source> active_sources(db::Queries& db, SourceKind kind)
{
    return db.all<Source>("SELECT * FROM sign_in_source WHERE kind = $1 AND active ORDER BY lower_name", kind);
}

std::string secret_of(const config::Settings& settings, const Source& source)
{
    if (source.secret.empty()) return {};
    return sealer(settings).open(source.secret, std::to_string(source.id)).value_or("");
}

std::string seal_secret(const config::Settings& settings, std::int64_t source_id, std::string_view secret)
{
    return secret.empty() ? std::string() : sealer(settings).seal(secret, std::to_string(source_id));
}

Result<void> check_password_is_here(db::Queries& db, const Account& account)
{
    if (account.login_source == 0) return {};
    const auto source = find_source(db, account.login_source);
    return fail(Errc::unprocessable,
                "this account signs in by '" + (source ? source->name : "another server")
                    + "', and has no password here");
}

bool signs_in_elsewhere(db::Queries& db, const Account& account)
{
    if (account.login_source == 0) return false;
    const auto source = find_source(db, account.login_source);
    return source && source->kind == SourceKind::openid;
}

bool is_protected_elsewhere(db::Queries& db, std::int64_t account_id)
{
    const auto source = db.first<Source>("SELECT s.* FROM account a JOIN sign_in_source s ON s.id = a.login_source"
                                         " WHERE a.id = $1 AND s.kind = 'openid' AND s.active",
                                         account_id);
    return source && source->read().second_step_there;
}

} // namespace cairn::accounts
