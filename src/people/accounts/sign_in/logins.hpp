// The one place where names, passwords and codes are believed, for Basic and for the login page alike: throttled, told
// in the same words and time whether there is such an account, and noted in the audit trail.
#pragma once

#include <atomic>
#include <chrono>

#include "accounts/account.hpp"
#include "accounts/sign_in/two_factor.hpp"
#include "accounts/sources/directory_logins.hpp"
#include "http/message.hpp"

namespace cairn::accounts {

class AuditTrail;
class Passwords;
class LoginLimits;
struct KeyAnswer;

class Logins {
public:
    Logins(db::Database& db, const config::Settings& settings, Passwords& passwords, LoginLimits& limits,
           AuditTrail& audit)
        : db_(db), settings_(settings), passwords_(passwords), limits_(limits), audit_(audit),
          directories_(db, settings)
    {
    }

    // The account whose name, or address, and password these are; whether it may sign in is the caller's to see. A
    // directory is asked about its own accounts, and about names that nobody has here: an account may be made.
    // Errc::unauthorized for any other, too_many_requests for who has to wait, unavailable when too many passwords are
    // being hashed, or when one would have to be and `quick` forbids it, or when a directory does not answer; forbidden
    // for whom a directory knows and nobody here.
    Result<Account> by_password(const http::Request&, std::string_view name, std::string_view password, bool quick);

    // What a directory says of a name and a password, for administrators who try it out: nobody is signed in by it.
    DirectoryAnswer try_out(const Source& source, std::string_view name, std::string_view password)
    {
        return directories_.ask(source, name, password);
    }

    // Whether this address has sent so many wrong tokens that another unknown one is not even looked at closely.
    Result<void> check_token_guesses(const http::Request&) const;
    void count_wrong_token(const http::Request&);

    // The second step, after a right password. Errc::unauthorized for a code that is wrong or was used.
    Result<void> by_code(const http::Request&, const Account&, std::string_view code);
    Result<void> by_recovery_code(const http::Request&, const Account&, std::string_view code);
    Result<void> by_key(const http::Request&, const Account&, std::int64_t session_id, const KeyAnswer&);

    // What Basic asks for beside the password: a one-time code in a header of its own. An account with security keys
    // cannot show them there, so its password is of no use. Errc::unavailable when `quick` and there is a code to use.
    Result<void> second_step_of_basic(const http::Request&, const Account&, bool quick);

private:
    Result<void> check_password(const http::Request&, std::string_view name, const std::optional<Account>&,
                                std::string_view password);
    Result<Account> by_directory(const http::Request&, const std::vector<Source>&, const std::optional<Account>&,
                                 std::string_view name, std::string_view password, bool quick);
    std::unexpected<Error> wrong_password(const http::Request&, std::string_view name, const std::optional<Account>&);
    void slow_down(std::string_view name);
    std::unexpected<Error> too_many_passwords(std::chrono::seconds wait) const;
    Result<void> settle(const http::Request&, const Account&, Result<void> passed);

    db::Database& db_;
    const config::Settings& settings_;
    Passwords& passwords_;
    LoginLimits& limits_;
    AuditTrail& audit_;
    DirectoryLogins directories_;
    std::atomic<int> slowed_ = 0;
};

} // namespace cairn::accounts
