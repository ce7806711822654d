#include "issues/labels/label.hpp"

#include <algorithm>

#include "accounts/user_search.hpp"
#include "base/text.hpp"
#include "config/settings.hpp"
#include "db/composition.hpp"
#include "repositories/repository.hpp"

namespace cairn::issues {

using db::bound;

namespace {

bool is_hex(char c) { return text::is_digit(c) || (c >= 'a' && c <= 'f'); }

// The labels at hand in a repository. What an organization's labels are is asked by the owner's id: a person has none.
void add_usable(db::Composition& query, const repositories::RepositoryIdentity& repository)
{
    query << select_labels.text << " WHERE (l.repository_id = " << bound(repository.id)
          << " OR l.organization_id = " << bound(repository.owner_id) << ")";
}

struct BorneLabel : StoredLabel {
    std::int64_t issue_id = 0;
};
BOOST_DESCRIBE_STRUCT(BorneLabel, (StoredLabel), (issue_id))

} // namespace

Label show_label(const StoredLabel& label, const config::Settings& settings)
{
    const std::string home = label.repository_id != 0 ? "repos/" + label.owner_name + "/" + label.repository_name
                                                      : "orgs/" + label.owner_name;
    return {.id = label.id,
            .name = label.name,
            .exclusive = label.exclusive,
            .is_archived = label.archived_at.seconds != 0,
            .color = label.color,
            .description = label.description,
            .url = settings.server.root_url + "api/v1/" + home + "/labels/" + std::to_string(label.id)};
}

std::vector<Label> show_labels(std::span<const StoredLabel> labels, const config::Settings& settings)
{
    std::vector<Label> shown;
    shown.reserve(labels.size());
    for (const auto& label : labels) shown.push_back(show_label(label, settings));
    return shown;
}

Result<std::string> read_color(std::string_view written)
{
    auto digits = text::to_lower(text::trim(written));
    if (digits.starts_with('#')) digits.erase(0, 1);
    if ((digits.size() != 3 && digits.size() != 6) || !std::ranges::all_of(digits, is_hex))
        return fail(Errc::unprocessable, "a color is # and 3 or 6 hexadecimal digits, such as #0052cc");
    if (digits.size() == 6) return digits;
    std::string doubled;
    for (const char digit : digits) doubled.append(2, digit);
    return doubled;
}

std::string_view scope_of(std::string_view name)
{
    const auto slash = name.rfind('/');
    if (slash == name.npos || slash == 0 || slash + 1 == name.size()) return {};
    return name.substr(0, slash);
}

bool are_rivals(const StoredLabel& a, const StoredLabel& b)
{
    const auto scope = scope_of(a.name);
    return a.id != b.id && a.exclusive && b.exclusive && !scope.empty() && scope == scope_of(b.name);
}

std::optional<StoredLabel> find_label(db::Queries& db, LabelHome home, std::int64_t id)
{
    static constexpr auto of_repository = select_labels + " WHERE l.id = $2 AND l.repository_id = $1";
    static constexpr auto of_organization = select_labels + " WHERE l.id = $2 AND l.organization_id = $1";
    if (home.repository_id != 0) return db.first<StoredLabel>(of_repository.text, home.repository_id, id);
    return db.first<StoredLabel>(of_organization.text, home.organization_id, id);
}

std::optional<StoredLabel> find_label(db::Queries& db, LabelHome home, std::string_view name)
{
    static constexpr auto of_repository =
        select_labels + " WHERE l.name = $2 AND l.repository_id = $1 ORDER BY l.id LIMIT 1";
    static constexpr auto of_organization =
        select_labels + " WHERE l.name = $2 AND l.organization_id = $1 ORDER BY l.id LIMIT 1";
    if (home.repository_id != 0) return db.first<StoredLabel>(of_repository.text, home.repository_id, name);
    return db.first<StoredLabel>(of_organization.text, home.organization_id, name);
}

std::vector<StoredLabel> usable_labels(db::Queries& db, const repositories::RepositoryIdentity& repository,
                                       const std::vector<std::int64_t>& ids)
{
    if (ids.empty()) return {};
    db::Composition query;
    add_usable(query, repository);
    query << " AND l.id IN " << bound(ids) << " ORDER BY l.name, l.id";
    return db.all<StoredLabel>(query);
}

std::vector<StoredLabel> usable_labels(db::Queries& db, const repositories::RepositoryIdentity& repository,
                                       const std::vector<std::string>& names)
{
    if (names.empty()) return {};
    db::Composition query;
    add_usable(query, repository);
    query << " AND l.name IN " << bound(names) << " ORDER BY l.name, l.id";
    return db.all<StoredLabel>(query);
}

std::vector<StoredLabel> choosable_labels(db::Queries& db, const repositories::RepositoryIdentity& repository,
                                          std::string_view q, std::int64_t most)
{
    db::Composition query;
    add_usable(query, repository);
    query << " AND l.archived_at = 0";
    if (!q.empty()) query << " AND folded(l.name) LIKE " << bound(accounts::SearchPatterns(q).exact) << " ESCAPE '\\'";
    query << " ORDER BY l.name, l.id LIMIT " << bound(most);
    return db.all<StoredLabel>(query);
}

std::map<std::int64_t, std::vector<Label>> labels_of(db::Queries& db, const config::Settings& settings,
                                                     const std::vector<std::int64_t>& issue_ids)
{
    std::map<std::int64_t, std::vector<Label>> labels;
    if (issue_ids.empty()) return labels;
    db::Composition query("SELECT il.issue_id, l.id, l.repository_id, l.organization_id, l.name, l.color,"
                          " l.description, l.exclusive, l.archived_at, o.name AS owner_name, r.name AS repository_name"
                          " FROM issue_label il JOIN label l ON l.id = il.label_id"
                          " LEFT JOIN repository r ON r.id = l.repository_id"
                          " JOIN account o ON o.id = COALESCE(r.owner_id, l.organization_id) WHERE il.issue_id IN ");
    query << bound(issue_ids) << " ORDER BY l.name, l.id";
    for (const auto& label : db.all<BorneLabel>(query)) labels[label.issue_id].push_back(show_label(label, settings));
    return labels;
}

std::int64_t count_uses(db::Queries& db, std::int64_t label_id)
{
    return db.first<std::int64_t>("SELECT issue_count FROM label WHERE id = $1", label_id).value_or(0);
}

std::int64_t add_label(db::Transaction& tx, LabelHome home, const NewLabel& label)
{
    const auto now = Time::now();
    return tx.scalar<std::int64_t>(
        "INSERT INTO label (repository_id, organization_id, name, color, description, exclusive, archived_at,"
        " created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8) RETURNING id",
        home.repository_id != 0 ? std::optional(home.repository_id) : std::nullopt,
        home.organization_id != 0 ? std::optional(home.organization_id) : std::nullopt, label.name, label.color,
        label.description, label.exclusive, label.archived ? now : Time{}, now);
}

void remove_label(db::Transaction& tx, LabelHome home, std::int64_t id)
{
    if (tx.run("DELETE FROM label WHERE id = $1 AND (repository_id = $2 OR organization_id = $3)", id,
               home.repository_id, home.organization_id)
        > 0)
        tx.run("DELETE FROM comment WHERE label_id = $1", id);
}

} // namespace cairn::issues
