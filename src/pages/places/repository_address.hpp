// Where the pages of a repository begin: "/ann/work", as it stands in addresses.
#pragma once

#include "http/url.hpp"
#include "repositories/guards.hpp"

namespace cairn::pages {

inline std::string repository_address(std::string_view owner, std::string_view name)
{
    return "/" + http::encode_path_segment(owner) + "/" + http::encode_path_segment(name);
}

inline std::string repository_address(const repositories::RepositoryContext& place)
{
    return repository_address(place.owner.name, place.repository.name);
}

} // namespace cairn::pages
