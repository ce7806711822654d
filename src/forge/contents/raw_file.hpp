// A file of git as it is, on its way to whoever asked for it.
#pragma once

#include "api/call.hpp"
#include "git/objects/objects.hpp"

namespace cairn::contents {

struct RawBlob {
    http::Body body;
    std::string type;
    std::string tag; // changes with the content
};

// What is small is read at once, the rest while it is sent: the call's request must live as long.
Result<RawBlob> open_raw(const api::Call&, const git::Repository&, const git::ObjectId&);

// The answer with it. What somebody has put into a repository is shown, never run: a picture in SVG may have scripts.
api::Raw raw_answer(RawBlob, const git::TreeEntry&);

} // namespace cairn::contents
