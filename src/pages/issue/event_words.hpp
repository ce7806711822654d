// What happened to an issue or a pull request, as a line of its timeline: every kind of event that the API tells of.
#pragma once

#include "base/html.hpp"
#include "issues/timeline/queue_event.hpp"
#include "issues/timeline/shown_timeline.hpp"
#include "words/language.hpp"

namespace cairn::pages {

struct EventWords {
    Html words; // without who, and when
    std::string icon;
    std::string tone{}; // "good", "bad" or "merged"; empty: none
};
BOOST_DESCRIBE_STRUCT(EventWords, (), (words, icon, tone))

// "3 h 40 min".
std::string duration(const words::Language&, std::int64_t seconds);

// A value, which holds on to no call.
class EventTeller {
public:
    // The projects that the events name, of those that the reader sees.
    EventTeller(const words::Language&, const config::Settings&, const issues::RepositoryContext&,
                std::map<std::int64_t, issues::Project> projects);

    // Events that came together (belong_together()): one line for all of them.
    EventWords tell(std::span<const issues::TimelineComment>) const;

    Html person(const accounts::User&) const;

private:
    using Event = issues::TimelineComment;
    using Events = std::span<const Event>;

    Html one(const Event&) const;
    Html of_labels(Events) const;
    Html of_assignees(Events) const;
    Html of_milestone(Events) const;
    Html of_title(const Event&) const;
    Html of_branch(const Event&) const;
    Html of_deadline(const Event&) const;
    Html of_dependency(const Event&) const;
    Html of_time(const Event&) const;
    Html of_reference(const Event&) const;
    Html of_commit(const Event&) const;
    Html of_state(const Event&) const;
    Html of_project(const Event&) const;
    Html of_force_push(const std::vector<std::string>& tips) const; // before and after it
    Html of_pull(const Event&) const;
    Html of_queue(const issues::QueueEvent&) const;
    Html of_move(const Event&) const;
    Html of_review_request(const Event&) const;

    Html say(words::Phrase, std::initializer_list<std::pair<std::string_view, Html>> = {}) const;
    Html link(std::string_view address, std::string_view words, std::string_view css_class = {}) const;
    Html issue(const std::optional<issues::Issue>&) const;
    Html commit(std::string_view sha) const;
    Html project_link(std::int64_t id) const;
    Html milestone_link(const std::optional<issues::Milestone>&) const;
    std::string local(std::string_view address) const; // a path, with the site's root before it

    const words::Language* language_;
    std::string root_url_;
    std::string root_;       // the path of the site
    std::string repository_; // its address, with the site's root before it
    std::string full_name_;
    std::map<std::int64_t, issues::Project> projects_;
};

// What a push has brought, as it is kept with its event; of one by force the tips before and after it.
struct PushedCommits {
    bool is_force_push = false;
    std::vector<std::string> commit_ids;
};
BOOST_DESCRIBE_STRUCT(PushedCommits, (), (is_force_push, commit_ids))
std::optional<PushedCommits> pushed_commits(const std::string& body);

// Whether an event can stand in one line with the one before it: small changes of one person within a minute.
bool belong_together(const issues::TimelineComment& first, const issues::TimelineComment& next);

} // namespace cairn::pages
