// A label: as the database holds it, as the API shows it, and which ones issues bear.
#pragma once

#include <map>

#include "base/reflect.hpp"
#include "base/result.hpp"
#include "db/sql_text.hpp"

namespace cairn::config {
struct Settings;
} // namespace cairn::config
namespace cairn::db {
class Queries;
class Transaction;
} // namespace cairn::db
namespace cairn::repositories {
struct RepositoryIdentity;
} // namespace cairn::repositories

namespace cairn::issues {

struct Label {
    std::int64_t id = 0;
    std::string name;
    bool exclusive = false;
    bool is_archived = false;
    std::string color;
    std::string description;
    std::string url;
};
BOOST_DESCRIBE_STRUCT(Label, (), (id, name, exclusive, is_archived, color, description, url))
constexpr auto notes(const Label*)
{
    return std::array{
        Note{"", "A label that issues and pull requests can bear"},
        Note{"exclusive", "of those with the same scope (the name up to its last slash) an issue bears one"},
        Note{"is_archived", "it stays where it is, but is no longer meant to be used"},
        Note{"color", "six hexadecimal digits"},
    };
}

struct StoredLabel {
    std::int64_t id = 0;
    std::int64_t repository_id = 0;   // 0: it is an organization's
    std::int64_t organization_id = 0; // 0: it is a repository's
    std::string name;
    std::string color;
    std::string description;
    bool exclusive = false;
    Time archived_at;
    // Whose it is, for its address. No columns of the table: select_labels brings them.
    std::string owner_name;
    std::string repository_name;
};
BOOST_DESCRIBE_STRUCT(StoredLabel, (),
                      (id, repository_id, organization_id, name, color, description, exclusive, archived_at, owner_name,
                       repository_name))

// The beginning of a statement that reads labels as `l`.
inline constexpr db::SqlText select_labels =
    "SELECT l.id, l.repository_id, l.organization_id, l.name, l.color, l.description, l.exclusive, l.archived_at,"
    " o.name AS owner_name, r.name AS repository_name"
    " FROM label l LEFT JOIN repository r ON r.id = l.repository_id"
    " JOIN account o ON o.id = COALESCE(r.owner_id, l.organization_id)";

Label show_label(const StoredLabel&, const config::Settings&);
std::vector<Label> show_labels(std::span<const StoredLabel>, const config::Settings&);

// Six lower-case digits from 3 or 6 of any case, with or without # before and blanks around them.
Result<std::string> read_color(std::string_view);

// What stands before the last slash, if something stands on both sides of it; empty for a label without a scope.
std::string_view scope_of(std::string_view name);

// Which of two labels an issue cannot bear at once.
bool are_rivals(const StoredLabel&, const StoredLabel&);

// Whose labels: a repository's own or an organization's. Exactly one is not 0.
struct LabelHome {
    std::int64_t repository_id = 0;
    std::int64_t organization_id = 0;
};

std::optional<StoredLabel> find_label(db::Queries&, LabelHome, std::int64_t id);
// The oldest of exactly that name.
std::optional<StoredLabel> find_label(db::Queries&, LabelHome, std::string_view name);

// Those that issues of the repository can bear, its own and its organization's, by name; others are left out.
std::vector<StoredLabel> usable_labels(db::Queries&, const repositories::RepositoryIdentity&,
                                       const std::vector<std::int64_t>& ids);
std::vector<StoredLabel> usable_labels(db::Queries&, const repositories::RepositoryIdentity&,
                                       const std::vector<std::string>& names);

// The first of those that issues of the repository can be given, by name: not archived, and with these letters in it.
std::vector<StoredLabel> choosable_labels(db::Queries&, const repositories::RepositoryIdentity&, std::string_view q,
                                          std::int64_t most);

// The labels of each of these issues, by name, for a page of them; an issue without any is not in it.
std::map<std::int64_t, std::vector<Label>> labels_of(db::Queries&, const config::Settings&,
                                                     const std::vector<std::int64_t>& issue_ids);

// How many issues and pull requests bear it.
std::int64_t count_uses(db::Queries&, std::int64_t label_id);

struct NewLabel {
    std::string name;
    std::string color; // as read_color() has it
    std::string description{};
    bool exclusive = false;
    bool archived = false;
};

// Its id.
std::int64_t add_label(db::Transaction&, LabelHome, const NewLabel&);

// Takes it off all issues, and out of what is told of their past.
void remove_label(db::Transaction&, LabelHome, std::int64_t id);

} // namespace cairn::issues
