// Private to src/git: the files that make a folder a repository. Written by hand: `git init` copies templates and
// sample hooks that nobody wants, asks the configuration of whoever runs it, and syncs nothing.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"

namespace cairn::git {

// An empty bare repository in a folder that is not there yet. Nothing of it is synced.
void lay_out(const std::string& folder, std::string_view default_branch);

// What lay_out() has made, and the references of a fork. Folders of objects are synced by whoever fills them.
void sync_layout(const std::string& folder);

// A new repository with the branches, tags, HEAD and objects of another, all of it on the disk.
Result<> copy_repository(const std::string& from, const std::string& to);

} // namespace cairn::git
