#include "repositories/lifecycle/wiki_folder.hpp"

#include "db/database.hpp"
#include "git/store/store.hpp"

namespace cairn::repositories {

Result<std::string> make_wiki(const api::Site& site, const StoredRepository& repository)
{
    std::string storage = git::Store::new_key();
    // As in create.hpp: whoever dies on the way leaves a row that says the folder has to go.
    site.db.write([&](db::Transaction& tx) {
        tx.run("INSERT INTO doomed_storage (storage, since) VALUES ($1, $2)", storage, Time::now());
    });
    TRY(site.get<git::Store>().create(storage, git::ObjectFormat::sha1, repository.wiki_branch));
    const bool ours = site.db.write([&](db::Transaction& tx) {
        if (tx.run("UPDATE repository SET wiki_storage = $2 WHERE id = $1 AND wiki_storage = ''", repository.id,
                   storage)
            == 0)
            return false;
        tx.run("DELETE FROM doomed_storage WHERE storage = $1", storage);
        return true;
    });
    if (ours) return storage;
    site.get<git::Store>().remove(storage);
    site.db.write([&](db::Transaction& tx) { tx.run("DELETE FROM doomed_storage WHERE storage = $1", storage); });
    const auto now = find_repository(site.db, repository.id);
    if (!now || now->wiki_storage.empty()) return not_found("the repository");
    return now->wiki_storage;
}

} // namespace cairn::repositories
