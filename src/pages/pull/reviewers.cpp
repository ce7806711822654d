#include "pages/pull/reviewers.hpp"

#include <algorithm>

#include "accounts/shown_accounts.hpp"
#include "base/text.hpp"
#include "db/database.hpp"
#include "pages/kit.hpp"
#include "pages/places/avatar_address.hpp"
#include "pages/pull_place/pull_place.hpp"
#include "pulls/review/review_requests.hpp"
#include "pulls/review/reviewer_states.hpp"
#include "repositories/social/candidate.hpp"

namespace cairn::pages {

using api::Call;
using pulls::PullContext;
using pulls::ReviewState;
using pulls::StoredReview;
using words::Phrase;

namespace {

constexpr std::string_view team_mark = "team:";

Saying saying_of(ReviewState state)
{
    switch (state) {
    case ReviewState::approved: return Saying::approved;
    case ReviewState::request_changes: return Saying::changes;
    case ReviewState::request_review: return Saying::asked;
    default: return Saying::commented;
    }
}

// One read for all people; teams are few.
std::vector<ShownReviewer> shown_reviewers(const Call& call, const PullContext& at, const ThreadRights& rights)
{
    const auto states = pulls::reviewer_states(call.db(), at.issue.id);
    std::vector<std::int64_t> ids;
    for (const auto& state : states) ids.push_back(state.reviewer_id);
    const accounts::ShownAccounts people(call.db(), std::move(ids));
    const bool may_choose = rights.signed_in && !rights.archived && pulls::check_may_choose(call, at).has_value();
    std::vector<ShownReviewer> shown;
    for (const auto& state : states) {
        ShownReviewer one{.team = state.team_id != 0,
                          .says = saying_of(state.state),
                          .stale = state.stale,
                          .official = state.official,
                          .own = !call.caller.anonymous() && state.reviewer_id == call.caller.id,
                          .commit = state.commit_id,
                          .review_id = state.id};
        if (one.team) {
            const auto team = organizations::find_team(call.db(), state.team_id);
            if (!team) continue;
            one.speaker = {.login = team->name};
        } else {
            const auto& person = people.at(state.reviewer_id);
            one.speaker = {.login = person.name, .avatar = avatar_address(person), .known = person.id > 0};
        }
        const bool verdict = pulls::is_verdict(state.state);
        one.may_dismiss = verdict && rights.may_administer && !at.issue.closed;
        one.may_ask_again = !one.team && one.says != Saying::asked && may_choose && !at.issue.closed
            && state.reviewer_id != at.issue.poster_id;
        shown.push_back(std::move(one));
    }
    return shown;
}

} // namespace

Choices reviewer_choices(const Call& call, const PullContext& at, std::string_view q, std::int64_t most)
{
    Choices choices;
    const auto wanted = text::to_lower(q);
    const auto states = pulls::reviewer_states(call.db(), at.issue.id);
    const auto is_asked = [&](std::int64_t person, std::int64_t team) {
        return std::ranges::any_of(states, [&](const StoredReview& state) {
            return state.state == ReviewState::request_review
                && (team != 0 ? state.team_id == team : state.team_id == 0 && state.reviewer_id == person);
        });
    };
    const auto add = [&](Choice choice) {
        if (!choice.chosen && !text::to_lower(choice.words + " " + choice.note).contains(wanted)) return;
        if (!choice.chosen && static_cast<std::int64_t>(choices.items.size()) >= most) {
            choices.more = true;
            return;
        }
        choices.items.push_back(std::move(choice));
    };
    std::vector<std::int64_t> listed;
    for (const auto& person : repositories::reviewers(call, at.place)) {
        if (person.id == at.issue.poster_id) continue;
        listed.push_back(person.id);
        add({.value = person.name,
             .words = person.name,
             .note = person.full_name,
             .avatar = avatar_address(person),
             .chosen = is_asked(person.id, 0)});
    }
    for (const auto& state : states) {
        if (state.state != ReviewState::request_review || state.team_id != 0) continue;
        if (std::ranges::find(listed, state.reviewer_id) != listed.end()) continue;
        if (const auto person = accounts::find_account(call.db(), state.reviewer_id))
            add({.value = person->name, .words = person->name, .avatar = avatar_address(*person), .chosen = true});
    }
    for (const auto& team : pulls::reviewing_teams(call, at.place))
        add({.value = std::string(team_mark) + team.name,
             .words = team.name,
             .note = language_of(call).say(Phrase("Team")),
             .chosen = is_asked(0, team.id)});
    std::ranges::stable_partition(choices.items, &Choice::chosen);
    return choices;
}

ReviewersFact reviewers_fact(const Call& call, const PullContext& at, const ThreadRights& rights, std::string_view swap)
{
    ReviewersFact fact{.people = shown_reviewers(call, at, rights), .actions = pull_address(at)};
    fact.may_decline =
        std::ranges::any_of(fact.people, [](const ShownReviewer& one) { return one.own && one.says == Saying::asked; });
    if (!rights.signed_in || rights.archived || at.issue.closed || !pulls::check_may_choose(call, at)) return fact;
    fact.menu = FactMenu{.name = "reviewers",
                         .title = language_of(call).say(Phrase("Reviewers")),
                         .action = fact.actions + "/reviewers",
                         .choices = reviewer_choices(call, at, "", choices_in_menu),
                         .swap = std::string(swap)};
    return fact;
}

} // namespace cairn::pages
