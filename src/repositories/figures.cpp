#include "repositories/figures.hpp"

#include "api/call.hpp"
#include "db/database.hpp"
#include "git/store.hpp"
#include "repositories/repository.hpp"

namespace cairn::repositories {

Result<void> count_figures(const api::Site& site, std::int64_t repository_id)
{
    const auto repository = find_repository(site.db, repository_id);
    if (!repository) return {};
    const auto size = static_cast<std::int64_t>(site.store.size(repository->storage));
    site.db.write(
        [&](db::Transaction& tx) { tx.run("UPDATE repository SET git_size = $2 WHERE id = $1", repository_id, size); });
    return {};
}

} // namespace cairn::repositories
