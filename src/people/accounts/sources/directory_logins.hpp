// Signing in by directories: which of them are asked about a name, how many at once, and what comes of the answer.
#pragma once

#include <chrono>
#include <map>
#include <mutex>

#include "accounts/sign_in/semaphore.hpp"
#include "accounts/sources/directory_check.hpp"
#include "http/message.hpp"

namespace cairn::accounts {

// Safe from any thread; what asks a directory blocks its own.
class DirectoryLogins {
public:
    DirectoryLogins(db::Database& db, const config::Settings& settings) : db_(db), settings_(settings) { }

    // Who has to be asked about the password of that account, or of a name that no account has. None: the site knows.
    std::vector<Source> asked_about(const std::optional<Account>&) const;

    // By what a password that the source has found right is known again; another one after every change of the source.
    static std::string mark_of(const Source&, const Account&);

    struct Verdict {
        enum class Kind : std::uint8_t { right, wrong, silent, busy };

        Kind kind = Kind::wrong;
        Source source{};                  // who has said so
        std::optional<Account> account{}; // of a right one
    };
    // One after the other, until one recognizes the person. An account is made where the source does that;
    // Errc::forbidden, in words for the person, where that fails, or there is none.
    Result<Verdict> check(const http::Request&, const std::vector<Source>&, const std::optional<Account>&,
                          std::string_view name, std::string_view password, Guest who);

    // What comes of it without any of that, with its turn; silent, with words, where too many wait.
    DirectoryAnswer ask(const Source&, std::string_view name, std::string_view password, Guest who = {});

private:
    static constexpr unsigned at_once = 4, most_waiting = 8;
    // A directory that does not answer is left alone for so long: whoever comes meanwhile is told at once.
    static constexpr std::chrono::seconds left_alone{5};
    using Clock = std::chrono::steady_clock;

    Result<Account> account_of(const http::Request&, const Source&, const Described&);
    void follow_rights(const http::Request&, db::Transaction&, const Source&, Account&, const Described&);
    bool is_left_alone(const Source&);
    void note(const Source&, const DirectoryAnswer&);

    db::Database& db_;
    const config::Settings& settings_;
    Semaphore slots_{at_once, most_waiting};
    std::mutex mutex_;
    std::map<std::pair<std::int64_t, std::int64_t>, Clock::time_point> silent_until_; // by source and version
};

} // namespace cairn::accounts
