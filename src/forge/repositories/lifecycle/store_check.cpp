#include "repositories/lifecycle/store_check.hpp"

#include <set>

#include "base/reflect.hpp"
#include "db/database.hpp"
#include "git/store/store.hpp"

namespace cairn::repositories {

BOOST_DESCRIBE_STRUCT(StoreFindings::Missing, (), (id, name, storage, default_branch))

StoreFindings examine_store(db::Database& db, const git::Store& store)
{
    StoreFindings findings;
    // In this order: a folder that is made or removed in the meantime has its row before, and until after.
    const auto folders = store.keys();
    const auto known = db.all<std::string>("SELECT storage FROM repository UNION SELECT wiki_storage FROM repository"
                                           " UNION SELECT storage FROM doomed_storage");
    const std::set<std::string_view> keys(known.begin(), known.end());
    for (const auto& folder : folders)
        if (!keys.contains(folder) && store.exists(folder)) findings.strays.push_back(folder);

    constexpr db::Sql all("SELECT r.id, a.name || '/' || r.name AS name, r.storage, r.default_branch FROM repository r"
                          " JOIN account a ON a.id = r.owner_id ORDER BY r.id");
    bool any_there = false;
    for (auto& repository : db.all<StoreFindings::Missing>(all)) {
        if (store.exists(repository.storage)) {
            any_there = true;
            continue;
        }
        if (db.scalar<bool>("SELECT EXISTS (SELECT 1 FROM repository WHERE id = $1) AS value", repository.id))
            findings.missing.push_back(std::move(repository));
    }
    findings.all_missing = !any_there && !findings.missing.empty();
    return findings;
}

bool make_missing_folder(db::Database& db, const git::Store& store, const StoreFindings::Missing& repository)
{
    if (!store.create(repository.storage, git::ObjectFormat::sha1, repository.default_branch)) return false;
    db.write([&](db::Transaction& tx) {
        tx.run("UPDATE repository SET empty = TRUE, branch_count = 0, git_size = 0 WHERE id = $1", repository.id);
        tx.run("DELETE FROM branch WHERE repository_id = $1", repository.id);
    });
    return true;
}

} // namespace cairn::repositories
