// How much of a commit is written in which language.
#pragma once

#include <map>
#include <string>

#include "git/repository.hpp"

namespace cairn::repositories {

// Bytes by language. Vendored, generated and documenting files do not count, unless .gitattributes says otherwise
// (linguist-vendored, -generated, -documentation, -detectable, -language).
Result<std::map<std::string, std::int64_t>> count_languages(const git::Repository&, const git::ObjectId& commit);

} // namespace cairn::repositories
