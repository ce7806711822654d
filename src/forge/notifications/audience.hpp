// Who hears of a notice: decided here and nowhere else, as SQL, so that it costs the same for one and for thousands.
#pragma once

#include "issues/issue.hpp"
#include "notifications/notice.hpp"
#include "repositories/repository.hpp"

namespace cairn::db {
class Composition;
} // namespace cairn::db

namespace cairn::notifications {

// What a letter tells of a release.
struct ToldRelease {
    std::int64_t id = 0;
    std::string tag_name;
    std::string title;
    std::string note;
};
BOOST_DESCRIBE_STRUCT(ToldRelease, (), (id, tag_name, title, note))

// What a notice is about.
struct Subject {
    repositories::StoredRepository repository;
    std::optional<issues::StoredIssue> issue{}; // none: the repository itself
    std::optional<ToldRelease> release{};

    std::string_view word() const; // as a notification keeps it
};

// Nothing where it has gone in the meantime.
std::optional<Subject> find_subject(db::Queries&, const Notice&);

// Whom the notice means by name.
struct PeopleNamed {
    std::vector<std::int64_t> mentioned;
    std::vector<std::int64_t> assigned;
    std::vector<std::int64_t> asked; // for a review
};
PeopleNamed people_named(const Notice&);

// Why somebody gets a letter, in the words that headers tell it by: the first of those that hold.
enum class LetterReason : std::uint8_t { assigned, review_requested, mentioned, offered, subscribed, your_activity };
BOOST_DESCRIBE_ENUM(LetterReason, assigned, review_requested, mentioned, offered, subscribed, your_activity)

// Adds " FROM ... WHERE ..." with an account `a` for each of those who are still to hear of it, `c.reason`, the number
// of the strongest Reason why, and `c.letter`, that of the LetterReason, NULL for who wants no letter for any of the
// reasons (notifications/choice.hpp).
void add_audience(db::Composition&, const Notice&, const Subject&);

} // namespace cairn::notifications
