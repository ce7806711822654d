// Collaborators: people who were let into a repository one by one.
#pragma once

#include <map>

#include "accounts/account.hpp"
#include "repositories/guards.hpp"

namespace cairn::repositories {

enum class CollaboratorPermission : std::uint8_t { read, write, admin };
BOOST_DESCRIBE_ENUM(CollaboratorPermission, read, write, admin)

struct AddCollaboratorOption {
    std::optional<CollaboratorPermission> permission;
};
BOOST_DESCRIBE_STRUCT(AddCollaboratorOption, (), (permission))
constexpr auto notes(const AddCollaboratorOption*)
{
    return std::array{Note{"permission", "how far the person's rights go; to writing unless said otherwise"}};
}

bool is_collaborator(db::Queries&, const RepositoryContext&, std::int64_t account_id);

// A person whom the caller does not see is not there (as accounts::check_sees_account() says it), but for those whom
// the repository itself names to the caller: its owner and, to whoever administers it, its collaborators.
Result<void> check_may_name(api::Call&, const RepositoryContext&, const accounts::Account& person);

// Somebody by name, whom the caller may name. Errc::unprocessable where there is nobody: it is a wrong value, not a
// wrong address.
Result<accounts::Account> find_person(api::Call&, const RepositoryContext&, const std::string& name);

// How far the rights of these go that they were given one by one; who was given none is left out.
std::map<std::int64_t, access::Level> collaborator_levels(db::Queries&, const RepositoryContext&,
                                                          const std::vector<std::int64_t>& account_ids);

// The page of those whom the caller sees, in the order in which they were let in; who administers the repository sees
// all.
Page<accounts::ShownAccount> collaborators(const api::Call&, const RepositoryContext&, const Paging&);

// Lets somebody in, or changes how far: to writing unless said otherwise. The owner is in already. Errc::unprocessable
// for an organization, Errc::forbidden where one of the two has blocked the other.
Result<void> add_collaborator(const api::Call&, const RepositoryContext&, const accounts::Account& person,
                              const AddCollaboratorOption&);

// Takes the rights away that somebody was given, if any.
void remove_collaborator(const api::Call&, const RepositoryContext&, const accounts::Account& person);

// How far somebody's rights in the whole repository go. Errc::forbidden for who asks about others and does not
// administer it.
Result<access::Level> permission_of(const api::Call&, const RepositoryContext&, const accounts::Account& person);

} // namespace cairn::repositories
