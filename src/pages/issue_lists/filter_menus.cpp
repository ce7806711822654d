#include "pages/issue_lists/filter_menus.hpp"

#include <algorithm>

#include "accounts/shown_accounts.hpp"
#include "http/url.hpp"
#include "issues/boards/project.hpp"
#include "issues/listed_facts.hpp"
#include "pages/kit.hpp"

namespace cairn::pages {

using api::Call;
using issues::IssueQuery;
using issues::literal_term;
using issues::QueryTerm;
using issues::QueryWord;
using issues::term_of;
using words::Phrase;

namespace {

constexpr std::size_t most_choices = 50;

struct Row {
    std::string_view value;
    Phrase words;
};
// clang-format off
constexpr Row sort_rows[] = {
    {"updated",      Phrase("Recently updated")},
    {"created",      Phrase("Newest")},
    {"created-asc",  Phrase("Oldest")},
    {"comments",     Phrase("Most comments")},
    {"due",          Phrase("Due soonest")},
    {"reactions",    Phrase("Most reactions")},
    {"updated-asc",  Phrase("Least recently updated")},
    {"comments-asc", Phrase("Fewest comments")},
    {"due-desc",     Phrase("Due last")},
};
constexpr Row review_rows[] = {
    {"mine",     Phrase("Waiting for me")},
    {"required", Phrase("Asked for")},
    {"none",     Phrase("Not reviewed")},
    {"approved", Phrase("Approved")},
    {"changes",  Phrase("Changes requested")},
};
// clang-format on

// Addresses of lists that have most words in common with this one: those are written once.
class Addresses {
public:
    Addresses(std::string_view path, const IssueQuery& query)
        : begin_(std::string(path) + "?q="), blank_(http::encode_query(" "))
    {
        for (const QueryTerm& term : query.terms) known_.push_back({&term, http::encode_query(written_as(term))});
    }

    std::string of(const IssueQuery& query) const
    {
        std::string address = begin_;
        for (const QueryTerm& term : query.terms) {
            if (address.size() > begin_.size()) address += blank_;
            const auto at = std::ranges::find_if(known_, [&](const Known& known) { return *known.term == term; });
            if (at != known_.end()) address += at->written;
            else address += http::encode_query(written_as(term));
        }
        return address;
    }

private:
    struct Known {
        const QueryTerm* term;
        std::string written;
    };

    std::string begin_;
    std::string blank_;
    std::vector<Known> known_{};
};

class Menus {
public:
    Menus(const Call& call, const ListRequest& request, const IssueQuery& query, const ToGive& to_give)
        : call_(call), request_(request), query_(query), to_give_(to_give), in_(language_of(call)),
          addresses_(request.path, query)
    {
    }

    std::vector<ListMenu> make(const cache::Versions& versions)
    {
        const auto* repository = request_.place.repository;
        if (repository != nullptr) {
            const auto people =
                issues::listed_people(call_, repository->repository.id, request_.place.is_pull, versions);
            auto ids = people.authors;
            ids.insert(ids.end(), people.assignees.begin(), people.assignees.end());
            const accounts::ShownAccounts accounts(call_.db(), std::move(ids));
            add_people(Phrase("Author"), QueryWord::author, people.authors, accounts);
            add_labels();
            if (request_.place.milestone_id == 0) add_milestones();
            add_projects(repository->repository);
            add_people(Phrase("Assigned"), QueryWord::assignee, people.assignees, accounts);
        }
        if (request_.place.is_pull.value_or(false)) add_reviews();
        add_sorts();
        return std::move(menus_);
    }

private:
    ListMenu& begin(Phrase title, std::string word)
    {
        return menus_.emplace_back(ListMenu{.title = in_.say(title), .word = std::move(word)});
    }

    // The only one of its name; chosen once more, it goes.
    ListChoice single(std::string words, QueryTerm term) const
    {
        const bool chosen = query_.has(term);
        const auto next = chosen ? query_.without(term.word) : query_.replaced(std::move(term));
        return {.words = std::move(words), .address = addresses_.of(next), .chosen = chosen};
    }
    // One of several.
    ListChoice several(std::string words, QueryTerm term) const
    {
        const bool chosen = query_.has(term);
        return {.words = std::move(words), .address = addresses_.of(query_.toggled(std::move(term))), .chosen = chosen};
    }

    void add_people(Phrase title, QueryWord word, const std::vector<std::int64_t>& ids,
                    const accounts::ShownAccounts& accounts)
    {
        auto& menu = begin(title, word == QueryWord::author ? "author:" : "assignee:");
        if (word == QueryWord::assignee)
            menu.choices.push_back(single(in_.say(Phrase("Nobody")), term_of(word, "none")));
        if (!call_.caller.anonymous()) menu.choices.push_back(single(in_.say(Phrase("Me")), term_of(word, "me")));
        std::vector<const accounts::ShownAccount*> people;
        for (const auto id : ids)
            if (const auto* account = accounts.find(id); account != nullptr && id != call_.caller.id)
                people.push_back(account);
        std::ranges::sort(people, {}, &accounts::ShownAccount::name);
        for (const auto* account : people) {
            menu.choices.push_back(single(account->name, literal_term(word, account->name)));
            menu.choices.back().avatar = avatar_address(*account);
        }
        if (menu.choices.empty()) menus_.pop_back();
    }

    void add_labels()
    {
        if (to_give_.labels.empty()) return;
        auto& menu = begin(Phrase("Label"), "label:");
        menu.more = to_give_.labels.size() > most_choices;
        menu.choices.push_back(single(in_.say(Phrase("Without a label")), term_of(QueryWord::label, "none")));
        for (const auto& label : std::span(to_give_.labels).first(std::min(to_give_.labels.size(), most_choices))) {
            menu.choices.push_back(several(label.name, literal_term(QueryWord::label, label.name)));
            menu.choices.back().badge = label.badge;
        }
    }

    void add_milestones()
    {
        const auto& all = to_give_.milestones;
        if (all.empty()) return;
        auto& menu = begin(Phrase("Milestone"), "milestone:");
        menu.more = all.size() > most_choices;
        menu.choices.push_back(single(in_.say(Phrase("Without a milestone")), term_of(QueryWord::milestone, "none")));
        for (const auto& milestone : std::span(all).first(std::min(all.size(), most_choices))) {
            menu.choices.push_back(single(milestone.title, literal_term(QueryWord::milestone, milestone.title)));
            menu.choices.back().detail = in_.say(Phrase("{count} open", "{count} open"), milestone.open_issues);
        }
    }

    void add_projects(const repositories::RepositoryIdentity& repository)
    {
        const auto projects = issues::projects_beside(call_, repository, most_choices);
        if (projects.empty()) return;
        auto& menu = begin(Phrase("Project"), "project:");
        menu.choices.push_back(single(in_.say(Phrase("Without a project")), term_of(QueryWord::project, "none")));
        for (const auto& project : projects)
            menu.choices.push_back(single(project.title, literal_term(QueryWord::project, project.title)));
    }

    void add_reviews()
    {
        auto& menu = begin(Phrase("Review"), "review:");
        for (const Row& row : review_rows) {
            if (row.value == "mine" && call_.caller.anonymous()) continue;
            menu.choices.push_back(single(in_.say(row.words), term_of(QueryWord::review, std::string(row.value))));
        }
    }

    void add_sorts()
    {
        auto& menu = begin(Phrase("Sort"), "sort:");
        const auto* asked = query_.last(QueryWord::sort);
        const std::string_view current = asked == nullptr ? "created" : std::string_view(asked->values.front().text);
        for (const Row& row : sort_rows) {
            const auto next = query_.replaced(term_of(QueryWord::sort, std::string(row.value)));
            menu.choices.push_back(
                {.words = in_.say(row.words), .address = addresses_.of(next), .chosen = row.value == current});
        }
    }

    const Call& call_;
    const ListRequest& request_;
    const IssueQuery& query_;
    const ToGive& to_give_;
    const words::Language& in_;
    Addresses addresses_;
    std::vector<ListMenu> menus_{};
};

} // namespace

std::vector<ListMenu> filter_menus(const Call& call, const ListRequest& request, const IssueQuery& query,
                                   const ToGive& to_give, const cache::Versions& versions)
{
    return Menus(call, request, query, to_give).make(versions);
}

} // namespace cairn::pages
