// Bringing what the base branch has got since into the branch that a pull request comes from.
#pragma once

#include "pulls/pull.hpp"

namespace cairn::pulls {

struct UpdateQuery {
    std::string style;
};
BOOST_DESCRIBE_STRUCT(UpdateQuery, (), (style))
constexpr auto notes(const UpdateQuery*) { return std::array{Note{"style", "merge or rebase; without it, merge"}}; }

// Errc::unprocessable for a pull request that is closed, has no branch, or is not behind; Errc::forbidden where the
// repository does not allow this style or the caller may not write to the branch; Errc::conflict where somebody has to
// decide.
Result<> update_pull(const api::Call&, const PullContext&, const UpdateQuery&);

} // namespace cairn::pulls
