#include "issues/query/query_filter.hpp"

#include <algorithm>

#include "base/distinct.hpp"
#include "base/text.hpp"
#include "issues/query/names.hpp"

namespace cairn::issues {

using access::Viewer;
using api::View;
using About = QueryRemark::About;
using Of = IssueCondition::Of;

namespace {

constexpr std::int64_t day = 86'400;

Time beginning_of_day(const std::string& written) { return parse_rfc3339(written + "T00:00:00Z").value_or(Time{}); }

// The first and the last second that fit.
void set_days(const QueryTerm& term, IssueCondition& condition)
{
    const auto first = beginning_of_day(term.values.front().text).seconds;
    const auto last = beginning_of_day(term.values.back().text).seconds + day - 1;
    switch (term.comparison) {
    case Comparison::equal:
    case Comparison::between:
        condition.least = first;
        condition.most = last;
        break;
    case Comparison::less: condition.most = first - 1; break;
    case Comparison::at_most: condition.most = last; break;
    case Comparison::more: condition.least = last + 1; break;
    case Comparison::at_least: condition.least = first; break;
    }
}

void set_numbers(const QueryTerm& term, IssueCondition& condition)
{
    const auto first = text::parse_integer(term.values.front().text).value_or(0);
    const auto last = text::parse_integer(term.values.back().text).value_or(0);
    switch (term.comparison) {
    case Comparison::equal:
    case Comparison::between:
        condition.least = first;
        condition.most = last;
        break;
    case Comparison::less: condition.most = first - 1; break;
    case Comparison::at_most: condition.most = first; break;
    case Comparison::more: condition.least = first + 1; break;
    case Comparison::at_least: condition.least = first; break;
    }
}

About about(QueryFault fault)
{
    switch (fault) {
    case QueryFault::value: return About::value;
    case QueryFault::many: return About::many;
    case QueryFault::none:
    case QueryFault::word: break;
    }
    return About::word;
}

class Reader {
public:
    Reader(const View& view, const QueryPlace& place) : view_(view), place_(place) { begin(); }

    ReadQuery read(const IssueQuery& query) &&
    {
        for (const QueryTerm& term : query.terms) take(term);
        take_texts(query);
        if (query.cut) remark("", About::length);
        read_.filter.order = order_of(query);
        return std::move(read_);
    }

private:
    void begin()
    {
        auto& filter = read_.filter;
        filter.is_pull = place_.is_pull;
        if (place_.milestone_id != 0) filter.milestones = {place_.milestone_id};
        if (place_.board_id != 0) add({.of = Of::project, .ids = {place_.board_id}});
        if (place_.off_board_id != 0) add({.of = Of::project, .negated = true, .ids = {place_.off_board_id}});
        if (place_.repository == nullptr) return;
        filter.repository_id = place_.repository->repository.id;
        // Of both kinds as far as they may be read.
        if (!filter.is_pull && !reads_pulls(*place_.repository)) filter.is_pull = false;
        if (!filter.is_pull && !reads_issues(*place_.repository)) filter.is_pull = true;
    }

    void remark(std::string written, About about)
    {
        read_.remarks.push_back({.written = std::move(written), .about = about});
    }

    void add(IssueCondition condition) { read_.filter.conditions.push_back(std::move(condition)); }

    void take(const QueryTerm& term)
    {
        switch (term.word) {
        case QueryWord::unknown: remark(term.written, about(term.fault)); break;
        case QueryWord::text:
        case QueryWord::sort: break;
        case QueryWord::number: take_number(term); break;
        case QueryWord::is: take_state(term); break;
        case QueryWord::label: take_named(term, Of::label, About::label, labels_named); break;
        case QueryWord::milestone: take_named(term, Of::milestone, About::milestone, milestones_named); break;
        case QueryWord::project: take_named(term, Of::project, About::project, projects_named); break;
        case QueryWord::author: take_people(term, Of::poster, &IssueFilter::poster_id); break;
        case QueryWord::assignee: take_people(term, Of::assignee, &IssueFilter::assignee_id); break;
        case QueryWord::mentions: take_people(term, Of::mention, &IssueFilter::mentioned_id); break;
        case QueryWord::reviewed_by: take_people(term, Of::reviewer, nullptr); break;
        case QueryWord::review: take_review(term); break;
        case QueryWord::depends:
            add({.of = Of::dependency, .negated = term.negated, .viewer = Viewer::of(view_.caller)});
            break;
        case QueryWord::due: take_days(term, Of::due); break;
        case QueryWord::created: take_days(term, Of::created); break;
        case QueryWord::updated: take_days(term, Of::updated); break;
        case QueryWord::comments: {
            IssueCondition condition{.of = Of::comments, .negated = term.negated};
            set_numbers(term, condition);
            add(std::move(condition));
            break;
        }
        case QueryWord::repo: take_repository(term); break;
        }
    }

    // One of all numbers that are named: an issue has only one.
    void take_number(const QueryTerm& term)
    {
        const auto number = text::parse_integer(term.values.front().text).value_or(0);
        auto& conditions = read_.filter.conditions;
        const auto known = std::ranges::find_if(conditions, [&](const IssueCondition& condition) {
            return condition.of == Of::number && condition.negated == term.negated;
        });
        if (known != conditions.end()) known->ids.push_back(number);
        else add({.of = Of::number, .negated = term.negated, .ids = {number}});
    }

    void take_state(const QueryTerm& term)
    {
        const auto is_state = [](const QueryValue& value) {
            return value.text == "open" || value.text == "closed" || value.text == "merged";
        };
        const auto& first = term.values.front().text;
        if (!term.negated && term.values.size() == 1 && !read_.closed && (first == "open" || first == "closed")) {
            read_.closed = first == "closed";
            return;
        }
        IssueCondition condition{.of = Of::state, .negated = term.negated};
        for (const QueryValue& value : term.values) condition.words.push_back(value.text);
        if (!term.negated && std::ranges::any_of(term.values, is_state)) read_.states.push_back(std::move(condition));
        else add(std::move(condition));
    }

    void take_named(const QueryTerm& term, Of of, About about,
                    std::vector<std::int64_t> (*find)(const View&, const QueryPlace&, const std::string&))
    {
        IssueCondition condition{.of = of, .negated = term.negated, .viewer = Viewer::of(view_.caller)};
        for (const QueryValue& value : term.values) {
            if (!value.literal && value.text == "none") {
                condition.none = true;
                continue;
            }
            const auto found = find(view_, place_, value.text);
            if (found.empty()) remark(value.text, about);
            condition.ids.insert(condition.ids.end(), found.begin(), found.end());
        }
        make_distinct(condition.ids);
        auto& filter = read_.filter;
        // What an index has in the order of the list.
        const bool single = !condition.negated && !condition.none && condition.ids.size() == 1;
        if (single && of == Of::label) filter.labels.push_back(std::move(condition.ids));
        else if (single && of == Of::milestone && filter.milestones.empty())
            filter.milestones = std::move(condition.ids);
        else add(std::move(condition));
    }

    // 0 for nobody.
    std::int64_t person(const QueryValue& value, Of of)
    {
        if (!value.literal && value.text == "me") {
            if (view_.caller.anonymous()) remark("me", About::oneself);
            return view_.caller.id;
        }
        const auto found = find_named_person(view_, value.text);
        // Anybody can write a name into an issue, so that finding it would show that it is one.
        if (!found || (found->hidden && of == Of::mention)) {
            remark(value.text, About::person);
            return 0;
        }
        if (found->hidden) read_.hidden.push_back(value.text);
        return found->id;
    }

    void take_people(const QueryTerm& term, Of of, std::int64_t IssueFilter::* single)
    {
        IssueCondition condition{.of = of, .negated = term.negated};
        for (const QueryValue& value : term.values) {
            if (of == Of::assignee && !value.literal && value.text == "none") condition.none = true;
            else if (const auto id = person(value, of); id != 0) condition.ids.push_back(id);
        }
        make_distinct(condition.ids);
        if (single != nullptr && !condition.negated && !condition.none && condition.ids.size() == 1
            && read_.filter.*single == 0)
            read_.filter.*single = condition.ids.front();
        else add(std::move(condition));
    }

    void take_review(const QueryTerm& term)
    {
        IssueCondition condition{.of = Of::review, .negated = term.negated, .viewer = Viewer::of(view_.caller)};
        for (const QueryValue& value : term.values) condition.words.push_back(value.text);
        if (term.has("mine")) {
            if (view_.caller.anonymous()) remark(written_as(term), About::oneself);
            condition.teams = teams_of(view_);
        }
        add(std::move(condition));
    }

    void take_days(const QueryTerm& term, Of of)
    {
        IssueCondition condition{.of = of, .negated = term.negated, .none = term.has("none")};
        if (!condition.none) set_days(term, condition);
        add(std::move(condition));
    }

    void take_repository(const QueryTerm& term)
    {
        IssueCondition condition{.of = Of::repository, .negated = term.negated};
        for (const QueryValue& value : term.values) {
            const auto id = repository_named(view_, value.text);
            if (id != 0) condition.ids.push_back(id);
            else remark(value.text, About::repository);
        }
        add(std::move(condition));
    }

    // A number alone is looked for among the numbers as well.
    void take_texts(const IssueQuery& query)
    {
        auto& filter = read_.filter;
        std::size_t count = 0;
        for (const QueryTerm& term : query.terms) {
            if (term.word != QueryWord::text) continue;
            ++count;
            const auto& written = term.values.front().text;
            filter.add_phrase(written);
            filter.number = text::parse_integer(written, 1).value_or(0);
        }
        if (count != 1) filter.number = 0;
        filter.hopeless = count > 0 && filter.words.empty();
    }

    const View& view_;
    const QueryPlace& place_;
    ReadQuery read_{};
};

} // namespace

IssueFilter ReadQuery::whole() const
{
    auto made = filter;
    made.closed = closed;
    made.conditions.insert(made.conditions.end(), states.begin(), states.end());
    return made;
}

IssueFilter ReadQuery::in_state(bool is_closed) const
{
    auto made = filter;
    made.closed = is_closed;
    return made;
}

ReadQuery read_query(const View& view, const QueryPlace& place, const IssueQuery& query)
{
    return Reader(view, place).read(query);
}

} // namespace cairn::issues
