// Labels and milestones, before the issues that bear them.
#include <algorithm>

#include "base/text.hpp"
#include "import/kinds.hpp"

namespace cairn::import {

namespace {

// Deadlines that nobody has set are written there as the end of the year 9999.
constexpr std::int64_t no_deadline = 253'370'000'000;

struct LabelRow {
    std::int64_t id = 0;
    std::int64_t repo_id = 0;
    std::int64_t org_id = 0;
    std::string name;
    std::string description;
    std::string color;
    bool exclusive = false;
    Time created_unix;
    Time updated_unix;
    Time archived_unix;
};
BOOST_DESCRIBE_STRUCT(LabelRow, (),
                      (id, repo_id, org_id, name, description, color, exclusive, created_unix, updated_unix,
                       archived_unix))

struct MilestoneRow {
    std::int64_t id = 0;
    std::int64_t repo_id = 0;
    std::string name;
    std::string content;
    bool is_closed = false;
    Time deadline_unix;
    Time closed_date_unix;
    Time created_unix;
    Time updated_unix;
};
BOOST_DESCRIBE_STRUCT(MilestoneRow, (),
                      (id, repo_id, name, content, is_closed, deadline_unix, closed_date_unix, created_unix,
                       updated_unix))

std::string color_of(std::string_view written)
{
    if (written.starts_with('#')) written.remove_prefix(1);
    const auto is_hex = [](char c) { return text::is_digit(c) || (c >= 'a' && c <= 'f'); };
    auto color = text::to_lower(written);
    // "#abc" is short for "#aabbcc".
    if (color.size() == 3) color = {color[0], color[0], color[1], color[1], color[2], color[2]};
    return color.size() == 6 && std::ranges::all_of(color, is_hex) ? color : "ededed";
}

Outcome take_label(Batch& batch, LabelRow& row)
{
    const auto repository = batch.repository(row.repo_id);
    const auto organization = repository ? std::nullopt : batch.account(row.org_id);
    if (!repository && !organization) return refuse("whose it is was not moved", row.name);
    const auto id = batch.id_for(row.id);
    batch.tx.run("INSERT INTO label (id, repository_id, organization_id, name, color, description, exclusive,"
                 " archived_at, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
                 id, repository, organization, row.name, color_of(row.color), row.description, row.exclusive,
                 row.archived_unix, row.created_unix, row.updated_unix);
    batch.remember(row.id, id);
    return {};
}

Outcome take_milestone(Batch& batch, MilestoneRow& row)
{
    const auto repository = batch.repository(row.repo_id);
    if (!repository) return refuse("its repository was not moved", row.name);
    const auto id = batch.id_for(row.id);
    const Time closed = row.closed_date_unix.seconds > 0 ? row.closed_date_unix : row.updated_unix;
    batch.tx.run("INSERT INTO milestone (id, repository_id, title, description, due_at, closed_at, created_at,"
                 " updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
                 id, *repository, row.name, row.content, without_far_future(row.deadline_unix),
                 row.is_closed ? closed : Time{}, row.created_unix, row.updated_unix);
    batch.remember(row.id, id);
    return {};
}

} // namespace

Time without_far_future(Time deadline) { return deadline.seconds >= no_deadline ? Time{} : deadline; }

const Kind labels_kind{.name = "labels",
                       .table = "label",
                       .here = "label",
                       .ids = Ids::ordered,
                       .run = &move_rows<LabelRow, &take_label>,
                       .needed = "id repo_id name color"};
const Kind milestones_kind{.name = "milestones",
                           .table = "milestone",
                           .here = "milestone",
                           .ids = Ids::ordered,
                           .run = &move_rows<MilestoneRow, &take_milestone>,
                           .needed = "id repo_id name"};

} // namespace cairn::import
