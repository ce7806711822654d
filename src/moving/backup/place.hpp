// Where a backup lies: a folder, a bucket of a server that speaks S3, or a tar. Everywhere there are the same files:
//
//     parts/3f/3f9a…            content, named by its SHA-256; many backups of one place share it
//     manifests/NAME.jsonl      a backup (backup/manifest.hpp), written last
//     latest                    the name of the last one
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "backup/manifest.hpp"

namespace cairn::config {
struct Settings;
} // namespace cairn::config

namespace cairn::backup {

inline constexpr std::string_view latest = "latest";
std::string name_of(const Part&);
std::string name_of_manifest(std::string_view backup);

// Throws storage::StorageError or std::system_error where the place fails.
class Reading {
public:
    virtual ~Reading() = default;

    virtual std::optional<std::uint64_t> size(const std::string& name) = 0;
    // As much as there is of it; nothing when it is gone.
    virtual std::string read(const std::string& name, std::uint64_t offset, std::uint64_t count) = 0;
    std::string read_all(const std::string& name, std::uint64_t most);
};

// The name of the latest backup of a place; empty: none has come to its end.
std::string latest_in(Reading&);

class Writing {
public:
    virtual ~Writing() = default;

    // It is there already, from an earlier backup or one that did not come to its end.
    virtual bool has(const Part&) = 0;
    // `size` is what the source gives.
    virtual void put(const std::string& name, std::uint64_t size, const storage::Source&) = 0;
    // All of it is on the disk, or out.
    virtual void finish() = 0;
    // What can be read while it is written; null for a stream.
    virtual Reading* readable() { return nullptr; }
};

// `where` as an operator says it: a folder, s3://BUCKET/PREFIX, FILE.tar, or - for the standard output. The server that
// speaks S3 is the site's own ([storage] MINIO_*), or the one of AWS_ENDPOINT_URL, AWS_ACCESS_KEY_ID,
// AWS_SECRET_ACCESS_KEY and AWS_REGION.
Result<std::unique_ptr<Writing>> open_to_write(const std::string& where, const config::Settings&);

struct Found {
    std::unique_ptr<Reading> files;
    std::string manifest;
};
// The same, and the file of a manifest below a folder for that one; otherwise it is the latest. - is the standard
// input, which has to be kept in a file first.
Result<Found> open_to_read(const std::string& where, const config::Settings&);

} // namespace cairn::backup
