// A zip archive that is written while it is made: nothing of it is held but its table of contents.
//
// Written by libarchive, in the classic form without zip64: what is downloaded here is bounded below what that form can
// have, and not everything that unpacks archives knows the other one. One thread at a time may use a writer.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/time.hpp"

namespace cairn::runners {

class ZipWriter {
public:
    using Sink = std::function<void(std::string_view)>;

    // `sink` gets the archive piece by piece, in order; what it throws comes out of the call that wrote the piece, and
    // the archive is not to be gone on with.
    explicit ZipWriter(Sink sink);
    ~ZipWriter(); // an archive that was not finished stays without its table of contents
    ZipWriter(const ZipWriter&) = delete;
    ZipWriter& operator=(const ZipWriter&) = delete;

    // Names are unique, with slashes, and in UTF-8. They are taken as they are: who lets strangers choose them has to
    // see that they lead nowhere else.
    void begin(const std::string& name, Time modified);
    void write(std::string_view bytes); // of the file that was begun
    void end();

    // The table of contents.
    void finish();

    // All of these throw std::length_error for an archive beyond 4 GiB, or with such a file in it.

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace cairn::runners
