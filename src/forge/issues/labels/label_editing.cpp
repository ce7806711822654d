#include "issues/labels/label_editing.hpp"

#include <algorithm>

#include "accounts/user_search.hpp"
#include "base/text.hpp"
#include "db/composition.hpp"
#include "templates/labels.hpp"

namespace cairn::issues {

using api::Call;
using api::tag;
using db::bound;
using organizations::StoredOrganization;

namespace {

Result<void> load_label(Call& call, LabelHome home)
{
    const std::string& which = call.segment("id");
    std::optional<StoredLabel> label;
    if (!std::ranges::all_of(which, text::is_digit)) label = find_label(call.db(), home, which);
    else if (const auto id = text::parse_integer(which)) label = find_label(call.db(), home, *id);
    if (!label) return not_found("the label");
    call.load(std::move(*label));
    return {};
}

void add_order(db::Composition& query, std::string_view sort)
{
    if (sort == "reversealphabetically") query << " ORDER BY l.name DESC, l.id";
    else if (sort == "leastissues") query << " ORDER BY l.issue_count, l.name, l.id";
    else if (sort == "mostissues") query << " ORDER BY l.issue_count DESC, l.name, l.id";
    else query << " ORDER BY l.name, l.id";
}

} // namespace

Page<StoredLabel> list_labels(const api::View& view, LabelHome home, const ListLabels& wanted)
{
    db::Composition query(select_labels.text);
    if (home.repository_id != 0) query << " WHERE l.repository_id = " << bound(home.repository_id);
    else query << " WHERE l.organization_id = " << bound(home.organization_id);
    add_order(query, wanted.sort);
    return view.db().page<StoredLabel>(wanted, query);
}

Page<CountedLabel> list_counted_labels(const api::View& view, LabelHome home, const ListLabels& wanted,
                                       std::string_view words)
{
    db::Composition query("SELECT l.id, l.repository_id, l.organization_id, l.name, l.color, l.description,"
                          " l.exclusive, l.archived_at, o.name AS owner_name, r.name AS repository_name, l.issue_count"
                          " FROM label l LEFT JOIN repository r ON r.id = l.repository_id"
                          " JOIN account o ON o.id = COALESCE(r.owner_id, l.organization_id)");
    if (home.repository_id != 0) query << " WHERE l.repository_id = " << bound(home.repository_id);
    else query << " WHERE l.organization_id = " << bound(home.organization_id);
    if (!words.empty()) {
        const accounts::SearchPatterns patterns(words);
        query << " AND (folded(l.name) LIKE " << bound(patterns.exact) << " ESCAPE '\\' OR folded(l.description) LIKE "
              << bound(patterns.exact) << " ESCAPE '\\')";
    }
    add_order(query, wanted.sort);
    return view.db().page<CountedLabel>(wanted, query);
}

std::vector<StoredLabel> labels_to_give(db::Queries& db, const repositories::RepositoryIdentity& repository,
                                        std::int64_t most)
{
    db::Composition query(select_labels.text);
    query << " WHERE (l.repository_id = " << bound(repository.id)
          << " OR l.organization_id = " << bound(repository.owner_id)
          << ") AND l.archived_at = 0 ORDER BY l.name, l.id LIMIT " << bound(most);
    return db.all<StoredLabel>(query);
}

Result<std::int64_t> load_label_set(const Call& call, LabelHome home, std::string_view set)
{
    const auto* found = templates::find_label_set(set);
    if (found == nullptr) return fail(Errc::unprocessable, "there is no such set of labels");
    return call.db().write([&](db::Transaction& tx) {
        std::int64_t added = 0;
        for (const auto& label : found->labels) {
            if (find_label(tx, home, label.name)) continue;
            add_label(tx, home,
                      {.name = std::string(label.name),
                       .color = std::string(label.color),
                       .description = std::string(label.description),
                       .exclusive = label.exclusive});
            ++added;
        }
        return added;
    });
}

Result<StoredLabel> create_label(const Call& call, LabelHome home, const CreateLabelOption& option)
{
    const NewLabel wanted{.name = option.name,
                          .color = TRY(read_color(option.color)),
                          .description = option.description,
                          .exclusive = option.exclusive,
                          .archived = option.is_archived && home.repository_id != 0};
    auto made = call.db().write([&](db::Transaction& tx) { return find_label(tx, home, add_label(tx, home, wanted)); });
    if (!made) return not_found("the label");
    return std::move(*made);
}

Result<> check_name_is_free(db::Queries& db, LabelHome home, std::string_view name, std::int64_t except)
{
    db::Composition query("SELECT count(*) AS value FROM label WHERE folded(name) = folded(");
    query << bound(name) << ") AND id <> " << bound(except);
    if (home.repository_id != 0) query << " AND repository_id = " << bound(home.repository_id);
    else query << " AND organization_id = " << bound(home.organization_id);
    if (db.first<std::int64_t>(query).value_or(0) > 0)
        return fail(Errc::conflict, "[name]: this name is taken; choose another");
    return {};
}

Result<StoredLabel> edit_label(const Call& call, LabelHome home, std::int64_t id, const EditLabelOption& option)
{
    if (option.name && option.name->empty()) return fail(Errc::unprocessable, "[name]: a label needs a name");
    std::optional<std::string> color;
    if (option.color) color = TRY(read_color(*option.color));
    return call.db().write([&](db::Transaction& tx) -> Result<StoredLabel> {
        auto label = find_label(tx, home, id);
        if (!label) return not_found("the label");
        const auto now = Time::now();
        if (option.name) label->name = *option.name;
        if (option.exclusive) label->exclusive = *option.exclusive;
        if (color) label->color = *color;
        if (option.description) label->description = *option.description;
        if (!option.is_archived) label->archived_at = {};
        else if (label->archived_at.seconds == 0) label->archived_at = now;
        tx.run("UPDATE label SET name = $2, exclusive = $3, color = $4, description = $5, archived_at = $6,"
               " updated_at = $7 WHERE id = $1",
               label->id, label->name, label->exclusive, label->color, label->description, label->archived_at, now);
        return std::move(*label);
    });
}

void delete_label(const Call& call, LabelHome home, std::int64_t id)
{
    call.db().write([&](db::Transaction& tx) { remove_label(tx, home, id); });
}

Result<void> check_reads_label(Call& call) { return load_label(call, label_home(TRY(repositories::find_place(call)))); }

Result<void> check_reads_organization_label(Call& call)
{
    TRY(organizations::check_reads_organization_signed_in(call));
    const auto* loaded = static_cast<const StoredOrganization*>(call.loaded(&tag<StoredOrganization>));
    return load_label(call, label_home(*loaded));
}

} // namespace cairn::issues
