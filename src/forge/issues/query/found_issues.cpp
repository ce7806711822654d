#include "issues/query/found_issues.hpp"

#include "issues/query/names.hpp"
#include "issues/search_range.hpp"

namespace cairn::issues {

using api::View;

namespace {

// Where is looked, with the versions of what is looked at, which are read once.
class Grounds {
public:
    Grounds(const View& view, const QueryPlace& place) : view_(view), place_(place), range_(range_of(place)) { }

    void add_where(db::Composition& query, const IssueFilter& filter) const
    {
        add_from(query, filter);
        if (place_.repository != nullptr) return;
        query << " AND ";
        const bool few = place_.owner_id != 0 && !filter.is_ordered() && count_in_range(view_, range_, {}) < 1000;
        add_in_range(query, view_, range_, filter.is_pull, few);
    }

    cache::Versions versions()
    {
        const auto read = [this] {
            return place_.repository != nullptr ? issue_versions(view_.db(), place_.repository->repository.id)
                                                : versions_in_range(view_, range_);
        };
        if (!known_) known_ = read();
        return {*known_, read};
    }

    const std::optional<cache::VersionNumbers>& known() const { return known_; }

    std::int64_t count_plain(const IssueFilter& filter) const
    {
        return place_.repository != nullptr
            ? filter.total_of(count_issues(view_.db(), place_.repository->repository.id))
            : count_in_range(view_, range_, filter);
    }

    Page<std::int64_t> page(const IssueFilter& filter, const Paging& paging)
    {
        return find_page(
            view_.db(), paging, filter, [&] { return versions(); },
            [&](db::Composition& query) { add_where(query, filter); }, [&] { return count_plain(filter); });
    }

    std::int64_t count(const IssueFilter& filter)
    {
        if (filter.is_plain()) return count_plain(filter);
        db::Composition query("SELECT count(*) AS value");
        add_where(query, filter);
        return filter.is_passing() ? view_.db().first<std::int64_t>(query).value_or(0)
                                   : cache::count(view_.db(), versions(), query);
    }

private:
    const View& view_;
    const QueryPlace& place_;
    SearchRange range_;
    std::optional<cache::VersionNumbers> known_{};
};

} // namespace

FoundIssues find_by_query(const View& view, const QueryPlace& place, const IssueQuery& query, const Paging& paging)
{
    auto read = read_query(view, place, query);
    Grounds grounds(view, place);
    const auto found = grounds.page(read.whole(), paging);
    FoundIssues answer{.page = {.items = find_listed(view.db(), found.items), .total = found.total}};
    const bool open_alone = read.states.empty() && read.closed == false;
    const bool closed_alone = read.states.empty() && read.closed == true;
    answer.open = open_alone ? found.total : grounds.count(read.in_state(false));
    answer.closed = closed_alone ? found.total : grounds.count(read.in_state(true));
    if (answer.open + answer.closed == 0)
        for (auto& name : read.hidden)
            read.remarks.push_back({.written = std::move(name), .about = QueryRemark::About::person});
    answer.remarks = std::move(read.remarks);
    answer.versions = grounds.known();
    return answer;
}

} // namespace cairn::issues
