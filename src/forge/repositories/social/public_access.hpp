// What the owner of a repository has opened of it beyond those who were let in by name: units, to anybody or to
// everybody who is signed in. src/people/access decides with it.
#pragma once

#include <map>

#include "repositories/guards.hpp"

namespace cairn::repositories {

struct PublicAccess {
    std::map<std::string, std::string> anonymous;
    std::map<std::string, std::string> everyone;
};
BOOST_DESCRIBE_STRUCT(PublicAccess, (), (anonymous, everyone))
constexpr auto notes(const PublicAccess*)
{
    return std::array{
        Note{"", "The units of a repository that are open to those whom nobody has let in by name"},
        Note{"anonymous", "to anybody, signed in or not: the name of a unit (repo.wiki) and \"read\""},
        Note{"everyone",
             "to everybody who is signed in: the name of a unit and \"read\"; of issues, wiki and projects "
             "also \"write\""}};
}

PublicAccess public_access(const api::Call&, const RepositoryContext&);

// Opens these units and no others. Errc::unprocessable for a unit that there is not, and for a level that it cannot be
// opened for.
Result<void> set_public_access(const api::Call&, const RepositoryContext&, const PublicAccess&);

} // namespace cairn::repositories
