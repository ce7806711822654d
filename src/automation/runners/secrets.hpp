// What workflows of a repository are given: secrets, which nobody ever reads again, and variables.
#pragma once

#include <map>
#include <string>

#include "repositories/repository.hpp"
#include "runners/owner.hpp"

namespace cairn::config {
struct Settings;
} // namespace cairn::config
namespace cairn::db {
class Queries;
class Transaction;
} // namespace cairn::db

namespace cairn::runners {

using Values = std::map<std::string, std::string>; // names are in capitals

// Where the workflow that runs was written. What comes from a fork gets no secrets.
enum class Origin : std::uint8_t { repository, fork };

// Those of the owner and of the repository; where both have one of a name, the repository's. (github.token and its like
// are not among them: they are the task's own.)
Values secrets_for(db::Queries&, const config::Settings&, const repositories::StoredRepository&, Origin);

struct NewSecret {
    std::string name; // as read_value_name() gives it
    std::string value;
    std::string description{};
    Time created_at;
};
// False: there is one of the name, and it stays.
bool add_secret(db::Transaction&, const config::Settings&, const Owner&, const NewSecret&);

Values variables_for(db::Queries&, const repositories::StoredRepository&);

} // namespace cairn::runners
