#include "issues/readable.hpp"

#include "db/composition.hpp"

namespace cairn::issues {

using access::Unit;
using access::Viewer;
using db::bound;

void add_reads_issue(db::Composition& query, const Viewer& viewer)
{
    query << "((NOT i.is_pull AND ";
    access::add_reads(query, viewer, Unit::issues);
    query << ") OR (i.is_pull AND ";
    access::add_reads(query, viewer, Unit::pulls);
    query << "))";
}

std::vector<Issue> readable_issues(const api::View& view, const std::vector<std::int64_t>& ids)
{
    if (ids.empty()) return {};
    db::Composition query("SELECT i.* FROM issue i JOIN repository r ON r.id = i.repository_id WHERE i.id IN ");
    query << bound(ids) << " AND ";
    add_reads_issue(query, Viewer::of(view.caller));
    return show_issues(view, view.db().all<StoredIssue>(query));
}

} // namespace cairn::issues
