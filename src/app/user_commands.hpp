// `cairn admin user …`: accounts managed from the machine that the site runs on, also while it runs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"

namespace cairn::config {
struct Settings;
} // namespace cairn::config
namespace cairn::db {
class Database;
} // namespace cairn::db

namespace cairn::app {

struct CreateUser {
    std::string username;
    std::string email;
    std::string password;
    std::string full_name;
    bool random_password = false;
    std::size_t random_password_length = 16;
    bool admin = false;
    bool restricted = false;
    std::optional<bool> must_change_password{}; // unless said: yes, but not for the site's first account
    bool access_token = false;
    std::string access_token_name = "made-with-the-account";
    std::vector<std::string> access_token_scopes = {"all"};
};

// The account to act on, by whichever is given.
struct WhichUser {
    std::optional<std::int64_t> id{};
    std::string username{};
    std::string email{};
};

// Each prints what it did on standard output; an Error is for standard error.
Result<void> create_user(db::Database&, const config::Settings&, const CreateUser&);
Result<void> list_users(db::Database&, bool only_admins);
Result<void> change_password(db::Database&, const config::Settings&, const std::string& username,
                             const std::string& password, bool must_change);
Result<void> reset_mfa(db::Database&, const std::string& username);
Result<void> delete_user(db::Database&, const WhichUser&);
Result<void> generate_access_token(db::Database&, const std::string& username, const std::string& name,
                                   const std::vector<std::string>& scopes, bool raw);
Result<void> set_must_change_password(db::Database&, bool all, const std::vector<std::string>& usernames,
                                      const std::vector<std::string>& except, bool must_change);

} // namespace cairn::app
