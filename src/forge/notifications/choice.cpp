#include "notifications/choice.hpp"

#include <utility>

#include "api/call.hpp"
#include "db/composition.hpp"
#include "notifications/audience.hpp"
#include "notifications/thread.hpp"

namespace cairn::notifications {

using db::bound;

namespace {

struct StoredChoice {
    std::string matter;
    std::string way;
};
BOOST_DESCRIBE_STRUCT(StoredChoice, (), (matter, way))

// What a newer program has written is no choice that this one knows.
template <class E> std::optional<E> find_word(std::string_view word, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i)
        if (word_of(static_cast<E>(i)) == word) return static_cast<E>(i);
    return {};
}

// Of what is told to whom it does not name, those who only watch hear by the kind of thing that it is about.
Matter watched_in(const Subject& subject)
{
    if (subject.release) return Matter::releases;
    return subject.issue && subject.issue->is_pull ? Matter::pulls : Matter::issues;
}

void choose_way(db::Transaction& tx, std::int64_t account_id, Matter matter, Way way)
{
    if (way == Way::mail)
        tx.run("DELETE FROM notification_choice WHERE account_id = $1 AND matter = $2", account_id, matter);
    else
        tx.run("INSERT INTO notification_choice (account_id, matter, way) VALUES ($1, $2, $3)"
               " ON CONFLICT (account_id, matter) DO UPDATE SET way = excluded.way",
               account_id, matter, way);
}

} // namespace

Ways ways_of(db::Queries& db, std::int64_t account_id)
{
    Ways ways{}; // by mail
    for (const auto& choice :
         db.all<StoredChoice>("SELECT matter, way FROM notification_choice WHERE account_id = $1", account_id)) {
        const auto matter = find_word<Matter>(choice.matter, matter_count);
        const auto way = find_word<Way>(choice.way, 3);
        if (matter && way) ways.at(static_cast<std::size_t>(*matter)) = *way;
    }
    return ways;
}

Result<void> choose_ways(const api::Call& call, const WaysToChange& wanted)
{
    for (std::size_t i = 0; i < matter_count; ++i)
        if (const auto matter = static_cast<Matter>(i); wanted.at(i) && !may_choose(matter, *wanted.at(i)))
            return fail(Errc::unprocessable, "[" + std::string(word_of(matter)) + "]: the site tells nothing of these");
    return call.db().write([&](db::Transaction& tx) -> Result<void> {
        for (std::size_t i = 0; i < matter_count; ++i)
            if (wanted.at(i)) choose_way(tx, call.caller.id, static_cast<Matter>(i), *wanted.at(i));
        return {};
    });
}

void add_matter(db::Composition& query, const Subject& subject)
{
    static constexpr std::pair<Reason, Matter> known[] = {
        {Reason::mentioned, Matter::mentioned},    {Reason::assigned, Matter::assigned},
        {Reason::asked, Matter::review_requested}, {Reason::team_asked, Matter::review_requested},
        {Reason::offered, Matter::offered},        {Reason::assignee, Matter::participating},
        {Reason::reviewer, Matter::participating}, {Reason::author, Matter::author},
        {Reason::talked, Matter::participating},   {Reason::subscribed, Matter::participating},
    };
    query << "CASE candidate.reason";
    for (const auto& [reason, matter] : known)
        query << " WHEN " << bound(static_cast<std::int64_t>(std::to_underlying(reason))) << " THEN CAST("
              << bound(word_of(matter)) << " AS TEXT)";
    query << " ELSE CAST(" << bound(word_of(watched_in(subject))) << " AS TEXT) END";
}

} // namespace cairn::notifications
