// The server's side of a push, in this process: docs/decisions/0012. The pack goes into quarantine, whoever owns the
// rules decides about each reference, and only then are the objects moved in and the references updated.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "git/child/child.hpp"
#include "git/receive/push_request.hpp"
#include "git/receive/stream.hpp"
#include "git/references/references.hpp"
#include "git/repository.hpp"

namespace cairn::git {

struct PushedReference {
    std::string name;
    ObjectId before; // as it is in the repository
    ObjectId after;
    bool forced = false; // of a branch: what was there is no ancestor of what shall be
    // refs/for/…: a proposal that the rules make something of. The reference itself is not written.
    bool proposed = false;
    std::string refusal{};     // not empty: it is not done, and these words say why
    std::string reported_as{}; // what a proposal has become: "refs/pull/7/head"

    bool is_creation() const { return before.is_zero() && !after.is_zero(); }
    bool is_deletion() const { return after.is_zero(); }
};

struct Push {
    std::vector<PushedReference> references;
    std::vector<std::string> options;
    bool atomic = false;
    // For the person at the terminal: whole lines.
    std::function<void(std::string_view)> tell;
};

// Who decides about pushes and has to know of them. One object serves one push.
class PushRules {
public:
    virtual ~PushRules() = default;
    // May fill in refusals; those that have one already are refused in any case. The repository sees the new objects,
    // which nobody else does yet. What it throws ends the push without a trace.
    virtual void decide(const Repository&, Push&) = 0;
    // The references without a refusal are updated. Called before the client hears of it, also when none is left. Here
    // a proposal becomes what it becomes: it may be given its name, or a refusal after all.
    virtual void done(const Repository&, Push&) = 0;
};

struct PushLimits {
    std::uint64_t largest_pack = 0; // bytes; 0: any
    std::chrono::seconds time{3600};
    // What the names of references begin with that are taken. Those of is_never_received() are not, whatever is here.
    std::vector<std::string> taken{"refs/"};
    std::uint64_t memory = 768U << 20U;         // of the process that unpacks it, beside some bytes for each object
    std::uint64_t largest_object = 256U << 20U; // of those that have to be in memory as a whole
    std::uint64_t largest_commit = 4U << 20U;   // or tag
};

// What a client reads first. `version` is 0 or 1 (git knows no other for pushes; 2 is answered as 0).
// `nonce` as for push_capabilities().
Result<> advertise_push(const Repository&, int version, Sink&, std::string_view nonce = {});
// The same for a repository that is not there: the push will make it.
void advertise_push_to_nothing(int version, Sink&, std::string_view nonce = {});

// Everything after the request was read. Whatever is wrong with the push, the client gets to read it, if it asked for a
// report; an error is returned only where nothing could be written. The path is that of the repository.
Result<> receive_push(Children&, const std::string& path, const PushRequest&, Input&, Sink&, PushRules&,
                      const PushLimits& = {});

} // namespace cairn::git
