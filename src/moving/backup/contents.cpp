#include "backup/contents.hpp"

#include "accounts/profile/avatar.hpp"
#include "actions/log.hpp"
#include "attachments/upload.hpp"
#include "base/text.hpp"
#include "db/database.hpp"
#include "lfs/object.hpp"
#include "packages/content.hpp"
#include "repositories/avatar.hpp"
#include "runners/artifact_piece.hpp"

namespace cairn::backup {

namespace {

constexpr std::size_t at_once = 64U << 10;

struct NamedRow {
    std::string key; // what the next rows are behind
    std::string sha256;
    std::int64_t size = -1;
};
BOOST_DESCRIBE_STRUCT(NamedRow, (), (key, sha256, size))

// Each tells the next rows behind a key, in its order. Pictures come first: they are deleted at once, and nobody waits
// for a backup.
struct Source {
    db::Sql rows;
    std::string (*name)(std::string_view key);
};

const Source sources[] = {
    {"SELECT DISTINCT avatar AS key, '' AS sha256, -1 AS size FROM account"
     " WHERE has_own_avatar AND avatar > $1 ORDER BY avatar LIMIT 5000",
     [](std::string_view key) { return accounts::stored_picture(key); }},
    {"SELECT DISTINCT avatar AS key, '' AS sha256, -1 AS size FROM repository WHERE avatar > $1"
     " ORDER BY avatar LIMIT 5000",
     [](std::string_view key) { return repositories::stored_picture(key); }},
    {"SELECT uuid AS key, '' AS sha256, size FROM attachment WHERE uuid > $1 ORDER BY uuid LIMIT 5000",
     [](std::string_view key) { return attachments::stored_name(key); }},
    {"SELECT uuid AS key, oid AS sha256, size FROM lfs_content WHERE uuid > $1 ORDER BY uuid LIMIT 5000",
     [](std::string_view key) { return lfs::stored_name(key); }},
    {"SELECT uuid AS key, sha256, size FROM package_content WHERE uuid > $1 ORDER BY uuid LIMIT 5000",
     [](std::string_view key) { return packages::stored_name(key); }},
    {"SELECT uuid AS key, '' AS sha256, size FROM artifact_piece WHERE uuid > $1 ORDER BY uuid LIMIT 5000",
     [](std::string_view key) { return runners::stored_name(key); }},
    {"SELECT CAST(id AS TEXT) AS key, '' AS sha256, -1 AS size FROM action_task"
     " WHERE log_kept AND id > CAST(CASE WHEN $1 = '' THEN '0' ELSE $1 END AS BIGINT) ORDER BY id LIMIT 5000",
     [](std::string_view key) { return actions::stored_name(text::parse_integer(key).value_or(0)); }},
};

} // namespace

void each_content(db::Queries& db, const std::function<void(const Content&)>& take)
{
    for (const auto& source : sources) {
        std::string behind;
        while (true) {
            const auto rows = db.all<NamedRow>(source.rows, behind);
            if (rows.empty()) break;
            for (const auto& row : rows) take({source.name(row.key), row.sha256, row.size});
            behind = rows.back().key;
        }
    }
}

ContentList::ContentList(db::Queries& db)
{
    each_content(db, [this](const Content& content) {
        file_.write(content.name + '\t' + content.sha256 + '\t' + std::to_string(content.size) + '\n');
        ++size_;
    });
}

void ContentList::each(const std::function<void(const Content&)>& take)
{
    file_.rewind();
    std::string lines;
    std::string piece(at_once, '\0');
    while (const auto count = file_.read(piece)) {
        lines.append(piece, 0, count);
        std::size_t begin = 0;
        for (auto end = lines.find('\n'); end != lines.npos; end = lines.find('\n', begin)) {
            const auto columns = text::split(std::string_view(lines).substr(begin, end - begin), '\t');
            if (columns.size() != 3) throw std::runtime_error("the list of contents is damaged");
            take({std::string(columns[0]), std::string(columns[1]), text::parse_integer(columns[2]).value_or(-1)});
            begin = end + 1;
        }
        lines.erase(0, begin);
    }
}

} // namespace cairn::backup
