// Where things are kept that are too large for the database, which only knows their names: pictures, attachments,
// release assets, LFS objects, packages. A name is a path of plain segments ("avatars/3f/3f9a..."), made by the
// program.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "http/message.hpp"

namespace cairn::config {
struct Storage;
} // namespace cairn::config

namespace cairn::storage {

struct StorageError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// The server that has the files is away, or has too much to do: later it may well work.
struct Unavailable : StorageError {
    using StorageError::StorageError;
};

// Fills the front of the span and says how much; 0 is the end. Whatever it throws ends the writing.
using Source = std::function<std::size_t(std::span<char>)>;

struct Range {
    std::uint64_t offset = 0;
    std::uint64_t length = std::numeric_limits<std::uint64_t>::max(); // as far as it goes
};

// Safe from any thread. Throws StorageError for what the operator must repair (a full disk, a key that is refused),
// Unavailable for what may pass by itself, and std::logic_error for a name that is none.
class Storage {
public:
    virtual ~Storage() = default;

    // Keeps what the source gives, in place of what was there; returns how much it was. Whoever reads gets the old or
    // the new, never a part. On return it survives a loss of power; when it throws, nothing has changed.
    virtual std::uint64_t put(std::string_view name, const Source&) = 0;
    void put(std::string_view name, std::string_view bytes);

    // Nothing when there is none of that name.
    virtual std::optional<std::uint64_t> size(std::string_view name) = 0;
    bool exists(std::string_view name) { return size(name).has_value(); }

    // What is in the range, in memory.
    virtual std::optional<std::string> read(std::string_view name, Range = {}) = 0;
    // The same for an answer, which is sent without being held in memory.
    virtual std::optional<http::Body> open(std::string_view name, Range = {}) = 0;

    // False when there was none.
    virtual bool remove(std::string_view name) = 0;
};

// As the site's settings have it.
std::unique_ptr<Storage> open_storage(const config::Storage&);

// In a folder, which is made if it is missing.
std::unique_ptr<Storage> open_folder(const std::string& path);

// Throws std::logic_error unless the name is a relative path of letters, digits and "-_.", in which no segment begins
// with a dot. So no name leads out of the storage, whatever it was made from.
void check_name(std::string_view name);

} // namespace cairn::storage
