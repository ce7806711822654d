// Labels and milestones of another server.
#include <algorithm>

#include "base/text.hpp"
#include "db/database.hpp"
#include "migrations/import.hpp"

namespace cairn::migrations {

namespace {

// Six digits; what is no color is gray.
std::string color_of(std::string_view text)
{
    if (text.starts_with('#')) text.remove_prefix(1);
    const bool fits = text.size() == 6 && text.find_first_not_of("0123456789abcdefABCDEF") == text.npos;
    return fits ? text::to_lower(text) : "cccccc";
}

} // namespace

Result<> import_labels(const Import& import)
{
    return for_each_item<SourceLabel>(import, "labels", "/labels?", [&](const SourceLabel& label) -> Result<> {
        const auto now = Time::now();
        import.site.db.write([&](db::Transaction& tx) {
            tx.run("INSERT INTO label (repository_id, name, color, description, exclusive, archived_at, created_at,"
                   " updated_at) SELECT CAST($1 AS BIGINT), CAST($2 AS TEXT), $3, $4, $5, $6, $7, $7 WHERE NOT EXISTS"
                   " (SELECT 1 FROM label WHERE repository_id = $1 AND name = $2)",
                   import.repository.id, label.name, color_of(label.color), label.description, label.exclusive,
                   label.is_archived ? now : Time{}, now);
        });
        return {};
    });
}

Result<> import_milestones(const Import& import)
{
    const auto take = [&](const SourceMilestone& milestone) -> Result<> {
        const auto created = milestone.created_at.value_or(Time::now());
        const bool closed = milestone.state == "closed";
        import.site.db.write([&](db::Transaction& tx) {
            tx.run("INSERT INTO milestone (repository_id, title, description, due_at, closed_at, created_at,"
                   " updated_at) SELECT CAST($1 AS BIGINT), CAST($2 AS TEXT), $3, $4, $5, $6, $7 WHERE NOT EXISTS"
                   " (SELECT 1 FROM milestone WHERE repository_id = $1 AND title = $2)",
                   import.repository.id, milestone.title, milestone.description, milestone.due_on.value_or(Time{}),
                   closed ? milestone.closed_at.value_or(created) : Time{}, created,
                   milestone.updated_at.value_or(created));
        });
        return {};
    };
    return for_each_item<SourceMilestone>(import, "milestones", "/milestones?state=all", take);
}

} // namespace cairn::migrations
