// Where people find the repository that a submodule names.
#pragma once

#include <string>
#include <string_view>

namespace cairn::contents {

// The address of a page from one for git, as .gitmodules has it: https, ssh ("git@host:path" too), and what is relative
// to the repository, whose own address is `web`. Empty for anything else: nobody is led to a folder of this machine or
// to a script.
std::string submodule_page(std::string_view git_address, std::string_view web);

} // namespace cairn::contents
