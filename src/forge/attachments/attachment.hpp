// A file that belongs to an issue, a comment or a release: its row, and how the API shows it.
#pragma once

#include <map>

#include "base/reflect.hpp"

namespace cairn::config {
struct Settings;
} // namespace cairn::config
namespace cairn::db {
class Queries;
} // namespace cairn::db

namespace cairn::attachments {

struct Attachment {
    std::int64_t id = 0;
    std::string name;
    std::int64_t size = 0;
    std::int64_t download_count = 0;
    Time created_at;
    std::string uuid;
    std::string browser_download_url;
};
BOOST_DESCRIBE_STRUCT(Attachment, (), (id, name, size, download_count, created_at, uuid, browser_download_url))
constexpr auto notes(const Attachment*)
{
    return std::array{
        Note{"", "A file that was attached to something"}, Note{"size", "in bytes"},
        Note{"browser_download_url", "where the file itself is, for those who may read what it belongs to"}};
}

struct EditAttachmentOptions {
    std::string name;
};
BOOST_DESCRIBE_STRUCT(EditAttachmentOptions, (), (name))
constexpr auto notes(const EditAttachmentOptions*)
{
    return std::array{Note{.member = "name", .doc = "empty: as it is", .max_length = 255}};
}

struct StoredAttachment {
    std::int64_t id = 0;
    std::string uuid;
    std::int64_t repository_id = 0;
    std::optional<std::int64_t> issue_id;
    std::optional<std::int64_t> comment_id;
    std::optional<std::int64_t> release_id;
    std::optional<std::int64_t> uploader_id;
    std::string name;
    std::int64_t size = 0;
    std::int64_t download_count = 0;
    Time created_at;
};
BOOST_DESCRIBE_STRUCT(StoredAttachment, (),
                      (id, uuid, repository_id, issue_id, comment_id, release_id, uploader_id, name, size,
                       download_count, created_at))

Attachment show_attachment(const StoredAttachment&, const config::Settings&);

std::optional<StoredAttachment> find_attachment(db::Queries&, std::int64_t id);
std::optional<StoredAttachment> find_attachment(db::Queries&, std::string_view uuid);

// The files of each of these issues themselves, of these comments, or of these releases, oldest first.
using ById = std::map<std::int64_t, std::vector<Attachment>>;
ById attachments_of_issues(db::Queries&, const config::Settings&, const std::vector<std::int64_t>& ids);
ById attachments_of_comments(db::Queries&, const config::Settings&, const std::vector<std::int64_t>& ids);
ById attachments_of_releases(db::Queries&, const config::Settings&, const std::vector<std::int64_t>& ids);

} // namespace cairn::attachments

// Described once for all who read the header.
template <> const cairn::Type& cairn::type_of<cairn::attachments::Attachment>();
