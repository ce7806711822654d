#include "pages/issue/choices.hpp"

#include <algorithm>

#include "accounts/user.hpp"
#include "api/view.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "issues/boards/cards.hpp"
#include "issues/labels/label.hpp"
#include "issues/labels/milestone_editing.hpp"
#include "pages/issue/label_badge.hpp"
#include "pages/kit.hpp"
#include "pages/places/avatar_address.hpp"
#include "repositories/social/candidate.hpp"

namespace cairn::pages {

using api::Call;
using issues::RepositoryContext;
using words::Phrase;

namespace {

template <class T> bool has(const std::vector<T>& list, const T& one)
{
    return std::ranges::find(list, one) != list.end();
}

// Cuts what was read beyond the most.
template <class T> bool cut(std::vector<T>& rows, std::int64_t most)
{
    if (static_cast<std::int64_t>(rows.size()) <= most) return false;
    rows.resize(static_cast<std::size_t>(most));
    return true;
}

// Rows that are chosen and were not read with the first.
template <class T> void add_missing(std::vector<T>& rows, std::vector<T> chosen)
{
    for (auto& row : chosen)
        if (std::ranges::find(rows, row.id, &T::id) == rows.end()) rows.push_back(std::move(row));
}

Choice show(const accounts::ShownAccount& account, bool chosen)
{
    return {.value = account.name,
            .words = account.name,
            .note = account.full_name,
            .avatar = avatar_address(account),
            .chosen = chosen};
}

} // namespace

Choices label_choices(const Call& call, const RepositoryContext& place, std::string_view q, std::int64_t most,
                      const std::vector<std::int64_t>& chosen)
{
    Choices choices;
    auto rows = issues::choosable_labels(call.db(), place.repository, q, most + 1);
    choices.more = cut(rows, most);
    add_missing(rows, issues::usable_labels(call.db(), place.repository, chosen));
    std::ranges::stable_sort(rows, {}, &issues::StoredLabel::name);
    for (const auto& row : rows)
        choices.items.push_back({.value = std::to_string(row.id),
                                 .words = row.name,
                                 .badge = label_badge(row),
                                 .note = row.description,
                                 .chosen = has(chosen, row.id)});
    return choices;
}

Choices assignee_choices(const Call& call, const RepositoryContext& place, std::string_view q, std::int64_t most,
                         const std::vector<std::string>& chosen)
{
    Choices choices;
    const auto wanted = text::to_lower(q);
    auto people = repositories::assignees(call, place);
    std::erase_if(people, [&](const auto& person) {
        return has(chosen, person.name) || !text::to_lower(person.name + " " + person.full_name).contains(wanted);
    });
    // Whoever looks takes it on most often.
    std::ranges::stable_partition(people, [&](const auto& person) { return person.id == call.caller.id; });
    choices.more = cut(people, most);
    for (const auto& name : chosen)
        if (const auto account = accounts::find_account(call.db(), name)) choices.items.push_back(show(*account, true));
    for (const auto& person : people) choices.items.push_back(show(person, false));
    return choices;
}

Choices milestone_choices(const Call& call, const RepositoryContext& place, std::string_view q, std::int64_t most,
                          std::int64_t chosen)
{
    Choices choices;
    issues::ListMilestones wanted;
    wanted.limit = most + 1;
    wanted.name = q;
    auto rows = issues::list_milestones(call, place, wanted).items;
    choices.more = cut(rows, most);
    if (chosen != 0)
        if (auto row = issues::find_milestone(call.db(), place.repository.id, chosen)) {
            std::vector<issues::StoredMilestone> one;
            one.push_back(std::move(*row));
            add_missing(rows, std::move(one));
        }
    const auto& in = language_of(call);
    choices.items.push_back({.value = "0", .words = in.say(Phrase("No milestone")), .chosen = chosen == 0});
    for (const auto& row : rows)
        choices.items.push_back(
            {.value = std::to_string(row.id),
             .words = row.title,
             .note = row.due_at.seconds != 0 ? in.say(Phrase("due {day}"), {{"day", in.day(row.due_at)}}) : "",
             .chosen = row.id == chosen});
    return choices;
}

Choices project_choices(const Call& call, const RepositoryContext& place, std::string_view q, std::int64_t most,
                        const std::vector<std::int64_t>& chosen)
{
    Choices choices;
    auto rows = issues::usable_projects(call, place, q, most + 1);
    choices.more = cut(rows, most);
    add_missing(rows, issues::usable_projects(call, place, chosen));
    for (const auto& row : rows)
        choices.items.push_back({.value = std::to_string(row.id),
                                 .words = row.title,
                                 .note = row.repository_id != 0 ? "" : row.owner_name,
                                 .chosen = has(chosen, row.id)});
    return choices;
}

} // namespace cairn::pages
