// A zip archive by libarchive, in the process that calls it. For the codec process, and for a ZipWriter where there are
// no codec processes.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/time.hpp"

namespace cairn::runners {

class ZipArchive {
public:
    using Sink = std::function<void(std::string_view)>;

    explicit ZipArchive(Sink sink);
    ~ZipArchive();
    ZipArchive(const ZipArchive&) = delete;
    ZipArchive& operator=(const ZipArchive&) = delete;

    // As those of a ZipWriter, but for the limits.
    void begin(const std::string& name, Time modified);
    void write(std::string_view bytes);
    void end();
    void finish();

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace cairn::runners
