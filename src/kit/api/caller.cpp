#include "api/caller.hpp"

namespace cairn::api {

CallerKey Caller::cache_key() const
{
    return {.credential = credential,
            .id = id,
            .token_id = token_id,
            .session_id = session_id,
            .on_behalf_of = on_behalf_of,
            .scopes = scopes};
}

std::size_t CallerKey::Hash::operator()(const CallerKey& key) const
{
    std::size_t hash = key.scopes.hash();
    for (const std::int64_t number :
         {static_cast<std::int64_t>(key.credential), key.id, key.token_id, key.session_id, key.on_behalf_of})
        hash = hash * 31 + std::hash<std::int64_t>()(number);
    return hash;
}

} // namespace cairn::api
