// Where the boards of a page are: in a repository, with a person, in an organization. The guards find it and ask what
// the API asks; views have it as `place`, for {% layout "projects" %}.
#pragma once

#include "pages/places/owner_place.hpp"
#include "pages/places/repository_place.hpp"
#include "pages/row.hpp"
#include "projects/home.hpp"

namespace cairn::pages {

// What a guard leaves for the handler: one of the two is there.
struct ProjectHome {
    std::optional<repositories::RepositoryContext> repository{};
    std::optional<accounts::Account> owner{};
    bool may_change = false; // the boards here, as far as they are open

    projects::Home home() const;
    std::string base() const;                         // "/ada/tool/projects"
    std::string board(std::int64_t project_id) const; // "/ada/tool/projects/3"
};

struct BoardOwnerPath {
    std::string owner;
};
BOOST_DESCRIBE_STRUCT(BoardOwnerPath, (), (owner))
constexpr auto notes(const BoardOwnerPath*) { return std::array{Note{"owner", "the name of the account"}}; }

Result<void> check_reads_repository_boards(api::Call&);
Result<void> check_changes_repository_boards(api::Call&);
Result<void> check_reads_owner_boards(api::Call&);
Result<void> check_changes_owner_boards(api::Call&);

inline constexpr api::Guard reads_repository_boards{.name = "reads the repository's projects",
                                                    .path = &type_of<repositories::RepositoryPath>(),
                                                    .loads = &api::tag<ProjectHome>,
                                                    .errors = {403, 404},
                                                    .check = &check_reads_repository_boards};
inline constexpr api::Guard changes_repository_boards{.name = "writes to the repository's projects",
                                                      .path = &type_of<repositories::RepositoryPath>(),
                                                      .loads = &api::tag<ProjectHome>,
                                                      .errors = {401, 403, 404, 423},
                                                      .check = &check_changes_repository_boards};
inline constexpr api::Guard reads_owner_boards{.name = "sees the account",
                                               .path = &type_of<BoardOwnerPath>(),
                                               .loads = &api::tag<ProjectHome>,
                                               .errors = {403, 404},
                                               .check = &check_reads_owner_boards};
inline constexpr api::Guard changes_owner_boards{.name = "writes to the account's projects",
                                                 .path = &type_of<BoardOwnerPath>(),
                                                 .loads = &api::tag<ProjectHome>,
                                                 .errors = {401, 403, 404},
                                                 .check = &check_changes_owner_boards};

struct ProjectPlace {
    std::optional<RepositoryPlace> repository{};
    std::optional<OwnerPlace> owner{};
    std::string name; // "ada/tool", "ada"
    std::string base; // of the pages here
    bool may_change = false;
};
BOOST_DESCRIBE_STRUCT(ProjectPlace, (), (repository, owner, name, base, may_change))

ProjectPlace project_place(const api::Call&, const ProjectHome&);

// With what the drawer's operations need.
PageHead project_head(const ProjectHome&);

} // namespace cairn::pages
