// A source that unpacks what another one brings in gzip: clients of git over HTTP send long requests so.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <vector>

#include "git/receive/stream.hpp"

namespace cairn::git {

// The request is not gzip, is cut off, or unpacks to more than it may.
struct BadGzip : std::runtime_error {
    BadGzip() : std::runtime_error("the request's gzip is broken or too large") { }
};

class GunzipSource final : public Source {
public:
    // What follows the first gzip: nothing is looked at any more, or it is more of them, as appending makes it.
    enum class Members : std::uint8_t { one, all };

    // `most` bytes may come out of it; 0 is any number. Throws BadGzip from read().
    explicit GunzipSource(Source& packed, std::uint64_t most = 0, Members = Members::one);
    ~GunzipSource() override;
    GunzipSource(const GunzipSource&) = delete;
    GunzipSource& operator=(const GunzipSource&) = delete;

    std::size_t read(std::span<char> into) override;

private:
    bool fill();

    struct State;

    Source& packed_;
    std::unique_ptr<State> state_;
    std::vector<char> buffer_;
    std::uint64_t left_;
    Members members_;
    bool ended_ = false;
};

} // namespace cairn::git
