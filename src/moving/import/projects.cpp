// Boards with their columns, and the issues that are on them.
#include "import/kinds.hpp"
#include "issues/boards/project.hpp"

namespace cairn::import {

namespace {

struct ProjectRow {
    std::int64_t id = 0;
    std::string title;
    std::string description;
    std::int64_t owner_id = 0;
    std::int64_t repo_id = 0;
    std::int64_t creator_id = 0;
    bool is_closed = false;
    std::int64_t board_type = 0;
    std::int64_t card_type = 0;
    Time created_unix;
    Time updated_unix;
    Time closed_date_unix;
};
BOOST_DESCRIBE_STRUCT(ProjectRow, (),
                      (id, title, description, owner_id, repo_id, creator_id, is_closed, board_type, card_type,
                       created_unix, updated_unix, closed_date_unix))

struct ColumnRow {
    std::int64_t id = 0;
    std::string title;
    bool default_ = false;
    std::int64_t sorting = 0;
    std::string color;
    std::int64_t project_id = 0;
    std::int64_t creator_id = 0;
    Time created_unix;
    Time updated_unix;
};
BOOST_DESCRIBE_STRUCT(ColumnRow, (),
                      (id, title, default_, sorting, color, project_id, creator_id, created_unix, updated_unix))

struct CardRow {
    std::int64_t id = 0;
    std::int64_t issue_id = 0;
    std::int64_t project_id = 0;
    std::int64_t project_board_id = 0;
    std::int64_t sorting = 0;
};
BOOST_DESCRIBE_STRUCT(CardRow, (), (id, issue_id, project_id, project_board_id, sorting))

// By number, as both sides count them; what is none of them is the first.
template <class Choice> Choice choice_of(std::int64_t number)
{
    const auto count = static_cast<std::int64_t>(type_of<Choice>().choices.size());
    return static_cast<Choice>(number > 0 && number < count ? number : 0);
}

Outcome take_project(Batch& batch, ProjectRow& row)
{
    const auto repository = batch.repository(row.repo_id);
    const auto owner = row.repo_id > 0 ? std::nullopt : batch.account(row.owner_id);
    if (!repository && !owner) return refuse("whose it is was not moved", row.title);
    const auto id = batch.id_for(row.id);
    const Time closed = row.closed_date_unix.seconds > 0 ? row.closed_date_unix : row.updated_unix;
    batch.tx.run("INSERT INTO project (id, repository_id, owner_id, creator_id, title, description, template_type,"
                 " card_type, closed_at, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
                 id, repository, owner, batch.account(row.creator_id), row.title, row.description,
                 choice_of<issues::TemplateType>(row.board_type), choice_of<issues::CardType>(row.card_type),
                 row.is_closed ? closed : Time{}, row.created_unix, row.updated_unix);
    batch.remember(row.id, id);
    return {};
}

Outcome take_column(Batch& batch, ColumnRow& row)
{
    const auto project = batch.find("projects", row.project_id);
    if (!project) return refuse("its project was not moved", row.title);
    const bool is_default = row.default_
        && !batch.tx.scalar<bool>("SELECT EXISTS (SELECT 1 FROM project_column WHERE project_id = $1 AND is_default)"
                                  " AS value",
                                  *project);
    const auto id = batch.id_for(row.id);
    batch.tx.run(
        "INSERT INTO project_column (id, project_id, creator_id, title, color, sorting, is_default, created_at,"
        " updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        id, *project, batch.account(row.creator_id), row.title, row.color, row.sorting, is_default, row.created_unix,
        row.updated_unix);
    batch.remember(row.id, id);
    return {};
}

Outcome take_card(Batch& batch, CardRow& row)
{
    const auto project = batch.find("projects", row.project_id);
    const auto issue = batch.issue(row.issue_id);
    if (!project || !issue) return refuse("the project or the issue was not moved", {});
    auto column = batch.find("columns of projects", row.project_board_id);
    // What is in none there is in the default one.
    if (!column)
        column = batch.tx.first<std::int64_t>("SELECT id FROM project_column WHERE project_id = $1"
                                              " ORDER BY is_default DESC, sorting, id LIMIT 1",
                                              *project);
    if (!column) return refuse("the project has no column", {});
    batch.tx.run("INSERT INTO project_card (project_id, issue_id, column_id, sorting) VALUES ($1, $2, $3, $4)"
                 " ON CONFLICT DO NOTHING",
                 *project, *issue, *column, row.sorting);
    return {};
}

} // namespace

const Kind projects_kind{.name = "projects",
                         .table = "project",
                         .here = "project",
                         .ids = Ids::ordered,
                         .run = &move_rows<ProjectRow, &take_project>,
                         .needed = "id title repo_id"};
const Kind columns_kind{.name = "columns of projects",
                        .table = "project_board",
                        .here = "project_column",
                        .ids = Ids::ordered,
                        .run = &move_rows<ColumnRow, &take_column>,
                        .needed = "id title project_id"};
const Kind cards_kind{.name = "issues in projects",
                      .table = "project_issue",
                      .run = &move_rows<CardRow, &take_card>,
                      .needed = "id issue_id project_id"};

} // namespace cairn::import
