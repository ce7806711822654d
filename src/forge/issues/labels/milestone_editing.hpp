// The milestones of a repository: listing, making, changing and deleting them.
#pragma once

#include "api/view.hpp"
#include "issues/guards.hpp"
#include "issues/labels/milestone.hpp"

namespace cairn::issues {

struct ListMilestones : Paging {
    std::string state;
    std::string name;
};
BOOST_DESCRIBE_STRUCT(ListMilestones, (Paging), (state, name))
constexpr auto notes(const ListMilestones*)
{
    return std::array{Note{"state", "open, closed or all; open unless said otherwise"},
                      Note{"name", "a part of the title, in any case"}};
}

// One page of them, what is due first before others, and how many there are.
Page<StoredMilestone> list_milestones(const api::View&, const repositories::RepositoryContext&, const ListMilestones&);

struct CreateMilestoneOption {
    std::string title;
    std::string description;
    std::optional<Time> due_on;
    std::string state;
};
BOOST_DESCRIBE_STRUCT(CreateMilestoneOption, (), (title, description, due_on, state))
constexpr auto notes(const CreateMilestoneOption*)
{
    return std::array{
        Note{.member = "title", .doc = "what it is called; others may be called the same", .max_length = 255},
        Note{"state", "closed for one that is reached already"}};
}

StoredMilestone create_milestone(const api::Call&, const repositories::RepositoryContext&,
                                 const CreateMilestoneOption&);

// The day is taken as it is written, whatever the zone that stands behind it: so the date is kept as text.
struct EditMilestoneOption {
    std::string title;
    std::optional<std::string> description;
    std::optional<std::string> state;
    std::optional<std::string> due_on;
};
BOOST_DESCRIBE_STRUCT(EditMilestoneOption, (), (title, description, state, due_on))
constexpr auto notes(const EditMilestoneOption*)
{
    return std::array{
        Note{.member = "title", .doc = "an empty one changes nothing", .max_length = 255},
        Note{"state", "closed closes it, anything else opens it"},
        Note{.member = "due_on",
             .doc = "it is due at the end of this day; without it, at no time",
             .format = "date-time"},
    };
}

// The one that find_milestone() finds by these words. Errc::unprocessable for what is no time, Errc::not_found where
// there is none.
Result<StoredMilestone> edit_milestone(const api::Call&, const repositories::RepositoryContext&,
                                       std::string_view id_or_title, const EditMilestoneOption&);

// And takes it off its issues. Errc::not_found where there is none.
Result<> delete_milestone(const api::Call&, const repositories::RepositoryContext&, std::string_view id_or_title);

} // namespace cairn::issues
