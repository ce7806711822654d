// The manifest of a backup: what there was on the site, in lines of JSON. Content is named by its SHA-256 and lies
// beside it (backup/place.hpp); the last line has a digest of all lines before it, so that a manifest is whole or is
// none.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/reflect.hpp"
#include "base/result.hpp"
#include "crypto/running_digest.hpp"
#include "remotes/waypoint.hpp"
#include "storage/storage.hpp"

namespace cairn::backup {

class Reading;

inline constexpr std::int64_t format = 1;

// So many bytes with this digest.
struct Part {
    std::string sha256;
    std::int64_t size = 0;
};
BOOST_DESCRIBE_STRUCT(Part, (), (sha256, size))

struct Step {
    std::int64_t number = 0;
    std::string name;

    bool operator==(const Step&) const = default;
};
BOOST_DESCRIBE_STRUCT(Step, (), (number, name))

struct Column {
    std::string name;
    std::string kind; // boolean, integer, text
};
BOOST_DESCRIBE_STRUCT(Column, (), (name, kind))

// The first line.
struct Header {
    std::int64_t cairn_backup = 0; // the format
    std::string program;
    Time made_at;
    std::string engine;
    std::string address;
    std::string secret_mark;  // of the SECRET_KEY that the database's secrets are sealed with
    bool has_secrets = false; // the backup has that key, and others
    std::vector<Step> schema; // the migrations that have run
};
BOOST_DESCRIBE_STRUCT(Header, (), (cairn_backup, program, made_at, engine, address, secret_mark, has_secrets, schema))

enum class LineKind : std::uint8_t {
    table,      // rows in `parts`, one part after another
    repository, // what follows, until the next one, is of the repository with this key:
    bundle,     //   many small files, as a tar
    file,       //   one file
    stored,     // a file of the storage
    data,       // a file of the data folder
    secret,     // a secret that is a setting, or the file of one
    settings,   // the settings in force, for people to read
    missing,    // what the database names and was not there
    end,
};
BOOST_DESCRIBE_ENUM(LineKind, table, repository, bundle, file, stored, data, secret, settings, missing, end)

struct Line {
    LineKind kind = LineKind::end;
    std::string name;
    std::string sha256; // of the content; at the end: of all lines before
    std::int64_t size = 0;
    std::int64_t modified = 0; // nanoseconds; of a file of a repository
    std::vector<Column> columns;
    std::int64_t rows = 0; // at the end: lines before
    std::int64_t last_number = 0;
    std::vector<Part> parts;

    Part part() const { return {sha256, size}; }
};
BOOST_DESCRIBE_STRUCT(Line, (), (kind, name, sha256, size, modified, columns, rows, last_number, parts))
constexpr auto notes(const Line*)
{
    return std::array{
        Note{.member = "name", .omit_empty = true},        Note{.member = "sha256", .omit_empty = true},
        Note{.member = "size", .omit_empty = true},        Note{.member = "modified", .omit_empty = true},
        Note{.member = "columns", .omit_empty = true},     Note{.member = "rows", .omit_empty = true},
        Note{.member = "last_number", .omit_empty = true}, Note{.member = "parts", .omit_empty = true},
    };
}

// Whether a name leads to something below the folder that it is counted from, and says so in one way only.
bool stays_below(std::string_view name);

// One that is being written, in a file that nobody else sees: it may be long.
class ManifestDraft {
public:
    explicit ManifestDraft(const Header&);

    void add(const Line&);
    // Ends it. Its bytes, and how many there are.
    storage::Source finish();
    std::int64_t size() const { return size_; }
    // Of the whole text, for who wants to write it down elsewhere.
    std::string sha256() { return whole_.hex(); }

private:
    void write(std::string_view line);

    remotes::Waypoint file_;
    crypto::RunningSha256 whole_;
    crypto::RunningSha256 before_;
    std::int64_t lines_ = 0;
    std::int64_t size_ = 0;
};

// Each line in order but the last. Errc::unprocessable for what is no manifest, is not whole, or was written by a newer
// program; whoever has to know that before he acts reads it twice.
struct ManifestReader {
    std::function<Result<>(const Header&)> header;
    std::function<Result<>(const Line&)> line;
};
Result<> read_manifest(Reading&, const std::string& name, const ManifestReader&);

} // namespace cairn::backup
