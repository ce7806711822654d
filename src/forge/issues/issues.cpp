// Opening, reading and deleting issues.
#include "accounts/profile/blocks.hpp"
#include "api/view.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "events/events.hpp"
#include "issues/assignment.hpp"
#include "issues/boards/cards.hpp"
#include "issues/changes.hpp"
#include "issues/labels/labeling.hpp"
#include "issues/show.hpp"
#include "issues/tables.hpp"
#include "issues/timeline/references.hpp"

namespace cairn::issues {

using namespace api;
using enum Method;
using access::Unit;

namespace {

struct CreateIssueOption {
    std::string title;
    std::string body;
    std::string ref;
    std::string assignee;
    std::vector<std::string> assignees;
    std::optional<Time> due_date;
    std::int64_t milestone = 0;
    std::vector<std::int64_t> labels;
    std::vector<std::int64_t> projects;
    bool closed = false;
};
BOOST_DESCRIBE_STRUCT(CreateIssueOption, (),
                      (title, body, ref, assignee, assignees, due_date, milestone, labels, projects, closed))
constexpr auto notes(const CreateIssueOption*)
{
    return std::array{
        Note{.member = "title", .doc = "what is shortened beyond 255 bytes", .required = true},
        Note{"ref", "the branch or tag that it is about"},
        Note{"assignee", "another name beside assignees, for clients of old"},
        Note{"assignees", "who is to do it; for those who may write to issues, as all below but closed"},
        Note{"due_date", "when it should be done"},
        Note{"milestone", "the id of a milestone"},
        Note{"labels", "the ids of labels"},
        Note{"projects", "the ids of projects; those that you may not put it on are left out"},
        Note{"closed", "close it at once"},
    };
}

Result<void> check_opens_issue(const Call& call, const RepositoryContext& place)
{
    TRY(repositories::question::signed_in(call, place));
    if (!reads_issues(place)) return not_found("the repository's issues");
    if (place.repository.archived()) return fail(Errc::locked, "the repository is archived");
    if (accounts::is_blocked(call.db(), place.owner.id, call.caller.id))
        return fail(Errc::forbidden, "the owner has blocked you");
    return {};
}
constexpr Guard opens_issue = repositories::repository_guard<check_opens_issue>("opens issues", {401, 403, 404, 423});

// What only those may say who may write to issues; of others it is not even looked at.
struct Triage {
    std::set<std::int64_t> assignees{};
    std::vector<StoredLabel> labels{};
    std::int64_t milestone_id = 0;
    Time deadline{};
    std::vector<StoredProject> projects{};
};

Result<Triage> read_triage(const Call& call, const RepositoryContext& place, const CreateIssueOption& wanted)
{
    Triage triage;
    if (!place.access.writes(Unit::issues)) return triage;
    auto names = wanted.assignees;
    names.push_back(wanted.assignee);
    triage.assignees = TRY(find_assignees(call, place, names));
    triage.labels = usable_labels(call.db(), place.repository, wanted.labels);
    if (wanted.milestone != 0 && find_milestone(call.db(), place.repository.id, wanted.milestone))
        triage.milestone_id = wanted.milestone;
    triage.projects = usable_projects(call, place, wanted.projects);
    triage.deadline = wanted.due_date.value_or(Time{});
    return triage;
}

Result<Issue> create(Call& call, const RepositoryContext& place, Body<CreateIssueOption> body)
{
    const auto title = clean_title(body->title);
    if (title.empty()) return fail(Errc::unprocessable, "[title]: is required");
    const auto triage = TRY(read_triage(call, place, body.value));
    const auto meaning = read_meaning(title, body->body, call.settings().server.root_url);
    const Writer writer{.account = *call.caller.account, .repository = place.repository};
    const auto targets = find_targets(call.db(), writer, meaning.references);
    const auto mentioned = find_mentioned(call.db(), writer, false, meaning.mentions);
    const NewIssue wanted{.repository_id = place.repository.id,
                          .poster_id = call.caller.id,
                          .title = title,
                          .body = body->body,
                          .ref = body->ref,
                          .deadline_at = triage.deadline};

    const auto made = TRY(call.db().write([&](db::Transaction& tx) -> Result<StoredIssue> {
        auto issue = insert_issue(tx, wanted);
        const Change change{tx, call.site.events, call.caller.id, issue};
        add_activity(change, "create", issue.title);
        set_milestone(change, triage.milestone_id);
        begin_with_labels(change, triage.labels);
        for (const auto id : triage.assignees) set_assigned(change, id, true);
        set_boards(change, {.put_on = triage.projects});
        if (!targets.empty()) write_references(tx, {.issue = issue, .writer_id = call.caller.id}, targets, true);
        add_mentioned(tx, issue.id, mentioned);
        call.site.events.tell(tx, events::IssueOpened{change.told(), mentioned});
        if (body->closed) TRY(set_closed(change, true));
        return issue;
    }));
    return show_issue(call, place, made);
}

Result<Issue> get(const View& view, const IssueContext& at) { return show_issue(view, at.place, at.issue); }

Result<> remove(Call& call, const IssueContext& at)
{
    call.db().write([&](db::Transaction& tx) {
        // Whoever came first has counted it down.
        if (auto issue = find_issue(tx, at.issue.id)) delete_issue({tx, call.site.events, call.caller.id, *issue});
    });
    return {};
}

// clang-format off
constexpr Operation operations[] = {
    {POST,   "/repos/{owner}/{repo}/issues",         scope::issue, opens_issue,       handle<create>,        201, "issueCreateIssue", "Open an issue", {412, 422}},
    {GET,    "/repos/{owner}/{repo}/issues/{index}", scope::issue, reads_issue,       quick_and_cached<get>, 200, "issueGetIssue",    "Get an issue or a pull request"},
    {DELETE, "/repos/{owner}/{repo}/issues/{index}", scope::issue, administers_issue, handle<remove>,        204, "issueDelete",      "Delete an issue"},
};
// clang-format on
static_assert(well_formed(operations));

} // namespace

const Table issue_table{"issue", operations};

} // namespace cairn::issues
