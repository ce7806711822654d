// Secrets that workflows of a repository are given. A value goes in and is seen again only by the tasks that get it.
#pragma once

#include "repositories/repository.hpp"
#include "runners/owner.hpp"
#include "runners/value_rules.hpp"

namespace cairn::config {
struct Settings;
} // namespace cairn::config
namespace cairn::db {
class Queries;
class Transaction;
} // namespace cairn::db

namespace cairn::runners {

struct Secret {
    std::string name;
    std::string description;
    Time created_at;
};
BOOST_DESCRIBE_STRUCT(Secret, (), (name, description, created_at))
constexpr auto notes(const Secret*)
{
    return std::array{Note{"", "A secret, without its value"}, Note{"name", "in capitals"},
                      Note{"description", "what it is for"}, Note{"created_at", "when it was made"}};
}

struct CreateOrUpdateSecretOption {
    std::string data;
    std::string description;
};
BOOST_DESCRIBE_STRUCT(CreateOrUpdateSecretOption, (), (data, description))
constexpr auto notes(const CreateOrUpdateSecretOption*)
{
    return std::array{Note{"", "A secret"},
                      Note{.member = "data", .doc = "its value, at most 64 KiB", .required = true},
                      Note{"description", "what it is for"}};
}

// Those of the holder, by name.
Page<Secret> secrets_of(const api::Call&, const Owner&, const Paging&);

// One of them, by its name in any case. Errc::not_found.
Result<Secret> find_secret(const api::Call&, const Owner&, std::string_view name);

// The holder's secret of that name, in any case, is this from now on; true: there was none before. Errc::bad_request
// for a name that workflows could not use, for a value that is too long and for one secret too many.
Result<bool> put_secret(const api::Call&, const Owner&, std::string_view name, const CreateOrUpdateSecretOption&);

// Errc::not_found
Result<void> delete_secret(const api::Call&, const Owner&, std::string_view name);

struct NewSecret {
    std::string name; // as read_value_name() gives it
    std::string value;
    std::string description{};
    Time created_at;
};
// False: there is one of the name, and it stays.
bool add_secret(db::Transaction&, const config::Settings&, const Owner&, const NewSecret&);

// Where the workflow that runs was written. What comes from a fork gets no secrets.
enum class Origin : std::uint8_t { repository, fork };

// Those of the owner and of the repository; where both have one of a name, the repository's. (github.token and its like
// are not among them: they are the task's own.)
Values secrets_for(db::Queries&, const config::Settings&, const repositories::StoredRepository&, Origin);

} // namespace cairn::runners
