// Large files: which there are, which repository has which, and how their bytes come in and go out. The bytes are kept
// once for the whole site; a repository has an object if it has been shown to have its content.
#pragma once

#include <span>
#include <stop_token>

#include "access/viewer.hpp"
#include "base/reflect.hpp"
#include "base/result.hpp"
#include "storage/storage.hpp"

namespace cairn::api {
struct Site;
} // namespace cairn::api
namespace cairn::db {
class Queries;
class Transaction;
} // namespace cairn::db
namespace cairn::events {
struct RepositoryCreated;
} // namespace cairn::events

namespace cairn::lfs {

// What a client calls an object by: the SHA-256 of its content, and its size.
struct Pointer {
    std::string oid;
    std::int64_t size = 0;

    bool is_valid() const;
};
BOOST_DESCRIBE_STRUCT(Pointer, (), (oid, size))

bool is_oid(std::string_view);

struct StoredObject {
    std::string oid;
    std::string uuid;
    std::int64_t size = 0;
    bool here = false;     // the repository has it
    bool readable = false; // somebody else's repository has it, and the viewer may read that one
};
BOOST_DESCRIBE_STRUCT(StoredObject, (), (oid, uuid, size, here, readable))

// The object of that name, if the repository has it.
std::optional<StoredObject> find_object(db::Queries&, std::int64_t repository_id, std::string_view oid);

// Those of the names that the site has at all, as they are for the repository and the viewer. In no order.
std::vector<StoredObject> find_objects(db::Queries&, std::int64_t repository_id, const access::Viewer&,
                                       std::span<const std::string> oids);

// The repository has the object from now on. False when the site has lost it meanwhile.
bool link_object(db::Transaction&, std::int64_t repository_id, std::string_view oid);

// Whether any of them has been the repository's for more than a day; and: they are as if they had just come.
bool is_any_old(db::Queries&, std::int64_t repository_id, std::span<const std::string> oids);
void renew_objects(db::Transaction&, std::int64_t repository_id, std::span<const std::string> oids);

// Takes the content from the source and gives the object to the repository: Errc::unprocessable, and nothing is kept,
// for content that is not what its name says.
Result<void> receive_object(const api::Site&, std::int64_t repository_id, const Pointer&, const storage::Source&);

// What the file of an object is called in the storage.
std::string stored_name(std::string_view uuid);

// The bytes. Nothing when the storage has lost them.
std::optional<http::Body> open_object(const api::Site&, const StoredObject&);
std::optional<std::string> read_object(const api::Site&, const StoredObject&, storage::Range);

// A fork begins with what its base has, and so does what is made from a template.
void share_objects(db::Transaction&, const events::RepositoryCreated&);

// Removes the files of objects that no repository has any more, and those of uploads that were given up.
void remove_unused(const api::Site&, const std::stop_token&);

} // namespace cairn::lfs
