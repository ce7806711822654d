// One request under way, as guards and handlers see it.
#pragma once

#include <memory>

#include "api/caller.hpp"
#include "api/operation.hpp"

namespace cairn::db {
class Database;
} // namespace cairn::db
namespace cairn::config {
struct Settings;
} // namespace cairn::config
namespace cairn::accounts {
class AuditTrail;
class KeyUses;
class Passwords;
class Sessions;
class Logins;
class TokenUses;
struct DeletionCheck;
} // namespace cairn::accounts

namespace cairn::crypto {
class Ed25519Key;
} // namespace cairn::crypto
namespace cairn::events {
class Bus;
} // namespace cairn::events
namespace cairn::identity {
class SigningKeys;
} // namespace cairn::identity
namespace cairn::git {
class Children;
class Repositories;
class Store;
} // namespace cairn::git

namespace cairn::jobs {
class Queue;
} // namespace cairn::jobs
namespace cairn::mail {
class Outbox;
} // namespace cairn::mail
namespace cairn::app {
class Metrics;
} // namespace cairn::app
namespace cairn::storage {
class Storage;
} // namespace cairn::storage
namespace cairn::cron {
class Scheduler;
} // namespace cairn::cron

namespace cairn::api {

class Documents;

// What is there once for the whole site and outlives every call.
struct Site {
    db::Database& db;
    const config::Settings& settings;
    accounts::Passwords& passwords;
    accounts::Logins& logins;
    accounts::TokenUses& token_uses;
    accounts::KeyUses& key_uses;
    accounts::Sessions& sessions;
    identity::SigningKeys& signing_keys;
    accounts::AuditTrail& audit;
    const git::Store& store;
    git::Repositories& open_repositories; // for reading: those of the store, kept open
    git::Children& children;              // where the git program is started
    const crypto::Ed25519Key* commit_key; // what the site signs its commits with; null: it does not
    const events::Bus& events;
    jobs::Queue& jobs;
    mail::Outbox& outbox;
    Documents& documents;
    app::Metrics& metrics;
    storage::Storage& storage;
    cron::Scheduler& scheduler;
    std::span<const accounts::DeletionCheck* const> deletion_checks; // what keeps an account from being deleted
};

// Name and value of each query parameter, decoded, in the order sent.
using QueryValues = std::vector<std::pair<std::string, std::string>>;

// Name and decoded value of each {name} of the row's path.
using PathValues = std::vector<std::pair<std::string_view, std::string>>;

struct Call {
    Call(Site& around, const http::Request& sent, const Operation& row, Door at = Door::api)
        : site(around), request(sent), operation(row), door(at)
    {
    }

    Site& site;
    const http::Request& request;
    const Operation& operation;
    Door door;
    Caller caller{};
    PathValues path{};
    QueryValues query{};
    std::vector<std::pair<std::string_view, std::string>> reply_headers{}; // beside those that the row makes

    db::Database& db() const { return site.db; }
    const config::Settings& settings() const { return site.settings; }

    // The decoded segment for {name}; the table's static_assert has seen that there is one.
    const std::string& segment(std::string_view name) const;
    // The first value of that query parameter; null when absent.
    const std::string* parameter(std::string_view name) const;

    // For guards: what the handler will take as `const T&`.
    template <class T> const T& load(T value) { return load(std::make_shared<const T>(std::move(value))); }
    template <class T> const T& load(std::shared_ptr<const T> value)
    {
        const T& loaded = *value;
        target_ = std::move(value);
        target_tag_ = &tag<T>;
        return loaded;
    }
    const void* loaded(const void* wanted) const { return target_tag_ == wanted ? target_.get() : nullptr; }

private:
    std::shared_ptr<const void> target_{};
    const void* target_tag_ = nullptr;
};

} // namespace cairn::api
