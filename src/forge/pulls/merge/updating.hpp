// Bringing what the base branch has got since into the branch that a pull request comes from.
#pragma once

#include <functional>

#include "git/repository.hpp"
#include "pulls/pull.hpp"
#include "repositories/repository.hpp"

namespace cairn::pulls {

struct UpdateQuery {
    std::string style;
};
BOOST_DESCRIBE_STRUCT(UpdateQuery, (), (style))
constexpr auto notes(const UpdateQuery*) { return std::array{Note{"style", "merge or rebase; without it, merge"}}; }

// Whether the repository allows it and the caller may; whether it is behind is another question.
bool can_update(const api::Call&, const PullContext&, repositories::UpdateStyle);

// Errc::unprocessable for a pull request that is closed, has no branch, or is not behind; Errc::forbidden where the
// repository does not allow this style or the caller may not write to the branch; Errc::conflict where somebody has to
// decide.
Result<> update_pull(const api::Call&, const PullContext&, const UpdateQuery&);

// What the branch shall be at, which is at `tip`, with the commits of the base branch, which is at `base`, beside it.
using MakeHead =
    std::function<Result<git::ObjectId>(const git::Repository&, const git::ObjectId& tip, const git::ObjectId& base)>;

// Moves the branch that the pull request comes from, and brings the pull request up to date. Errors as update_pull()
// has them, and those of `make`.
Result<> move_head(const api::Call&, const PullContext&, repositories::UpdateStyle, const MakeHead& make);

// A commit that joins the two, with this tree.
Result<git::ObjectId> write_joining(const api::Call&, const git::Repository&, const PullContext&,
                                    const git::ObjectId& tree, const git::ObjectId& tip, const git::ObjectId& base);

} // namespace cairn::pulls
