// What it takes to put something into the API's words: where to read, the site's settings, and who looks. A call is
// one; so is a transaction under way, for what is told to others (hooks) with the change that caused it.
#pragma once

#include "api/call.hpp"
#include "db/database.hpp"

namespace cairn::api {

class View {
public:
    View(const Call& call) : View(call.db(), call.settings(), call.caller) { } // NOLINT(google-explicit-constructor)
    View(db::Queries& db, const config::Settings& settings, const Caller& viewer)
        : caller(viewer), db_(&db), settings_(&settings)
    {
    }

    const Caller& caller;
    db::Queries& db() const { return *db_; }
    const config::Settings& settings() const { return *settings_; }

private:
    db::Queries* db_;
    const config::Settings* settings_;
};

} // namespace cairn::api
