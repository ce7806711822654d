// Which large files are to be sent or fetched.
#pragma once

#include "lfs/guards.hpp"
#include "lfs/object.hpp"

namespace cairn::lfs {

enum class Direction : std::uint8_t { upload, download };

// What a client asks. The guard leaves it: what is asked has to be read before it is clear who may ask it.
struct Batch {
    LfsContext place;
    Direction direction = Direction::download;
    std::vector<Pointer> objects;
};

// What is to be done about an object that was asked for.
struct Transfer {
    enum class Step : std::uint8_t {
        none, // the repository has it, and nothing has to be sent
        fetch,
        send,
        refused,
    };

    Pointer object;
    Step step = Step::none;
    Error refusal{}; // Errc::not_found or Errc::unprocessable
};

// In the order asked. What the caller may read elsewhere and is about to send, the repository has from now on. What it
// has and a push is about to point to counts as new, so that it is not collected before that.
std::vector<Transfer> plan_transfers(const api::Call&, const Batch&);

} // namespace cairn::lfs
