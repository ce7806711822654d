// Private to src/git: the file that git packs references into, while nobody else may change it.
//
// A reference can have a file of its own and a line in packed-refs. Deleting takes both away, under packed-refs' lock:
// whoever packs at that moment would write down again what he has just read. libgit2 reads and writes that file without
// holding its lock in between, so a reference may come back, or one that was packed meanwhile be lost.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "base/descriptor.hpp"
#include "base/result.hpp"

namespace cairn::git {

// Takes away the lock of a holder who was killed, and what he has left half written.
void break_stale_packing_lock(const std::string& repository);

// Has the lock for as long as it lives, against threads and processes alike.
class PackedReferences {
public:
    // `conflict` if somebody else has it for too long.
    static Result<PackedReferences> lock(const std::string& repository);

    PackedReferences(PackedReferences&&) noexcept = default;
    PackedReferences& operator=(PackedReferences&&) noexcept = default;
    ~PackedReferences();

    // On the disk when it returns. A name that is not in it is none to remove.
    void remove(const std::set<std::string_view>& names) const;

private:
    PackedReferences(std::string repository, Descriptor lock);
    [[noreturn]] void give_up() const;

    std::string repository_;
    Descriptor lock_;
};

} // namespace cairn::git
