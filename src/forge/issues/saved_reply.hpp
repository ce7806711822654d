// Saved replies: what somebody answers again and again, kept for the fields that comments are written in. They are
// their owner's alone.
#pragma once

#include "base/reflect.hpp"
#include "base/result.hpp"
#include "base/time.hpp"

namespace cairn::api {
struct Call;
} // namespace cairn::api
namespace cairn::db {
class Queries;
} // namespace cairn::db

namespace cairn::issues {

inline constexpr std::int64_t most_saved_replies = 100; // of an account

struct SavedReply {
    std::int64_t id = 0;
    std::int64_t account_id = 0;
    std::string title;
    std::string body;
    Time updated_at;
};
BOOST_DESCRIBE_STRUCT(SavedReply, (), (id, account_id, title, body, updated_at))

struct SavedReplyOption {
    std::string title;
    std::string body;
};
BOOST_DESCRIBE_STRUCT(SavedReplyOption, (), (title, body))
constexpr auto notes(const SavedReplyOption*)
{
    return std::array{Note{.member = "title", .required = true, .max_length = 100},
                      Note{.member = "body", .required = true, .max_length = 10000}};
}

// A reply as a menu shows it.
struct SavedReplyTitle {
    std::int64_t id = 0;
    std::string title;
};
BOOST_DESCRIBE_STRUCT(SavedReplyTitle, (), (id, title))

// All of an account's, by their titles.
std::vector<SavedReplyTitle> saved_reply_titles(db::Queries&, std::int64_t account_id);
std::vector<SavedReply> saved_replies(db::Queries&, std::int64_t account_id);
// Nothing for one of somebody else.
std::optional<SavedReply> find_saved_reply(db::Queries&, std::int64_t account_id, std::int64_t id);

// The caller's own. Errc::unprocessable for what says nothing, and for one too many; Errc::not_found for what is gone,
// or somebody else's.
Result<SavedReply> create_saved_reply(const api::Call&, const SavedReplyOption&);
Result<> change_saved_reply(const api::Call&, std::int64_t id, const SavedReplyOption&);
Result<> delete_saved_reply(const api::Call&, std::int64_t id);

} // namespace cairn::issues
