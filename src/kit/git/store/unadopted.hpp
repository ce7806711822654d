// Repositories that somebody has put into the store by hand, as ROOT/owner/name.git, for the site to take over.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::git {

class Store;

struct Unadopted {
    std::string owner; // as the folders are called
    std::string name;
    std::string path;
};

// Sorted by owner and name.
std::vector<Unadopted> list_unadopted(const Store&);

// The folder for these names: as they are spelled, or else in lower case. Nothing for names that are no names of
// folders.
std::optional<Unadopted> find_unadopted(const Store&, std::string_view owner, std::string_view name);

// What is left of the owner's folder goes with the last of them.
void remove_unadopted(const Store&, const Unadopted&);

} // namespace cairn::git
