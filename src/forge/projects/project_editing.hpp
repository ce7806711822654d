// Projects of a repository, of an organization, of a person: listing, making, changing and deleting them.
#pragma once

#include "projects/home.hpp"

namespace cairn::projects {

struct ListProjects : Paging {
    std::string state;
};
BOOST_DESCRIBE_STRUCT(ListProjects, (Paging), (state))
constexpr auto notes(const ListProjects*)
{
    return std::array{Note{"state", "open, closed or all; open unless said otherwise"}};
}

// One page of them, the newest first, and how many there are.
Page<StoredProject> list_projects(const api::View&, const Home&, const ListProjects&);

struct CreateProjectOption {
    std::string title;
    std::string description;
    issues::TemplateType template_type = issues::TemplateType::none;
    issues::CardType card_type = issues::CardType::text_only;
};
BOOST_DESCRIBE_STRUCT(CreateProjectOption, (), (title, description, template_type, card_type))
constexpr auto notes(const CreateProjectOption*)
{
    return std::array{
        Note{.member = "title", .doc = "what is shortened beyond 255 characters", .required = true},
        Note{"template_type", "the columns that it begins with: none, basic_kanban or bug_triage"},
        Note{"card_type", "what its cards show: text_only or images_and_text"},
    };
}

// With the columns of its template. Errc::unprocessable without a title.
Result<StoredProject> create_project(const api::Call&, const Home&, const CreateProjectOption&);

struct EditProjectOption {
    std::optional<std::string> title;
    std::optional<std::string> description;
    std::optional<issues::CardType> card_type;
    std::optional<issues::MilestoneState> state;
};
BOOST_DESCRIBE_STRUCT(EditProjectOption, (), (title, description, card_type, state))
constexpr auto notes(const EditProjectOption*)
{
    return std::array{Note{"card_type", "what its cards show: text_only or images_and_text"},
                      Note{"state", "open or closed; the columns and cards of a closed one stay as they are"}};
}

// Errc::unprocessable for an empty title, Errc::not_found for one that is not here.
Result<StoredProject> edit_project(const api::Call&, const Home&, std::int64_t id, const EditProjectOption&);

// With its columns; the issues stay. Errc::not_found for one that is not here.
Result<> delete_project(const api::Call&, const Home&, std::int64_t id);

// As they are shown by themselves: with the issues counted that the caller may read there.
std::vector<issues::Project> show_counted(const api::Call&, const Home&, std::span<const StoredProject>);
issues::Project show_counted(const api::Call&, const Home&, const StoredProject&);

} // namespace cairn::projects
