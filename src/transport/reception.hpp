// The steps of a push, in the order in which both HTTP and SSH take them: what there is is told, what the client wants
// is read, the repository is made if it is missing, and then the push is received under the rules.
#pragma once

#include "git/receive/push_request.hpp"
#include "git/receive/stream.hpp"
#include "transport/git_context.hpp"

namespace cairn::transport {

// What a client that wants to push reads first; `nonce` as push_nonce() has it.
Result<> advertise_push(const api::Site&, const GitContext&, int version, std::string_view nonce, git::Sink&);

class Reception {
public:
    Reception(const api::Site& site, GitContext place, Visitor pusher)
        : site_(site), place_(std::move(place)), pusher_(std::move(pusher))
    {
    }

    // Where there is nothing yet, it is made once it is clear that somebody really pushes.
    Result<void> make_folder();

    // All that comes after the request; `issued` as for check_certificate(). The client gets to read what is wrong with
    // it; an error is returned only where nothing could be written.
    Result<> receive(const git::PushRequest&, std::string_view issued, git::Input&, git::Sink&);

private:
    const api::Site& site_;
    GitContext place_;
    Visitor pusher_;
};

} // namespace cairn::transport
