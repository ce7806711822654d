// A project, which is a board that issues are put on: as the database holds it, and as the API shows it, by itself and
// with the issues. The room of its own (src/projects) makes and changes them.
#pragma once

#include <map>
#include <span>

#include "access/viewer.hpp"
#include "accounts/user.hpp"
#include "api/view.hpp"
#include "db/sql_text.hpp"
#include "issues/labels/milestone.hpp"

namespace cairn::db {
class Composition;
} // namespace cairn::db
namespace cairn::repositories {
struct RepositoryIdentity;
} // namespace cairn::repositories

namespace cairn::issues {

// Whose it is.
enum class ProjectType : std::uint8_t { repository, organization, individual };
BOOST_DESCRIBE_ENUM(ProjectType, repository, organization, individual)

// The columns that it began with.
enum class TemplateType : std::uint8_t { none, basic_kanban, bug_triage };
BOOST_DESCRIBE_ENUM(TemplateType, none, basic_kanban, bug_triage)

enum class CardType : std::uint8_t { text_only, images_and_text };
BOOST_DESCRIBE_ENUM(CardType, text_only, images_and_text)

struct Project {
    std::int64_t id = 0;
    std::string title;
    std::string description;
    std::int64_t owner_id = 0;
    std::int64_t repo_id = 0;
    accounts::User creator;
    std::int64_t creator_id = 0;
    MilestoneState state = MilestoneState::open;
    bool is_closed = false;
    TemplateType template_type = TemplateType::none;
    CardType card_type = CardType::text_only;
    ProjectType type = ProjectType::repository;
    std::int64_t num_open_issues = 0;
    std::int64_t num_closed_issues = 0;
    std::int64_t num_issues = 0;
    Time created_at;
    Time updated_at;
    std::optional<Time> closed_at;
    std::string html_url;
};
BOOST_DESCRIBE_STRUCT(Project, (),
                      (id, title, description, owner_id, repo_id, creator, creator_id, state, is_closed, template_type,
                       card_type, type, num_open_issues, num_closed_issues, num_issues, created_at, updated_at,
                       closed_at, html_url))
constexpr auto notes(const Project*)
{
    return std::array{
        Note{"", "A board that issues are put on"},
        Note{"owner_id", "the account whose it is; 0 where it is a repository's"},
        Note{"repo_id", "the repository whose it is; 0 where it is an account's"},
        Note{"creator_id", "the id of the creator"},
        Note{"is_closed", "the same as the state"},
        Note{"template_type", "the columns that it began with: none, basic_kanban or bug_triage"},
        Note{"card_type", "what its cards show: text_only or images_and_text"},
        Note{"type", "whose it is: repository, organization or individual"},
        Note{"num_issues",
             "how many of its issues you may read; counted for projects, not for those shown with issues"},
        Note{.member = "closed_at", .doc = "not there while it is open", .omit_empty = true},
    };
}

struct StoredProject {
    std::int64_t id = 0;
    std::int64_t repository_id = 0; // 0: it is an account's
    std::int64_t owner_id = 0;      // 0: it is a repository's
    std::int64_t creator_id = 0;    // 0: the account is gone
    std::string title;
    std::string description;
    TemplateType template_type = TemplateType::none;
    CardType card_type = CardType::text_only;
    Time closed_at; // 0: it is open
    Time created_at;
    Time updated_at;
    // Whose it is, for its address. No columns of the table: select_projects brings them.
    std::string owner_name;
    bool of_organization = false;
    std::string repository_name;

    bool closed() const { return closed_at.seconds != 0; }
    ProjectType type() const
    {
        if (repository_id != 0) return ProjectType::repository;
        return of_organization ? ProjectType::organization : ProjectType::individual;
    }
};
BOOST_DESCRIBE_STRUCT(StoredProject, (),
                      (id, repository_id, owner_id, creator_id, title, description, template_type, card_type, closed_at,
                       created_at, updated_at, owner_name, of_organization, repository_name))

// The beginning of a statement that reads projects as `p`, with `o` for the account and `r` for the repository if any.
inline constexpr db::SqlText select_projects =
    "SELECT p.id, p.repository_id, p.owner_id, p.creator_id, p.title, p.description, p.template_type, p.card_type,"
    " p.closed_at, p.created_at, p.updated_at, o.name AS owner_name, o.kind = 'organization' AS of_organization,"
    " r.name AS repository_name FROM project p LEFT JOIN repository r ON r.id = p.repository_id"
    " JOIN account o ON o.id = COALESCE(r.owner_id, p.owner_id)";

// Adds the condition that the viewer sees the project `p`, of the account `o` and of the repository `r` if it is one's.
// A private person's own boards are shown to nobody else, not even to those who were let into a repository.
void add_sees_project(db::Composition& query, const access::Viewer&);

// Those of the repository and of its owner that the caller may see, open ones, by title; `most` of them.
std::vector<StoredProject> projects_beside(const api::View&, const repositories::RepositoryIdentity&,
                                           std::int64_t most);

// As they are shown with issues: without counting.
std::vector<Project> show_projects(const api::View&, std::span<const StoredProject>);

// The projects that these issues are on, of those that the caller may see: a repository's for who reads its projects,
// an account's for who sees the account.
std::map<std::int64_t, std::vector<Project>> projects_of(const api::View&, const std::vector<std::int64_t>& issue_ids);

// Those of these that the caller may see.
std::map<std::int64_t, Project> visible_projects(const api::View&, const std::vector<std::int64_t>& ids);

// The title of the column that an issue is in, by the id of the project.
std::map<std::int64_t, std::string> columns_of(db::Queries&, std::int64_t issue_id);

} // namespace cairn::issues

// Described once for all who read the header.
template <> const cairn::Type& cairn::type_of<cairn::issues::Project>();
