// Variables: what workflows read as vars.NAME.
#pragma once

#include "repositories/repository.hpp"
#include "runners/owner.hpp"
#include "runners/value_rules.hpp"

namespace cairn::db {
class Queries;
} // namespace cairn::db

namespace cairn::runners {

struct ActionVariable {
    std::int64_t owner_id = 0;
    std::int64_t repo_id = 0;
    std::string name;
    std::string data;
    std::string description;
};
BOOST_DESCRIBE_STRUCT(ActionVariable, (), (owner_id, repo_id, name, data, description))
constexpr auto notes(const ActionVariable*)
{
    return std::array{
        Note{"", "A variable"},
        Note{"owner_id", "the id of the account that it is for all repositories of; 0 where it is a repository's"},
        Note{"repo_id", "the id of the repository that it is of; 0 where it is an account's"},
        Note{"name", "in capitals"},
        Note{"data", "its value"},
        Note{"description", "what it is for"}};
}

struct CreateVariableOption {
    std::string value;
    std::string description;
};
BOOST_DESCRIBE_STRUCT(CreateVariableOption, (), (value, description))
constexpr auto notes(const CreateVariableOption*)
{
    return std::array{Note{"", "A new variable"}, Note{.member = "value", .doc = "at most 64 KiB", .required = true},
                      Note{"description", "what it is for"}};
}

struct UpdateVariableOption {
    std::string name;
    std::string value;
    std::string description;
};
BOOST_DESCRIBE_STRUCT(UpdateVariableOption, (), (name, value, description))
constexpr auto notes(const UpdateVariableOption*)
{
    return std::array{Note{"", "What becomes of a variable"},
                      Note{"name", "its new name; without one it keeps its own"},
                      Note{.member = "value", .doc = "at most 64 KiB", .required = true},
                      Note{"description", "what it is for; without one it has none any more"}};
}

// Those of the holder, by name.
Page<ActionVariable> variables_of(const api::Call&, const Owner&, const Paging&);

// Names are found in any case, here and below. Errc::not_found.
Result<ActionVariable> find_variable(const api::Call&, const Owner&, std::string_view name);

// Errc::bad_request for a name that workflows could not use, for a value that is too long and for one variable too
// many; Errc::conflict where the holder has one of that name.
Result<void> create_variable(const api::Call&, const Owner&, std::string_view name, const CreateVariableOption&);

// Errc::not_found, Errc::bad_request as above, Errc::conflict for a new name that another one has.
Result<void> update_variable(const api::Call&, const Owner&, std::string_view name, const UpdateVariableOption&);

// Errc::not_found
Result<void> delete_variable(const api::Call&, const Owner&, std::string_view name);

// Those of the site, of the owner and of the repository; where several have one of a name, the repository's, else the
// owner's.
Values variables_for(db::Queries&, const repositories::StoredRepository&);

} // namespace cairn::runners
