// What somebody wants to hear of, and how: each reason to be told belongs to a matter, and for each matter they choose
// mail and the site, the site alone, or nothing. How much comes by mail at all is another choice, of the account
// (accounts::choose_mail()), which came before and which this one only takes away from.
#pragma once

#include <array>
#include <optional>

#include "base/reflect.hpp"
#include "base/result.hpp"

namespace cairn::api {
struct Call;
} // namespace cairn::api
namespace cairn::db {
class Composition;
class Queries;
} // namespace cairn::db

namespace cairn::notifications {

struct Subject;

// The database has their words, and forms their names as fields.
enum class Matter : std::uint8_t {
    mentioned, // by name, or with a team
    assigned,
    review_requested, // of oneself or of a team
    author,           // something happens in what one has opened
    participating,    // in what one has to do or to review, has said something about, or has subscribed to
    issues,           // of repositories that one watches
    pulls,            // the same
    releases,         // the same; by mail or not at all, because the site has no place where it would tell them
    offered           // a repository
};
BOOST_DESCRIBE_ENUM(Matter, mentioned, assigned, review_requested, author, participating, issues, pulls, releases,
                    offered)
inline constexpr std::size_t matter_count = static_cast<std::size_t>(Matter::offered) + 1;

// By mail means on the site as well.
enum class Way : std::uint8_t { mail, site, none };
BOOST_DESCRIBE_ENUM(Way, mail, site, none)

// By the number of the matter.
using Ways = std::array<Way, matter_count>;
using WaysToChange = std::array<std::optional<Way>, matter_count>;

Ways ways_of(db::Queries&, std::int64_t account_id);

// Whether there is such a way to hear of it.
constexpr bool may_choose(Matter matter, Way way) { return matter != Matter::releases || way != Way::site; }

// For the caller, of what is told from then on; what is not named stays. Errc::unprocessable, about the member of the
// matter's name, for a way that there is not.
Result<void> choose_ways(const api::Call&, const WaysToChange&);

// Adds the word of the matter that the reason `candidate.reason` belongs to, as a text.
void add_matter(db::Composition&, const Subject&);

} // namespace cairn::notifications
