// The part cache: parts of pages that are made of git's objects and of nothing else: a folder's rows, a file's lines, a
// rendered README. Most of what a page about code costs is to make them, and a commit's id stands for all of it.
//
//     const auto key = part_key({"folder", address, commit.hex(), path});
//     if (auto kept = find_part<FolderPart>(db, key)) return *kept;
//     ...
//     return *keep_part(db, key, std::move(made));
//
// Promises: what is given was kept with the very same key. So the key names all that the part was made of: objects by
// their ids, and whatever else is written into it (addresses, settings of the address, the language). Nothing that
// somebody may see and another may not is in a part, unless the key says it; no time of now either.
// Ownership: the cache belongs to the database, which stands for the site; parts are shared and constant.
// Threads: any may call.
#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>

#include "base/reflect.hpp"

namespace cairn::db {
class Database;
} // namespace cairn::db

namespace cairn::cache {

// Of several texts, whatever is in them.
std::string part_key(std::initializer_list<std::string_view>);

namespace detail {

std::shared_ptr<const void> find_part(db::Database&, const Type&, const std::string& key);
void keep_part(db::Database&, const Type&, std::size_t size, const std::string& key, std::shared_ptr<const void>);

} // namespace detail

// Null: it has to be made; with VERIFY that is always so.
template <class Part> std::shared_ptr<const Part> find_part(db::Database& db, const std::string& key)
{
    return std::static_pointer_cast<const Part>(detail::find_part(db, type_of<Part>(), key));
}

// With VERIFY it is held against what was kept before.
template <class Part> std::shared_ptr<const Part> keep_part(db::Database& db, const std::string& key, Part made)
{
    auto part = std::make_shared<const Part>(std::move(made));
    detail::keep_part(db, type_of<Part>(), sizeof(Part), key, part);
    return part;
}

} // namespace cairn::cache
