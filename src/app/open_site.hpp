#pragma once

#include <memory>

namespace cairn::config {
struct Settings;
} // namespace cairn::config
namespace cairn::db {
class Database;
struct Options;
} // namespace cairn::db

namespace cairn::app {

db::Options database_options(const config::Settings&);

// Makes the site's folders, opens its database and brings the schema up to date. Throws with words for the operator.
std::unique_ptr<db::Database> open_site(const config::Settings&);

} // namespace cairn::app
