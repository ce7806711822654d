// Private to src/moving/takeout: what is written down of a person, as rows.
#pragma once

#include "access/repositories.hpp"
#include "accounts/account.hpp"

namespace cairn::takeout {

struct TakenAccount {
    std::int64_t id = 0;
    std::string name;
    std::string full_name;
    std::string email;
    std::string description;
    std::string website;
    std::string location;
    accounts::Visibility visibility = accounts::Visibility::public_;
    Time created_at;
    Time last_login_at;
};
BOOST_DESCRIBE_STRUCT(TakenAccount, (),
                      (id, name, full_name, email, description, website, location, visibility, created_at,
                       last_login_at))
TakenAccount taken_account(const accounts::Account&);

struct TakenKey {
    std::string title;
    std::string key;
    Time created_at;
};
BOOST_DESCRIBE_STRUCT(TakenKey, (), (title, key, created_at))
std::vector<TakenKey> taken_keys(db::Queries&, std::int64_t account_id);

std::vector<std::string> organization_names(db::Queries&, std::int64_t account_id);
std::vector<std::string> followed_names(db::Queries&, std::int64_t account_id);
std::vector<std::string> follower_names(db::Queries&, std::int64_t account_id);
// Of what the person sees still: whoever was shown the door does not take along what was done behind it.
std::vector<std::string> starred_names(db::Queries&, const access::Viewer& person);

// What the person wrote, wherever it can be read by the person still; the next few hundreds behind an id.
struct TakenIssue {
    std::int64_t id = 0;
    std::string repository; // "owner/name"
    std::int64_t number = 0;
    bool is_pull = false;
    bool closed = false;
    std::string title;
    std::string body;
    Time created_at;
};
BOOST_DESCRIBE_STRUCT(TakenIssue, (), (id, repository, number, is_pull, closed, title, body, created_at))
std::vector<TakenIssue> issues_after(db::Queries&, const access::Viewer& person, std::int64_t id);

struct TakenComment {
    std::int64_t id = 0;
    std::string repository;
    std::int64_t number = 0;
    std::string body;
    Time created_at;
};
BOOST_DESCRIBE_STRUCT(TakenComment, (), (id, repository, number, body, created_at))
std::vector<TakenComment> comments_after(db::Queries&, const access::Viewer& person, std::int64_t id);

// What the person owns.
struct TakenRepository {
    std::int64_t id = 0;
    std::string name;
    std::string description;
    bool private_ = false;
    Time created_at;
};
BOOST_DESCRIBE_STRUCT(TakenRepository, (), (id, name, description, private_, created_at))
std::vector<TakenRepository> repositories_after(db::Queries&, std::int64_t account_id, std::int64_t id);

// Where the store has them.
struct TakenFolder {
    std::int64_t id = 0;
    std::string name;
    std::string storage;
    std::int64_t size = 0; // in bytes, about
};
BOOST_DESCRIBE_STRUCT(TakenFolder, (), (id, name, storage, size))
std::vector<TakenFolder> folders_after(db::Queries&, std::int64_t account_id, std::int64_t id);

} // namespace cairn::takeout
