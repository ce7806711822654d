#include "accounts/tokens/imported_tokens.hpp"

#include "base/encoding.hpp"
#include "base/reflect.hpp"
#include "crypto/digest.hpp"
#include "crypto/key_derivation.hpp"
#include "db/database.hpp"

namespace cairn::accounts {

namespace {

constexpr std::size_t ending_length = 8;
constexpr std::size_t key_size = 50;
constexpr crypto::Pbkdf2Cost cost{.iterations = 10000};

struct Imported {
    std::int64_t id = 0;
    std::string hash;
    std::string salt;
};
BOOST_DESCRIBE_STRUCT(Imported, (), (id, hash, salt))

std::string_view ending(std::string_view token)
{
    return token.substr(token.size() - std::min(token.size(), ending_length));
}

} // namespace

bool is_imported_hash(std::string_view salt, std::string_view hash)
{
    const auto bytes = hex_decode(hash);
    return bytes && bytes->size() == key_size && salt.size() >= crypto::min_salt_size
        && salt.size() <= crypto::max_salt_size;
}

bool may_be_imported(db::Queries& db, std::string_view token)
{
    return db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM access_token WHERE last_eight = $1 AND salt <> '') AS value",
                           ending(token));
}

bool adopt_imported_token(db::Database& db, std::string_view token)
{
    for (const auto& row : db.all<Imported>(
             "SELECT id, hash, salt FROM access_token WHERE last_eight = $1 AND salt <> '' ORDER BY id LIMIT 16",
             ending(token))) {
        const auto key = hex_encode(crypto::derive_key(cost, token, row.salt, key_size));
        if (!crypto::equal_in_constant_time(key, row.hash)) continue;
        // Another request with the same token may have been quicker: that is as good.
        db.write([&](db::Transaction& tx) {
            tx.run("UPDATE access_token SET hash = $2, salt = '' WHERE id = $1 AND salt <> ''", row.id,
                   crypto::sha256_hex(token));
        });
        return true;
    }
    return false;
}

} // namespace cairn::accounts
