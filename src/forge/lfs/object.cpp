#include "lfs/object.hpp"

#include <algorithm>

#include "access/repositories.hpp"
#include "api/call.hpp"
#include "base/text.hpp"
#include "crypto/random.hpp"
#include "crypto/running_digest.hpp"
#include "db/composition.hpp"
#include "db/files_hold.hpp"
#include "events/events.hpp"
#include "lfs/object_list.hpp"

namespace cairn::lfs {

using db::bound;

namespace {

constexpr std::int64_t longest_upload = 24 * 3600; // seconds; a file without a row that is older was given up
constexpr std::size_t names_at_once = 100;         // in one statement

std::vector<std::vector<std::string>> in_parts(std::span<const std::string> oids)
{
    std::vector<std::vector<std::string>> parts;
    for (std::size_t at = 0; at < oids.size(); at += names_at_once) {
        const auto part = oids.subspan(at, std::min(names_at_once, oids.size() - at));
        parts.emplace_back(part.begin(), part.end());
    }
    return parts;
}

struct WrongContent {
    std::string words;
};

// Passes on what comes, and holds it against what was announced: too much is noticed at once, the rest at the end.
class CheckedSource {
public:
    CheckedSource(const storage::Source& source, const Pointer& announced) : source_(source), announced_(announced) { }

    std::size_t read(std::span<char> into)
    {
        const auto got = source_(into);
        if (got == 0) return finish();
        digest_.add({into.data(), got});
        size_ += got;
        if (size_ > static_cast<std::uint64_t>(announced_.size))
            throw WrongContent{"more came than the " + std::to_string(announced_.size) + " bytes that were announced"};
        return got;
    }

private:
    std::size_t finish()
    {
        if (size_ < static_cast<std::uint64_t>(announced_.size))
            throw WrongContent{"only " + std::to_string(size_) + " bytes came, and " + std::to_string(announced_.size)
                               + " were announced"};
        if (digest_.hex() != announced_.oid) throw WrongContent{"the content is not the one that its name says"};
        return 0;
    }

    const storage::Source& source_;
    const Pointer& announced_;
    crypto::RunningSha256 digest_;
    std::uint64_t size_ = 0;
};

// The site has the content already: it only has to be shown that the client has it, too.
Result<void> compare(const api::Site& site, std::int64_t repository_id, const Pointer& pointer, CheckedSource& source)
{
    std::array<char, 64 * 1024> piece;
    while (source.read(piece) > 0) { }
    if (!site.db.write([&](db::Transaction& tx) { return link_object(tx, repository_id, pointer.oid); }))
        return fail(Errc::unavailable, "the object was removed meanwhile: send it again");
    return {};
}

// First the name among what must go, then the bytes, then the rows: whoever dies in between leaves it to the clean-up.
void keep(const api::Site& site, std::int64_t repository_id, const Pointer& pointer, CheckedSource& source)
{
    const auto uuid = crypto::random_uuid();
    const auto now = Time::now();
    site.db.write([&](db::Transaction& tx) {
        tx.run("INSERT INTO doomed_lfs_content (uuid, since) VALUES ($1, $2)", uuid, now);
    });
    const auto forget = [&] {
        site.get<storage::Storage>().remove(stored_name(uuid));
        site.db.write([&](db::Transaction& tx) { tx.run("DELETE FROM doomed_lfs_content WHERE uuid = $1", uuid); });
    };
    try {
        site.get<storage::Storage>().put(stored_name(uuid), [&](std::span<char> into) { return source.read(into); });
    } catch (const WrongContent&) {
        forget();
        throw;
    }
    const bool first = site.db.write([&](db::Transaction& tx) {
        const auto made = tx.run("INSERT INTO lfs_content (oid, uuid, size, created_at) VALUES ($1, $2, $3, $4)"
                                 " ON CONFLICT DO NOTHING",
                                 pointer.oid, uuid, pointer.size, now);
        if (made > 0) tx.run("DELETE FROM doomed_lfs_content WHERE uuid = $1", uuid);
        link_object(tx, repository_id, pointer.oid);
        return made > 0;
    });
    // Somebody else has sent the same at the same time.
    if (!first) forget();
}

} // namespace

std::string stored_name(std::string_view uuid)
{
    return "lfs/" + std::string(uuid.substr(0, 2)) + "/" + std::string(uuid);
}

bool is_oid(std::string_view text)
{
    return text.size() == 64
        && std::ranges::all_of(text, [](char c) { return text::is_digit(c) || (c >= 'a' && c <= 'f'); });
}

bool Pointer::is_valid() const { return is_oid(oid) && size >= 0; }

std::optional<StoredObject> find_object(db::Queries& db, std::int64_t repository_id, std::string_view oid)
{
    return db.first<StoredObject>("SELECT c.oid, c.uuid, c.size, TRUE AS here, TRUE AS readable FROM lfs_object o"
                                  " JOIN lfs_content c ON c.oid = o.oid WHERE o.repository_id = $1 AND o.oid = $2",
                                  repository_id, oid);
}

std::vector<StoredObject> find_objects(db::Queries& db, std::int64_t repository_id, const access::Viewer& viewer,
                                       std::span<const std::string> oids)
{
    std::vector<StoredObject> found;
    for (const auto& names : in_parts(oids)) {
        db::Composition query("SELECT c.oid, c.uuid, c.size,"
                              " EXISTS (SELECT 1 FROM lfs_object o WHERE o.oid = c.oid AND o.repository_id = ");
        query << bound(repository_id)
              << ") AS here, EXISTS (SELECT 1 FROM lfs_object o JOIN repository r ON r.id = o.repository_id"
                 " WHERE o.oid = c.oid AND ";
        access::add_reads(query, viewer, access::Unit::code);
        query << ") AS readable FROM lfs_content c WHERE c.oid IN " << bound(names);
        std::ranges::move(db.all<StoredObject>(query), std::back_inserter(found));
    }
    return found;
}

bool link_object(db::Transaction& tx, std::int64_t repository_id, std::string_view oid)
{
    const auto size = tx.first<std::int64_t>("SELECT size FROM lfs_content WHERE oid = $1", oid);
    if (!size) return false;
    const auto made = tx.run("INSERT INTO lfs_object (repository_id, oid, created_at) VALUES ($1, $2, $3)"
                             " ON CONFLICT DO NOTHING",
                             repository_id, oid, Time::now());
    if (made > 0) tx.run("UPDATE repository SET lfs_size = lfs_size + $2 WHERE id = $1", repository_id, *size);
    return true;
}

bool is_any_old(db::Queries& db, std::int64_t repository_id, std::span<const std::string> oids)
{
    for (const auto& names : in_parts(oids)) {
        db::Composition query("SELECT oid AS value FROM lfs_object WHERE repository_id = ");
        query << bound(repository_id) << " AND created_at < " << bound(Time::now().seconds - 24 * 3600)
              << " AND oid IN " << bound(names) << " LIMIT 1";
        if (db.first<std::string>(query)) return true;
    }
    return false;
}

void renew_objects(db::Transaction& tx, std::int64_t repository_id, std::span<const std::string> oids)
{
    for (const auto& names : in_parts(oids)) {
        db::Composition query("UPDATE lfs_object SET created_at = ");
        query << bound(Time::now()) << " WHERE repository_id = " << bound(repository_id) << " AND oid IN "
              << bound(names);
        tx.run(query);
    }
}

Result<void> receive_object(const api::Site& site, std::int64_t repository_id, const Pointer& pointer,
                            const storage::Source& source)
try {
    CheckedSource checked(source, pointer);
    const auto known = site.db.first<std::int64_t>("SELECT size FROM lfs_content WHERE oid = $1", pointer.oid);
    if (known) return compare(site, repository_id, pointer, checked);
    keep(site, repository_id, pointer, checked);
    return {};
} catch (const WrongContent& wrong) {
    return fail(Errc::unprocessable, wrong.words);
}

std::optional<http::Body> open_object(const api::Site& site, const StoredObject& object)
{
    return site.get<storage::Storage>().open(stored_name(object.uuid));
}

std::optional<std::string> read_object(const api::Site& site, const StoredObject& object, storage::Range range)
{
    return site.get<storage::Storage>().read(stored_name(object.uuid), range);
}

void share_objects(db::Transaction& tx, const events::RepositoryCreated& made)
{
    const auto shared = tx.run("INSERT INTO lfs_object (repository_id, oid, created_at)"
                               " SELECT r.id, o.oid, r.created_at FROM repository r JOIN lfs_object o"
                               " ON o.repository_id IN (r.fork_of, r.template_of) WHERE r.id = $1"
                               " ON CONFLICT DO NOTHING",
                               made.repository_id);
    if (shared > 0)
        tx.run("UPDATE repository SET lfs_size = (SELECT sum(c.size) FROM lfs_object o JOIN lfs_content c"
               " ON c.oid = o.oid WHERE o.repository_id = repository.id) WHERE id = $1",
               made.repository_id);
}

void remove_unused(const api::Site& site, const std::stop_token& stop)
{
    if (db::files_are_held(site.db)) return;
    for (const auto& uuid : site.db.all<std::string>("SELECT uuid FROM doomed_lfs_content WHERE since < $1",
                                                     Time::now().seconds - longest_upload)) {
        if (stop.stop_requested()) return;
        site.get<storage::Storage>().remove(stored_name(uuid));
        site.db.write([&](db::Transaction& tx) { tx.run("DELETE FROM doomed_lfs_content WHERE uuid = $1", uuid); });
    }
}

Page<ListedObject> list_objects(db::Queries& db, std::int64_t repository_id, const Paging& paging)
{
    return db.page<ListedObject>(paging,
                                 "SELECT o.oid, c.size, o.created_at FROM lfs_object o JOIN lfs_content c"
                                 " ON c.oid = o.oid WHERE o.repository_id = $1 ORDER BY o.created_at DESC, o.oid",
                                 repository_id);
}

} // namespace cairn::lfs
