#include "git/store/borrow.hpp"

#include "crypto/random.hpp"
#include "git/references/references.hpp"

namespace cairn::git {

Borrowed::Borrowed(std::string path) : path_(std::move(path)), name_("refs/internal/borrowed/" + crypto::random_hex(8))
{
}

Borrowed::Borrowed(Borrowed&& other) noexcept
    : path_(std::move(other.path_)), name_(std::exchange(other.name_, {})), commit_(other.commit_)
{
}

Borrowed::~Borrowed()
{
    if (name_.empty() || commit_.is_zero()) return;
    if (const auto repository = Repository::open(path_))
        static_cast<void>(update_reference(*repository, {.name = name_, .before = commit_, .after = {}}));
}

Result<Borrowed> Borrowed::fetch(Children& children, const Wish& wish)
{
    TRY(find_branch(TRY(Repository::open(wish.from)), wish.branch));
    Borrowed borrowed(wish.into);
    const auto answer =
        TRY(children.ask({.arguments = {"fetch", "--quiet", "--no-tags", "--no-write-fetch-head", wish.from,
                                        "+" + std::string(heads) + wish.branch + ":" + borrowed.name_},
                          .environment = {"GIT_DIR=" + wish.into},
                          .reads = {wish.from},
                          .writes = {wish.into},
                          .time_limit = wish.time_limit}));
    if (answer.status != 0) return fail(Errc::unavailable, "the commits of the other repository could not be read");
    borrowed.commit_ = TRY(find_reference(TRY(Repository::open(wish.into)), borrowed.name_)).commit;
    return borrowed;
}

} // namespace cairn::git
