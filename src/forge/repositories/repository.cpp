#include "repositories/repository.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "db/database.hpp"

namespace cairn::repositories {

std::optional<StoredRepository> find_repository(db::Queries& db, std::int64_t owner_id, std::string_view name)
{
    return db.first<StoredRepository>("SELECT * FROM repository WHERE owner_id = $1 AND lower_name = $2", owner_id,
                                      text::to_lower(name));
}

std::optional<StoredRepository> find_repository(db::Queries& db, std::int64_t id)
{
    return db.first<StoredRepository>("SELECT * FROM repository WHERE id = $1", id);
}

std::optional<StoredRepository> find_moved_repository(db::Queries& db, std::int64_t owner_id, std::string_view old_name)
{
    return db.first<StoredRepository>(
        "SELECT r.* FROM repository_redirect d JOIN repository r ON r.id = d.repository_id"
        " WHERE d.owner_id = $1 AND d.lower_name = $2",
        owner_id, text::to_lower(old_name));
}

Result<void> check_repository_name(std::string_view name)
{
    const auto refuse = [](std::string why) { return fail(Errc::unprocessable, "the repository's name " + why); };
    if (name.empty()) return refuse("is missing");
    if (name.size() > 100) return refuse("has more than 100 characters");
    const auto allowed = [](char c) {
        return text::is_alpha(c) || text::is_digit(c) || c == '-' || c == '_' || c == '.';
    };
    if (!std::ranges::all_of(name, allowed))
        return refuse("may have letters, digits, '-', '_' and '.', and nothing else");
    if (name == "." || name == "-" || name.contains("..")) return refuse("is reserved");
    const auto lower = text::to_lower(name);
    for (const std::string_view ending : {".git", ".wiki", ".rss", ".atom"})
        if (lower.ends_with(ending)) return refuse("must not end in " + std::string(ending));
    return {};
}

void save_repository(db::Transaction& tx, const StoredRepository& r)
{
    tx.run("UPDATE repository SET name = $2, lower_name = $3, description = $4, website = $5, private = $6,"
           " audience = $7, units = $8, template = $9, archived_at = $10, default_branch = $11, updated_at = $12"
           " WHERE id = $1",
           r.id, r.name, text::to_lower(r.name), r.description, r.website, r.private_, r.audience, r.units, r.template_,
           r.archived_at, r.default_branch, Time::now());
    tx.run("UPDATE repository SET time_tracker = $2, only_contributors_track_time = $3, issue_dependencies = $4,"
           " external_tracker_url = $5, external_tracker_format = $6, external_tracker_style = $7,"
           " external_tracker_pattern = $8, external_wiki_url = $9, projects_mode = $10 WHERE id = $1",
           r.id, r.time_tracker, r.only_contributors_track_time, r.issue_dependencies, r.external_tracker_url,
           r.external_tracker_format, r.external_tracker_style, r.external_tracker_pattern, r.external_wiki_url,
           r.projects_mode);
    tx.run("UPDATE repository SET ignore_whitespace_conflicts = $2, allow_merge_commits = $3, allow_rebase = $4,"
           " allow_rebase_explicit = $5, allow_squash_merge = $6, allow_fast_forward_only_merge = $7,"
           " allow_manual_merge = $8, autodetect_manual_merge = $9, allow_merge_update = $10,"
           " allow_rebase_update = $11, default_merge_style = $12, default_update_style = $13,"
           " default_delete_branch_after_merge = $14, default_allow_maintainer_edit = $15 WHERE id = $1",
           r.id, r.ignore_whitespace_conflicts, r.allow_merge_commits, r.allow_rebase, r.allow_rebase_explicit,
           r.allow_squash_merge, r.allow_fast_forward_only_merge, r.allow_manual_merge, r.autodetect_manual_merge,
           r.allow_merge_update, r.allow_rebase_update, r.default_merge_style, r.default_update_style,
           r.default_delete_branch_after_merge, r.default_allow_maintainer_edit);
}

} // namespace cairn::repositories

template <> const cairn::Type& cairn::type_of<cairn::repositories::StoredRepository>()
{
    return detail::type<cairn::repositories::StoredRepository>;
}
