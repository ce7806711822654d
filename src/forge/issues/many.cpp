#include "issues/many.hpp"

#include "base/distinct.hpp"
#include "db/database.hpp"
#include "issues/assignment.hpp"
#include "issues/editing.hpp"
#include "issues/labels/labeling.hpp"
#include "issues/labels/milestone.hpp"

namespace cairn::issues {

using api::Call;

namespace {

// What was asked for, looked up once for all of them.
struct Wanted {
    std::vector<std::int64_t> numbers{};
    std::optional<bool> closed{};
    std::vector<StoredLabel> put_on{};
    std::vector<StoredLabel> take_off{};
    std::optional<std::int64_t> milestone_id{};
    std::set<std::int64_t> assign{};
    std::set<std::int64_t> unassign{};
};

Result<std::vector<StoredLabel>> find_labels(const Call& call, const RepositoryContext& place,
                                             std::vector<std::int64_t> ids)
{
    make_distinct(ids);
    auto found = usable_labels(call.db(), place.repository, ids);
    if (found.size() != ids.size()) return fail(Errc::unprocessable, "there is no such label here");
    return found;
}

Result<Wanted> read_wanted(const Call& call, const RepositoryContext& place, const ChangeManyOption& asked)
{
    Wanted wanted{.numbers = asked.issue};
    make_distinct(wanted.numbers);
    if (wanted.numbers.empty()) return fail(Errc::unprocessable, "choose at least one");
    if (wanted.numbers.size() > most_at_once)
        return fail(Errc::unprocessable, "no more than " + std::to_string(most_at_once) + " can be changed at once");
    if (!asked.state.empty()) {
        auto closed = read_state(asked.state);
        if (!closed) return fail(Errc::unprocessable, closed.error().message);
        wanted.closed = *closed;
    }
    wanted.put_on = TRY(find_labels(call, place, asked.add_label));
    wanted.take_off = TRY(find_labels(call, place, asked.remove_label));
    if (asked.milestone && *asked.milestone != 0 && !find_milestone(call.db(), place.repository.id, *asked.milestone))
        return fail(Errc::unprocessable, "there is no such milestone here");
    wanted.milestone_id = asked.milestone;
    wanted.assign = TRY(find_assignees(call, place, asked.assign));
    for (const auto& name : asked.unassign) {
        const auto person = accounts::find_account(call.db(), name);
        if (!person) return fail(Errc::unprocessable, "nobody is called " + name);
        wanted.unassign.insert(person->id);
    }
    if (!wanted.closed && wanted.put_on.empty() && wanted.take_off.empty() && !wanted.milestone_id
        && wanted.assign.empty() && wanted.unassign.empty())
        return fail(Errc::unprocessable, "choose what shall change");
    return wanted;
}

Result<> apply(const Change& change, const Wanted& wanted)
{
    if (!wanted.put_on.empty()) add_labels(change, wanted.put_on);
    for (const auto& label : wanted.take_off) take_off_label(change, label.id);
    if (wanted.milestone_id) set_milestone(change, *wanted.milestone_id);
    for (const auto id : wanted.assign) set_assigned(change, id, true);
    for (const auto id : wanted.unassign) set_assigned(change, id, false);
    if (wanted.closed) TRY(set_closed(change, *wanted.closed));
    return {};
}

} // namespace

Result<> change_many(const Call& call, const RepositoryContext& place, const ChangeManyOption& asked)
{
    const auto wanted = TRY(read_wanted(call, place, asked));
    return call.db().write([&](db::Transaction& tx) -> Result<> {
        for (const auto number : wanted.numbers) {
            auto issue = find_issue(tx, place.repository.id, number);
            if (!issue || !place.access.reads(issue->unit())) return not_found("#" + std::to_string(number));
            if (!place.access.writes(issue->unit()))
                return fail(Errc::forbidden, "you may not change #" + std::to_string(number));
            auto done = apply({tx, call.site.events, call.caller.id, *issue}, wanted);
            if (!done) return fail(Errc::unprocessable, "#" + std::to_string(number) + ": " + done.error().message);
        }
        return {};
    });
}

} // namespace cairn::issues
