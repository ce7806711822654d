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

std::optional<FullName> find_moved_repository(db::Queries& db, std::int64_t owner_id, std::string_view old_name)
{
    return db.first<FullName>("SELECT a.name AS owner, r.name FROM repository_redirect d"
                              " JOIN repository r ON r.id = d.repository_id JOIN account a ON a.id = r.owner_id"
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

} // namespace cairn::repositories
