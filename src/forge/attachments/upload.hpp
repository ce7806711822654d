// Files on their way in: from the request into the storage without being held in memory, then a row.
#pragma once

#include "api/call.hpp"
#include "attachments/attachment.hpp"

namespace cairn::db {
class Database;
class Transaction;
} // namespace cairn::db

namespace cairn::attachments {

struct UploadQuery {
    std::string name;
};
BOOST_DESCRIBE_STRUCT(UploadQuery, (), (name))
constexpr auto notes(const UploadQuery*)
{
    return std::array{Note{"name", "what the file shall be called, in place of its own name"}};
}

struct UploadRules {
    std::int64_t largest = 0; // MiB
    std::span<const std::string> allowed_types{};
};

// A file that is in the storage and has no row yet. Whoever dies now leaves it to the clean-up.
struct Received {
    std::string uuid;
    std::string name;
    std::int64_t size = 0;
};

// The file that a request brings: the part "attachment" (pages say "file") of a form, or the whole body. `name` in the
// query goes before the name that the form has. Errc::bad_request without a file or a name, Errc::too_large, and
// Errc::unprocessable for a type that the site does not want.
Result<Received> receive(const api::Call&, http::BodyReader&, const UploadRules&);

// What a page's form brings, with files among its fields.
struct ReceivedForm {
    api::QueryValues fields{};
    std::vector<Received> files{};
    std::optional<Error> refused{}; // why a file was not taken: no more of the form was read
};

// A form while it arrives, of either kind that browsers send. Every file in it goes into the storage, `most_files` at
// most. Errc::bad_request for what is no form, Errc::too_large for fields that are longer than any text may be.
Result<ReceivedForm> receive_form(const api::Call&, http::BodyReader&, const UploadRules&, std::int64_t most_files);

// Gives it its row, as `wanted` has it but for what came with the file.
StoredAttachment keep(db::Transaction&, const Received&, StoredAttachment wanted);

// Gives it another name, whatever that is.
void rename(db::Database&, StoredAttachment&, const std::string& name);

// Row and file. Whether there was a row.
bool remove(const api::Site&, const StoredAttachment&);

// Removes the files of rows that are gone, and those that never got one.
void sweep(const api::Site&);

// Its name in the storage.
std::string stored_name(std::string_view uuid);

} // namespace cairn::attachments
