#include "issues/issue_list.hpp"

#include "base/text.hpp"
#include "issues/issue_filter.hpp"
#include "issues/named_person.hpp"

namespace cairn::issues {

using api::View;
using db::bound;

namespace {

struct People {
    NamedPerson poster;
    NamedPerson assignee;
    NamedPerson mentioned;
};

Result<People> find_people(const View& view, const ListIssues& wanted)
{
    const People people{.poster = TRY(find_named_person(view, wanted.created_by)),
                        .assignee = TRY(find_named_person(view, wanted.assigned_by)),
                        .mentioned = TRY(find_named_person(view, wanted.mentioned_by))};
    // Anybody can write a name into an issue, so that finding it would show that it is one.
    TRY(check_is_shown(people.mentioned, 0));
    return people;
}

// Both kinds as far as the caller may read them.
Result<std::optional<bool>> read_kind(const RepositoryContext& place, std::string_view type)
{
    const bool issues = reads_issues(place);
    const bool pulls = reads_pulls(place);
    if ((type == "issues" && !issues) || (type == "pulls" && !pulls)) return not_found(type);
    if (type == "issues" || !pulls) return false;
    if (type == "pulls" || !issues) return true;
    return std::optional<bool>();
}

struct NamedId {
    std::int64_t id = 0;
    std::string name;
};
BOOST_DESCRIBE_STRUCT(NamedId, (), (id, name))

// Names that no label has do not filter; of a name that several have, any will do.
void read_labels(db::Queries& db, std::int64_t repository_id, std::string_view names, IssueFilter& filter)
{
    std::vector<std::string> wanted;
    for (const auto name : text::split_list(names)) wanted.emplace_back(name);
    if (wanted.empty()) return;
    db::Composition query("SELECT id, name FROM label WHERE repository_id = ");
    query << bound(repository_id) << " AND name IN " << bound(wanted) << " ORDER BY name, id";
    std::string last;
    for (const auto& label : db.all<NamedId>(query)) {
        if (filter.labels.empty() || label.name != last) filter.labels.emplace_back();
        filter.labels.back().push_back(label.id);
        last = label.name;
    }
}

void read_milestones(db::Queries& db, std::int64_t repository_id, std::string_view list, IssueFilter& filter)
{
    std::vector<std::string> titles;
    std::vector<std::int64_t> ids;
    for (const auto part : text::split_list(list)) {
        titles.emplace_back(part);
        if (const auto id = text::parse_integer(part, 1)) ids.push_back(*id);
    }
    if (titles.empty()) return;
    db::Composition query("SELECT id FROM milestone WHERE repository_id = ");
    query << bound(repository_id) << " AND (title IN " << bound(titles) << " OR id IN " << bound(ids) << ")";
    filter.milestones = db.all<std::int64_t>(query);
}

Result<IssueFilter> read_filter(const View& view, const RepositoryContext& place, const ListIssues& wanted,
                                const People& people)
{
    IssueFilter filter{.repository_id = place.repository.id};
    filter.is_pull = TRY(read_kind(place, wanted.type));
    filter.set_state(wanted.state);
    filter.set_words(wanted.q);
    filter.since = wanted.since;
    filter.before = wanted.before;
    filter.poster_id = people.poster.id;
    filter.assignee_id = people.assignee.id;
    filter.mentioned_id = people.mentioned.id;
    read_labels(view.db(), place.repository.id, wanted.labels, filter);
    read_milestones(view.db(), place.repository.id, wanted.milestones, filter);
    return filter;
}

} // namespace

Result<Page<StoredIssue>> list_issues(const View& view, const RepositoryContext& place, const ListIssues& wanted)
{
    const auto people = TRY(find_people(view, wanted));
    const auto filter = TRY(read_filter(view, place, wanted, people));
    const auto repository_id = place.repository.id;
    const auto found = find_page(
        view.db(), wanted, filter,
        [&] { return cache::Versions([&] { return issue_versions(view.db(), repository_id); }); },
        [&](db::Composition& ask) { add_from(ask, filter); },
        [&] { return filter.total_of(count_issues(view.db(), repository_id)); });
    TRY(check_is_shown(people.poster, found.total));
    TRY(check_is_shown(people.assignee, found.total));
    return Page<StoredIssue>{.items = find_issues(view.db(), found.items), .total = found.total};
}

} // namespace cairn::issues
