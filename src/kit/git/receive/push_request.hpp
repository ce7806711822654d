// What a client that pushes asks for, before its pack: see gitprotocol-pack(5), "Pushing Data To a Server".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "git/objects/object_id.hpp"
#include "git/receive/push_certificate.hpp"
#include "git/receive/stream.hpp"

namespace cairn::git {

struct PushCommand {
    std::string name;
    ObjectId before; // what the client believes; zero: the reference is new
    ObjectId after;  // zero: delete it
};

struct PushRequest {
    std::vector<PushCommand> commands;
    std::vector<std::string> options;
    PushCertificate certificate; // empty: the push is not signed
    std::string agent;
    bool shallow = false; // from a clone without all of its history
    bool report_status = false;
    bool report_status_v2 = false;
    bool side_band = false;
    bool quiet = false;
    bool atomic = false;

    bool has_pack() const;
};

struct PushBounds {
    std::size_t commands = 50'000;
    std::size_t shallows = 50'000;
    std::size_t options = 64;
    std::size_t option_size = 8 << 10;
    std::size_t certificate_size = 16 << 20;
};

// What receive-pack says that it can, as the client may then ask for it. With a nonce it asks for a push certificate
// that bears it.
std::string push_capabilities(std::string_view nonce = {});

// Reads up to the pack. bad_request for what does not follow the protocol, too_large for more than the bounds. Nothing
// asked for (a client that tries its credentials first) is a request without commands.
Result<PushRequest> read_push_request(Input&, const PushBounds& = {});

} // namespace cairn::git
