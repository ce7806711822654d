#include "issues/query/address_query.hpp"

#include <algorithm>

#include "accounts/visibility.hpp"
#include "base/text.hpp"
#include "issues/labels/label.hpp"
#include "issues/labels/milestone.hpp"
#include "issues/query/names.hpp"

namespace cairn::issues {

using api::View;

namespace {

struct SortRow {
    std::string_view elsewhere;
    std::string_view ours;
};
// clang-format off
constexpr SortRow sort_rows[] = {
    {"latest",       "created"},
    {"newest",       "created"},
    {"oldest",       "created-asc"},
    {"recentupdate", "updated"},
    {"leastupdate",  "updated-asc"},
    {"mostcomment",  "comments"},
    {"leastcomment", "comments-asc"},
    {"nearduedate",  "due"},
    {"farduedate",   "due-desc"},
};
// clang-format on

class Words {
public:
    Words(const View& view, const QueryPlace& place, IssueQuery& query) : view_(view), place_(place), query_(query) { }

    void add(QueryTerm term)
    {
        if (!query_.has(term) && query_.terms.size() < IssueQuery::most_terms) query_ = query_.with(std::move(term));
    }

    void add_state(std::string_view state)
    {
        if (state == "all" || !query_.state().empty()) return;
        query_ = query_.with_state(state == "closed" ? "closed" : "open");
    }

    void add_sort(std::string_view sort)
    {
        const auto known = std::ranges::find(sort_rows, sort, &SortRow::elsewhere);
        const auto read = IssueQuery::read("sort:" + std::string(known != std::end(sort_rows) ? known->ours : sort));
        if (read.terms.size() == 1 && read.terms.front().word == QueryWord::sort && !query_.has(QueryWord::sort))
            add(read.terms.front());
    }

    void add_kind(std::string_view type)
    {
        if (type == "assigned") add(term_of(QueryWord::assignee, "me"));
        else if (type == "created_by") add(term_of(QueryWord::author, "me"));
        else if (type == "mentioned") add(term_of(QueryWord::mentions, "me"));
        else if (type == "review_requested") add(term_of(QueryWord::review, "mine"));
        else if (type == "reviewed_by") add(term_of(QueryWord::reviewed_by, "me"));
    }

    void add_labels(std::string_view list)
    {
        for (auto part : text::split_list(list)) {
            const auto id = text::parse_integer(part);
            if (!id) add(literal_term(QueryWord::label, std::string(part)));
            else if (*id == 0) add(term_of(QueryWord::label, "none"));
            else add_label(*id > 0 ? *id : -*id, *id < 0);
        }
    }

    void add_milestone(std::string_view written)
    {
        const auto id = text::parse_integer(written);
        if (!id || place_.repository == nullptr) return;
        if (*id == -1) add(term_of(QueryWord::milestone, "none"));
        else if (const auto found = find_milestone(view_.db(), place_.repository->repository.id, *id))
            add(literal_term(QueryWord::milestone, found->title));
    }

    void add_titles(std::string_view list)
    {
        QueryTerm term{.word = QueryWord::milestone};
        for (const auto part : text::split_list(list))
            if (term.values.size() < IssueQuery::most_values)
                term.values.push_back(literal_term(QueryWord::milestone, std::string(part)).values.front());
        if (!term.values.empty()) add(std::move(term));
    }

    void add_project(std::string_view written)
    {
        const auto id = text::parse_integer(written);
        if (!id || *id == 0) return;
        if (*id == -1) add(term_of(QueryWord::project, "none"));
        else if (auto title = title_of_project(view_, place_, *id); !title.empty())
            add(literal_term(QueryWord::project, std::move(title)));
    }

    void add_person(QueryWord word, std::string_view written)
    {
        if (written.empty() || written == "0") return;
        if (const auto name = name_of(written); !name.empty()) add(literal_term(word, name));
    }

    void add_assignee(std::string_view written)
    {
        if (written == "-1" || written == "(none)") {
            add(term_of(QueryWord::assignee, "none"));
        } else if (written == "(any)") {
            auto somebody = term_of(QueryWord::assignee, "none");
            somebody.negated = true;
            add(std::move(somebody));
        } else {
            add_person(QueryWord::assignee, written);
        }
    }

private:
    void add_label(std::int64_t id, bool negated)
    {
        if (place_.repository == nullptr) return;
        for (const auto& label : usable_labels(view_.db(), place_.repository->repository, std::vector{id})) {
            auto term = literal_term(QueryWord::label, label.name);
            term.negated = negated;
            add(std::move(term));
        }
    }

    // An id is told nobody's name by who may not see them.
    std::string name_of(std::string_view written)
    {
        const auto id = text::parse_integer(written, 1);
        if (!id || accounts::find_account(view_.db(), written)) return std::string(written);
        const auto account = accounts::find_account(view_.db(), *id);
        if (!account || !accounts::may_see(view_.db(), accounts::Viewer::of(view_.caller), *account)) return {};
        return account->name;
    }

    const View& view_;
    const QueryPlace& place_;
    IssueQuery& query_;
};

} // namespace

IssueQuery query_of(const View& view, const QueryPlace& place, const AddressQuery& address, bool has_line,
                    std::string_view usual)
{
    const auto& a = address;
    const bool elsewhere = std::ranges::any_of(
        std::array<std::string_view, 13>{a.type, a.state, a.sort, a.labels, a.milestone, a.milestones, a.project,
                                         a.assignee, a.assigned_by, a.poster, a.created_by, a.mentioned_by, a.repo},
        [](std::string_view value) { return !value.empty(); });
    if (!has_line && !elsewhere) return IssueQuery::read(usual);
    auto query = IssueQuery::read(a.q);
    if (!elsewhere) return query;
    Words words(view, place, query);
    words.add_state(a.state);
    words.add_kind(a.type);
    words.add_labels(a.labels);
    words.add_milestone(a.milestone);
    words.add_titles(a.milestones);
    words.add_project(a.project);
    words.add_person(QueryWord::author, a.poster);
    words.add_person(QueryWord::author, a.created_by);
    words.add_assignee(a.assignee);
    words.add_person(QueryWord::assignee, a.assigned_by);
    words.add_person(QueryWord::mentions, a.mentioned_by);
    if (!a.repo.empty()) words.add(literal_term(QueryWord::repo, a.repo));
    words.add_sort(a.sort);
    return query;
}

} // namespace cairn::issues
