#include "issues/editing.hpp"

#include "config/settings.hpp"
#include "db/database.hpp"
#include "events/events.hpp"
#include "issues/time/deadlines.hpp"

namespace cairn::issues {

Result<std::optional<bool>> read_state(const std::optional<std::string>& state)
{
    if (!state) return std::optional<bool>();
    if (*state != "open" && *state != "closed") return fail(Errc::precondition_failed, "the state is open or closed");
    return *state == "closed";
}

Result<std::optional<std::optional<Time>>> read_deadline(const std::optional<std::string>& due_date,
                                                         std::optional<bool> unset)
{
    std::optional<std::optional<Time>> deadline;
    if (due_date) deadline = TRY(end_of_day(*due_date, Zone::written));
    if (unset == false && !due_date) return fail(Errc::bad_request, "unset_due_date is false and there is no due_date");
    if (unset == true) deadline.emplace();
    return deadline;
}

NewWords read_words(const api::Call& call, const IssueContext& at, const std::string& title,
                    const std::optional<std::string>& body)
{
    NewWords words{.title = title, .body = body};
    if (title.empty() && !body) return words;
    const auto meaning = read_meaning(title.empty() ? at.issue.title : title, body.value_or(at.issue.body),
                                      call.settings().server.root_url);
    const Writer writer{.account = *call.caller.account, .repository = at.place.repository, .issue_id = at.issue.id};
    words.targets = find_targets(call.db(), writer, meaning.references);
    words.mentioned = find_mentioned(call.db(), writer, at.issue.is_pull, meaning.mentions);
    return words;
}

void reword(const Change& change, const NewWords& words)
{
    auto& [tx, events, actor_id, issue] = change;
    const bool retitled = !words.title.empty() && words.title != issue.title;
    if (!retitled && !words.body) return;
    events::IssueEdited told{change.told()};
    if (retitled) {
        told.old_title = issue.title;
        set_title(change, words.title);
    }
    if (words.body) {
        told.body_changed = issue.body != *words.body;
        told.old_body = issue.body;
        set_body(change, *words.body);
    }
    write_references(tx, {.issue = issue, .writer_id = actor_id}, words.targets, false);
    told.mentioned = add_mentioned(tx, issue.id, words.mentioned);
    events.tell(tx, told);
}

} // namespace cairn::issues
