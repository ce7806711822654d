#include "attachments/upload.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "attachments/media_type.hpp"
#include "attachments/multipart.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "config/settings.hpp"
#include "crypto/random.hpp"
#include "db/database.hpp"
#include "db/files_hold.hpp"
#include "http/url.hpp"
#include "storage/storage.hpp"

namespace cairn::attachments {

using api::Call;
using storage::Source;

namespace {

constexpr std::int64_t longest_upload = 24 * 3600; // seconds; a file without a row that is older was given up
constexpr std::size_t longest_name = 255;

struct TooLarge { };

// Browsers of old send whole paths.
Result<std::string> clean_name(std::string_view name)
{
    name = text::trim(name.substr(name.find_last_of("/\\") + 1));
    if (name.empty() || name == "." || name == "..") return fail(Errc::bad_request, "the file needs a name");
    if (!is_text(name) || utf8_length(name) > longest_name)
        return fail(Errc::bad_request, "the file's name must be UTF-8 of at most 255 characters");
    return std::string(name);
}

// What a source gives first, looked at before the rest is asked for.
class Head {
public:
    explicit Head(const Source& source) : source_(source)
    {
        while (size_ < bytes_.size()) {
            const auto got = source_(std::span(bytes_).subspan(size_));
            if (got == 0) break;
            size_ += got;
        }
    }
    std::string_view bytes() const { return {bytes_.data(), size_}; }

    std::size_t read(std::span<char> into)
    {
        if (given_ == size_) return source_(into);
        const auto taken = std::min(into.size(), size_ - given_);
        std::memcpy(into.data(), bytes_.data() + given_, taken);
        given_ += taken;
        return taken;
    }

private:
    const Source& source_;
    std::array<char, enough_to_tell> bytes_{};
    std::size_t size_ = 0;
    std::size_t given_ = 0;
};

Result<Received> store(const Call& call, std::string name, const UploadRules& rules, const Source& source)
{
    Head head(source);
    if (!is_allowed(rules.allowed_types, name, safe_type(head.bytes())))
        return fail(Errc::unprocessable, "files of this type are not wanted here");
    Received received{.uuid = crypto::random_uuid(), .name = std::move(name)};
    call.db().write([&](db::Transaction& tx) {
        tx.run("INSERT INTO doomed_attachment (uuid, since) VALUES ($1, $2)", received.uuid, Time::now());
    });
    const auto largest = static_cast<std::uint64_t>(rules.largest) << 20;
    std::uint64_t size = 0;
    try {
        call.site.get<storage::Storage>().put(stored_name(received.uuid), [&](std::span<char> into) {
            const auto got = head.read(into);
            size += got;
            if (size > largest) throw TooLarge{};
            return got;
        });
    } catch (const TooLarge&) {
        return fail(Errc::too_large, "the file must not have more than " + std::to_string(largest) + " bytes");
    }
    received.size = static_cast<std::int64_t>(size);
    return received;
}

} // namespace

std::string stored_name(std::string_view uuid)
{
    return "attachments/" + std::string(uuid.substr(0, 2)) + "/" + std::string(uuid);
}

Result<Received> receive(const Call& call, http::BodyReader& body, const UploadRules& rules)
try {
    const auto* asked = call.parameter("name");
    const auto content_type = call.request.header("Content-Type");
    const auto boundary = Multipart::boundary(content_type);
    if (!boundary) {
        if (text::istarts_with(content_type, "multipart/")) return fail(Errc::bad_request, "the form has no boundary");
        auto name = TRY(clean_name(asked != nullptr ? *asked : ""));
        return store(call, std::move(name), rules, [&](std::span<char> into) { return body.read(into); });
    }
    Multipart parts(body, *boundary);
    while (const auto part = parts.next()) {
        if (part->name != "attachment" && (part->name != "file" || call.door != api::Door::site)) continue;
        auto name = TRY(clean_name(asked != nullptr && !asked->empty() ? *asked : part->file_name));
        return store(call, std::move(name), rules, [&](std::span<char> into) { return parts.read(into); });
    }
    return fail(Errc::bad_request, "the form has no file named attachment");
} catch (const BrokenMultipart& broken) {
    return fail(Errc::bad_request, broken.what());
}

namespace {

// As much of a part, or of the whole body, as there is; nothing when that is more than is left of `room`.
std::optional<std::string> read_text(const Source& source, std::size_t& room)
{
    std::string text;
    std::array<char, 4096> piece{};
    while (const auto got = source(piece)) {
        if (got > room) return {};
        room -= got;
        text.append(piece.data(), got);
    }
    return text;
}

std::unexpected<Error> too_long() { return fail(Errc::too_large, "the form has more text than anybody writes"); }

} // namespace

Result<ReceivedForm> receive_form(const Call& call, http::BodyReader& body, const UploadRules& rules,
                                  std::int64_t most_files)
try {
    constexpr std::size_t most_fields = 1000;
    ReceivedForm form;
    auto room = static_cast<std::size_t>(call.settings().limits.max_text_bytes) * 4;
    const auto content_type = call.request.header("Content-Type");
    const auto boundary = Multipart::boundary(content_type);
    if (!boundary) {
        if (!text::istarts_with(content_type, "application/x-www-form-urlencoded"))
            return fail(Errc::bad_request, "a form is expected");
        const auto text = read_text([&](std::span<char> into) { return body.read(into); }, room);
        if (!text) return too_long();
        form.fields = http::parse_query(*text, most_fields);
        return form;
    }
    Multipart parts(body, *boundary);
    while (const auto part = parts.next()) {
        const Source source = [&](std::span<char> into) { return parts.read(into); };
        if (!part->is_file) {
            auto text = read_text(source, room);
            if (!text || form.fields.size() == most_fields) return too_long();
            form.fields.emplace_back(part->name, std::move(*text));
            continue;
        }
        if (part->file_name.empty()) continue; // a field in which nothing was chosen
        auto name = clean_name(part->file_name);
        auto received = name && static_cast<std::int64_t>(form.files.size()) < most_files
            ? store(call, std::move(*name), rules, source)
            : Result<Received>(
                  name ? fail(Errc::too_large, "at most " + std::to_string(most_files) + " files can be sent at once")
                       : std::unexpected(name.error()));
        if (!received) {
            form.refused = std::move(received).error();
            return form;
        }
        form.files.push_back(std::move(*received));
    }
    return form;
} catch (const BrokenMultipart& broken) {
    return fail(Errc::bad_request, broken.what());
}

StoredAttachment keep(db::Transaction& tx, const Received& received, StoredAttachment wanted)
{
    tx.run("DELETE FROM doomed_attachment WHERE uuid = $1", received.uuid);
    return tx.one<StoredAttachment>(
        "INSERT INTO attachment (uuid, repository_id, issue_id, comment_id, release_id, uploader_id, name, size,"
        " created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING *",
        received.uuid, wanted.repository_id, wanted.issue_id, wanted.comment_id, wanted.release_id, wanted.uploader_id,
        received.name, received.size, Time::now());
}

void rename(db::Database& db, StoredAttachment& file, const std::string& name)
{
    file.name = name;
    db.write([&](db::Transaction& tx) { tx.run("UPDATE attachment SET name = $2 WHERE id = $1", file.id, file.name); });
}

bool remove(const api::Site& site, const StoredAttachment& file)
{
    const bool removed =
        site.db.write([&](db::Transaction& tx) { return tx.run("DELETE FROM attachment WHERE id = $1", file.id) > 0; });
    sweep(site);
    return removed;
}

void sweep(const api::Site& site)
{
    if (db::files_are_held(site.db)) return;
    for (const auto& uuid : site.db.all<std::string>("SELECT uuid FROM doomed_attachment WHERE since < $1",
                                                     Time::now().seconds - longest_upload)) {
        site.get<storage::Storage>().remove(stored_name(uuid));
        site.db.write([&](db::Transaction& tx) { tx.run("DELETE FROM doomed_attachment WHERE uuid = $1", uuid); });
    }
}

} // namespace cairn::attachments
