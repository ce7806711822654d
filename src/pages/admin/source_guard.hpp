// Whose sign-in source: of pages of administrators.
#pragma once

#include "accounts/guards.hpp"
#include "accounts/sources/source.hpp"

namespace cairn::pages {

struct AdminSourcePath {
    std::int64_t id = 0;
};
BOOST_DESCRIBE_STRUCT(AdminSourcePath, (), (id))
constexpr auto notes(const AdminSourcePath*) { return std::array{Note{"id", "the number of the sign-in source"}}; }

std::string admin_source_address(const accounts::Source&);

Result<void> check_administers_source(api::Call&);

inline constexpr api::Guard administers_source{.name = "administers the sign-in source",
                                               .path = &type_of<AdminSourcePath>(),
                                               .loads = &api::tag<accounts::Source>,
                                               .errors = {401, 403, 404},
                                               .check = &check_administers_source};

} // namespace cairn::pages
