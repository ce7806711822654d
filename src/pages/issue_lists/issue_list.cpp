#include "pages/issue_lists/issue_list.hpp"

#include <algorithm>

#include "issues/labels/label_editing.hpp"
#include "issues/labels/milestone_list.hpp"
#include "issues/query/found_issues.hpp"
#include "pages/issue/label_badge.hpp"
#include "pages/issue_lists/filter_menus.hpp"
#include "pages/kit.hpp"

namespace cairn::pages {

using api::Call;
using issues::IssueQuery;
using issues::QueryRemark;
using issues::QueryTerm;
using issues::QueryWord;
using words::Phrase;

namespace {

using About = QueryRemark::About;

Phrase said_of(About about)
{
    switch (about) {
    case About::word: return Phrase("There is no such word. To find it in texts, put it in quotation marks.");
    case About::value: return Phrase("This word has no such value.");
    case About::many: return Phrase("That is more than is looked at.");
    case About::length: return Phrase("The line is too long. The end of it was not looked at.");
    case About::person: return Phrase("Nobody is called so.");
    case About::label: return Phrase("No label is called so.");
    case About::milestone: return Phrase("No milestone is called so.");
    case About::project: return Phrase("No project is called so.");
    case About::repository: return Phrase("No repository is called so.");
    case About::oneself: return Phrase("Sign in to find what is yours.");
    }
    return {};
}

bool is_fault(const QueryRemark& remark) { return remark.about <= About::length; }

std::vector<ListRemark> say_remarks(const Call& call, const std::vector<QueryRemark>& remarks)
{
    constexpr std::size_t most = 10;
    const auto& in = language_of(call);
    std::vector<ListRemark> said;
    for (const auto& remark : remarks)
        if (said.size() < most) said.push_back({.word = remark.written, .words = in.say(said_of(remark.about))});
    return said;
}

// Of a line that can be taken off: each has an address as long as the line.
constexpr std::size_t most_words = 20;

// The state and the order are always there to be chosen; everything else narrows.
bool narrows(const QueryTerm& term)
{
    if (term.word == QueryWord::sort) return false;
    if (term.word != QueryWord::is) return true;
    return term.negated || (!term.has("open") && !term.has("closed"));
}

ToGive to_give(const Call& call, const issues::QueryPlace& place)
{
    ToGive made;
    if (place.repository == nullptr) return made;
    const auto& repository = place.repository->repository;
    for (auto& label : issues::labels_to_give(call.db(), repository, ToGive::most))
        made.labels.push_back({.id = label.id, .name = label.name, .badge = label_badge(label)});
    for (auto& milestone : issues::milestones_to_give(call.db(), repository.id, ToGive::most))
        made.milestones.push_back({.id = milestone.id,
                                   .title = std::move(milestone.title),
                                   .open_issues = milestone.issue_count - milestone.closed_issue_count});
    return made;
}

// They are read for menus if finding the issues has not read them already.
cache::Versions versions_of(const Call& call, const issues::QueryPlace& place,
                            std::optional<cache::VersionNumbers> known)
{
    const auto read = [&call, &place] {
        return place.repository == nullptr ? cache::VersionNumbers()
                                           : issues::issue_versions(call.db(), place.repository->repository.id);
    };
    return known ? cache::Versions(std::move(*known), read) : cache::Versions(read);
}

} // namespace

ToGive describe_line(const Call& call, const ListRequest& request, const IssueQuery& query,
                     const std::vector<QueryRemark>& remarks, ShownList& list,
                     std::optional<cache::VersionNumbers> versions)
{
    list.path = request.path;
    list.line = query.line();
    list.remarks = say_remarks(call, remarks);
    list.state = query.state();
    list.open_address = list_address(request.path, query.with_state("open"));
    list.closed_address = list_address(request.path, query.with_state("closed"));
    auto choices = to_give(call, request.place);
    list.menus = filter_menus(call, request, query, choices, versions_of(call, request.place, std::move(versions)));
    for (const QueryTerm& term : query.terms)
        if (narrows(term) && list.words.size() < most_words)
            list.words.push_back(
                {.words = written_as(term), .address = list_address(request.path, query.without(term))});
    list.filtered = !list.words.empty();
    list.pulls = request.place.is_pull.value_or(false);
    return choices;
}

MadeList make_list(const Call& call, const ListRequest& request, const issues::AddressQuery& address)
{
    MadeList made;
    made.query = issues::query_of(call, request.place, address, call.parameter("q") != nullptr, request.usual);
    auto found = issues::find_by_query(call, request.place, made.query, address);
    made.faulty = std::ranges::any_of(found.remarks, is_fault);
    auto& list = made.list;
    made.to_give = describe_line(call, request, made.query, found.remarks, list, std::move(found.versions));
    list.open = found.open;
    list.closed = found.closed;
    list.rows = show_issue_rows(call, found.page.items, request.style);
    list.pager = pager(call, address, found.page.total);
    return made;
}

namespace {

// The name that a word of a query has; empty where it has several, or none that the API knows.
std::string single(const Call& call, const IssueQuery& query, QueryWord word)
{
    const auto* term = query.last(word);
    if (term == nullptr || term->negated || term->values.size() != 1) return {};
    const auto& value = term->values.front();
    if (!value.literal && value.text == "me")
        return call.caller.anonymous() ? "" : accounts::account_of(call.caller).name;
    return value.literal || value.text != "none" ? value.text : "";
}

std::string words_in(const IssueQuery& query)
{
    std::string words;
    for (const QueryTerm& term : query.terms)
        if (term.word == QueryWord::text) words += (words.empty() ? "" : " ") + term.values.front().text;
    return words;
}

std::string labels_in(const IssueQuery& query)
{
    std::string names;
    for (const QueryTerm& term : query.terms)
        if (term.word == QueryWord::label && !term.negated && term.values.size() == 1 && !term.has("none")
            && term.values.front().text.find(',') == std::string::npos)
            names += (names.empty() ? "" : ",") + term.values.front().text;
    return names;
}

} // namespace

std::map<std::string, std::string> api_values(const Call& call, const MadeList& made)
{
    const auto& query = made.query;
    const auto state = query.state();
    std::map<std::string, std::string> values{{"state",
                                               state.empty()         ? "all"
                                                   : state == "open" ? "open"
                                                                     : "closed"},
                                              {"type", made.list.pulls ? "pulls" : "issues"}};
    const auto add = [&](std::string name, std::string value) {
        if (!value.empty()) values.emplace(std::move(name), std::move(value));
    };
    const bool named = made.list.remarks.empty(); // all names are somebody's
    if (made.list.pulls) {
        if (named) add("poster", single(call, query, QueryWord::author));
        return values;
    }
    add("q", words_in(query));
    add("labels", labels_in(query));
    if (!named) return values;
    if (const auto title = single(call, query, QueryWord::milestone); title.find(',') == title.npos)
        add("milestones", title);
    add("created_by", single(call, query, QueryWord::author));
    add("assigned_by", single(call, query, QueryWord::assignee));
    add("mentioned_by", single(call, query, QueryWord::mentions));
    return values;
}

} // namespace cairn::pages
