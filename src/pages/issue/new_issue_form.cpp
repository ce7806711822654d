#include "pages/issue/new_issue_form.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/database.hpp"
#include "issues/alike.hpp"
#include "issues/labels/label.hpp"
#include "issues/show.hpp"
#include "issues/timeline/timeline.hpp"
#include "pages/issue/comment_texts.hpp"
#include "pages/issue/issue_address.hpp"
#include "pages/kit.hpp"

namespace cairn::pages {

using access::Unit;
using api::Call;
using issues::IssueTemplate;
using issues::RepositoryContext;
using words::Phrase;

namespace {

// What the new issue is proposed to have.
struct Proposed {
    std::string title{};
    std::string body{};
    std::vector<std::int64_t> labels{};
    std::vector<std::string> assignees{};
    std::int64_t milestone = 0;
    std::vector<std::int64_t> projects{};
    std::string due_date{};
};

std::string parameter(const Call& call, std::string_view name)
{
    const auto* value = call.parameter(name);
    return value != nullptr ? *value : std::string();
}

std::vector<std::int64_t> ids_in(std::string_view list)
{
    std::vector<std::int64_t> ids;
    for (const auto part : text::split_list(list))
        if (const auto id = text::parse_integer(part, 1)) ids.push_back(*id);
    return ids;
}

// Ids or names, in any mixture.
void add_labels(const Call& call, const RepositoryContext& place, const std::vector<std::string>& written,
                std::vector<std::int64_t>& ids)
{
    std::vector<std::string> names;
    for (const auto& one : written) {
        if (const auto id = text::parse_integer(one, 1)) ids.push_back(*id);
        else names.push_back(one);
    }
    for (const auto& label : issues::usable_labels(call.db(), place.repository, names)) ids.push_back(label.id);
}

std::vector<std::string> parts_of(std::string_view list)
{
    std::vector<std::string> parts;
    for (const auto part : text::split_list(list)) parts.emplace_back(part);
    return parts;
}

// "12" is a comment, "issue-7" an issue: its words, and where they stand. Nothing for what the reader may not see.
std::string words_from(const Call& call, const RepositoryContext& place, const std::string& which)
{
    std::optional<issues::StoredIssue> issue;
    std::string words;
    std::string anchor;
    if (which.starts_with("issue-")) {
        const auto number = text::parse_integer(std::string_view(which).substr(6), 1);
        if (number) issue = issues::find_issue(call.db(), place.repository.id, *number);
        if (issue) words = issue->body;
    } else if (const auto id = text::parse_integer(which, 1)) {
        const auto comment = issues::find_comment(call.db(), *id);
        if (!comment || comment->repository_id != place.repository.id || comment->kind != issues::EventKind::comment)
            return {};
        issue = issues::find_issue(call.db(), comment->issue_id);
        words = comment->body;
        anchor = "#issuecomment-" + std::to_string(comment->id);
    }
    if (!issue || !place.access.reads(issue->unit())) return {};
    return quoted(words) + call.settings().server.root_url + issue_address(place, *issue).substr(1) + anchor + "\n";
}

Proposed proposed_by(const Call& call, const RepositoryContext& place, const IssueTemplate* kind)
{
    Proposed proposed;
    if (kind != nullptr) {
        proposed.title = kind->title;
        proposed.body = with_plain_line_ends(kind->content);
        if (kind->labels) add_labels(call, place, *kind->labels, proposed.labels);
        if (kind->assignees) proposed.assignees = *kind->assignees;
    }
    if (const auto title = parameter(call, "title"); !title.empty()) proposed.title = title;
    if (const auto body = parameter(call, "body"); !body.empty()) proposed.body = body;
    if (const auto quote = parameter(call, "quote"); !quote.empty()) proposed.body = words_from(call, place, quote);
    add_labels(call, place, parts_of(parameter(call, "labels")), proposed.labels);
    if (const auto people = parts_of(parameter(call, "assignees")); !people.empty()) proposed.assignees = people;
    const auto milestone = parameter(call, "milestone");
    if (!milestone.empty())
        if (const auto found = issues::find_milestone(call.db(), place.repository.id, std::string_view(milestone)))
            proposed.milestone = found->id;
    proposed.projects = ids_in(parameter(call, "projects") + "," + parameter(call, "project"));
    proposed.due_date = parameter(call, "due_date");
    return proposed;
}

Proposed as_sent(const SentText& sent)
{
    Proposed proposed{.title = sent.field("title"), .body = sent.body, .assignees = sent.list("assignees")};
    for (const auto& id : sent.list("labels"))
        if (const auto label = text::parse_integer(id, 1)) proposed.labels.push_back(*label);
    for (const auto& id : sent.list("projects"))
        if (const auto project = text::parse_integer(id, 1)) proposed.projects.push_back(*project);
    proposed.milestone = text::parse_integer(sent.field("milestone"), 0).value_or(0);
    proposed.due_date = sent.field("due_date");
    return proposed;
}

} // namespace

IssueKinds issue_kinds(const Call& call, const RepositoryContext& place)
{
    IssueKinds kinds;
    if (!place.access.reads(Unit::code)) return kinds;
    auto found = issues::find_templates(call, place);
    kinds.templates = std::move(found.templates);
    kinds.faulty = std::move(found.faulty);
    kinds.plain = issues::find_plain_template(call, place);
    const auto config = issues::find_issue_config(call, place);
    if (!config) {
        kinds.config_problem = config.error().message;
        return kinds;
    }
    kinds.links = config->contact_links;
    // Whoever may write to the repository's issues may do without a template.
    kinds.blank = config->blank_issues_enabled || kinds.templates.empty() || place.access.writes(Unit::issues);
    return kinds;
}

const IssueTemplate* find_kind(const IssueKinds& kinds, std::string_view wanted)
{
    if (wanted.empty()) return nullptr;
    for (const auto& kind : kinds.templates) {
        const std::string_view path = kind.file_name;
        if (path == wanted || path.substr(path.rfind('/') + 1) == wanted) return &kind;
    }
    return nullptr;
}

std::vector<LinkedIssue> alike_to(const Call& call, const RepositoryContext& place, std::string_view title)
{
    std::vector<LinkedIssue> found;
    for (const auto& issue : issues::show_issues(call, place, issues::alike_issues(call, place, title)))
        found.push_back(linked_issue(issue, place));
    return found;
}

NewIssueView new_issue_view(Call& call, const RepositoryContext& place, const IssueKinds& kinds,
                            const IssueTemplate* kind, const SentText* sent)
{
    const IssueTemplate* begins_with = kind != nullptr ? kind : kinds.plain ? &*kinds.plain : nullptr;
    const auto proposed = sent != nullptr ? as_sent(*sent) : proposed_by(call, place, begins_with);
    NewIssueView view{.place = repository_place(call, place, RepositoryTab::issues),
                      .has_kinds = !kinds.templates.empty() || !kinds.links.empty(),
                      .title = proposed.title,
                      .write =
                          sent != nullptr ? write_view(call, place, *sent) : write_view(call, place, proposed.body),
                      .alike = alike_to(call, place, proposed.title)};
    if (kind != nullptr) {
        view.kind = kind->name;
        view.about = kind->about;
        view.template_ = kind->file_name;
    }
    if (begins_with != nullptr) {
        if (begins_with->body) view.fields = form_fields(call, place, *begins_with->body, call.query);
        // "refs/heads/" alone says nothing.
        if (!begins_with->ref.ends_with('/')) view.ref = begins_with->ref;
    }
    if (sent != nullptr && !sent->fields.empty()) {
        fill_fields(view.fields, sent->fields, call);
        for (auto& field : view.fields) field.problem.clear();
    }
    view.write.label = language_of(call).say(Phrase("Text"));
    view.problem = std::exchange(view.write.problem, {});
    view.may_write = place.access.writes(Unit::issues);
    if (!view.may_write) return view;
    view.labels = label_choices(call, place, "", choices_on_page, proposed.labels);
    view.assignees = assignee_choices(call, place, "", choices_on_page, proposed.assignees);
    view.milestones = milestone_choices(call, place, "", choices_on_page, proposed.milestone);
    if (place.access.reads(Unit::projects))
        view.projects = project_choices(call, place, "", choices_on_page, proposed.projects);
    view.due_date = proposed.due_date;
    return view;
}

} // namespace cairn::pages
