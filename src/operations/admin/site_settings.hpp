// The settings that administrators change while the site runs: where the database has values for them, who changes
// them, and how everybody comes to know.
//
// The database has the truth, a row for each setting, so that two administrators who change two settings do not meet.
// Each process has made settings of the file, the environment and these rows, and makes new ones when a row has
// changed: the one that changed it before it answers, all others when they are told (db/messages.hpp), or after they
// were away.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "accounts/account.hpp"
#include "api/call.hpp"
#include "config/current.hpp"
#include "config/stored.hpp"

namespace cairn::admin {

// What holds in a database that is open, for commands that end soon.
config::Overlaid settings_of_site(db::Database&, const config::Loaded&);

// A service of the site. Threads: any may call. What now() of current() gives is kept until this goes: that is some
// 20 KiB for each state that the settings are in for the first time.
class SiteSettings {
public:
    // What the file and the environment say.
    SiteSettings(db::Database&, config::Loaded said);
    SiteSettings(const SiteSettings&) = delete;
    SiteSettings& operator=(const SiteSettings&) = delete;

    config::Current current() const { return config::Current(now_); }

    // What another process is to be told when a setting has changed; before the first call.
    void tell_others(std::function<void()> tell) { tell_others_ = std::move(tell); }
    // Reads the rows again: a process that changed some, or one that may have missed it.
    void reload();

    const config::Loaded& said() const { return said_; }
    std::shared_ptr<const config::Overlaid> in_force() const;

    // The setting from now on, if it still is what somebody has seen. Errc::unprocessable for what it cannot be,
    // Errc::conflict where somebody else was faster, Errc::forbidden where it is fixed or of those that only the file
    // has.
    Result<> change(const api::Call&, const config::Key&, std::string_view value, std::string_view seen);
    // What the file says, or else the default, holds again.
    Result<> reset(const api::Call&, const config::Key&, std::string_view seen);

private:
    Result<> put(const api::Call&, const config::Key&, const std::string* value, std::string_view seen);

    db::Database& db_;
    const config::Loaded said_;
    std::function<void()> tell_others_{};
    std::mutex reading_{};       // one at a time, so that the last to read is the last to say
    mutable std::mutex state_{}; // of what follows
    std::shared_ptr<const config::Overlaid> in_force_{};
    std::map<std::string, std::unique_ptr<const config::Settings>> kept_{}; // by the values that were laid over
    std::atomic<const config::Settings*> now_{nullptr};
};

} // namespace cairn::admin
