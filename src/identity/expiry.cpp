#include "identity/expiry.hpp"

#include "db/database.hpp"

namespace cairn::identity {

void forget_expired_tokens(const api::Site& site, const std::stop_token&)
{
    const auto now = Time::now();
    site.db.write([&](db::Transaction& tx) {
        tx.run("DELETE FROM oauth2_code WHERE expires_at <= $1", now);
        tx.run("DELETE FROM oauth2_pushed_request WHERE expires_at <= $1", now);
        tx.run("DELETE FROM oauth2_family WHERE expires_at <= $1", now);
    });
}

} // namespace cairn::identity
