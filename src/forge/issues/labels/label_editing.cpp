#include "issues/labels/label_editing.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "db/composition.hpp"

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
