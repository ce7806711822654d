// The bare repositories of the old site, on their way into our store. Files of objects never change, so where both are
// on one disk they are linked and not copied.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "import/kind.hpp"
#include "repositories/references/branch.hpp"

namespace cairn::import {

struct CopiedFolder {
    std::string storage; // its key; empty in a trial
    std::int64_t bytes = 0;
    std::string missing{}; // what git says is not there; empty: nothing is missing
    std::vector<repositories::NamedTip> branches{};
};

// A copy with branches, tags, the heads of pull requests, notes and whatever other references there are, held against
// what it is a copy of. The key stands in
// doomed_storage until the transaction that gives it a repository takes it out.
Result<CopiedFolder> copy_folder(const Move&, const std::string& from);

// The references of one there that come along, as a text that is another one as soon as one of them moves.
std::string references_there(const std::string& folder);

// Whether the system lets this user make another name for the file (fs.protected_hardlinks).
struct LinkRules {
    std::uint64_t device = 0; // that the store is on
    std::uint32_t user = 0;
    bool any_owner = true; // others' files, too

    static LinkRules of(const std::string& store);
    bool allow(const std::string& file) const;
    bool allow(std::uint64_t file_device, std::uint32_t file_owner, bool may_write) const
    {
        return file_device == device && (any_owner || file_owner == user || may_write);
    }
};

// An empty one, for a repository that never got its folder.
Result<CopiedFolder> make_folder(const Move&, const std::string& default_branch);

} // namespace cairn::import
