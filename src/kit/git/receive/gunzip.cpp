#include "git/receive/gunzip.hpp"

#include <zlib.h>

#include <limits>
#include <new>

namespace cairn::git {

struct GunzipSource::State {
    z_stream stream{};
};

GunzipSource::GunzipSource(Source& packed, std::uint64_t most, Members members)
    : packed_(packed), state_(std::make_unique<State>()), buffer_(32U << 10),
      left_(most != 0 ? most : std::numeric_limits<std::uint64_t>::max()), members_(members)
{
    constexpr auto gzip_only = 15 + 16;
    if (inflateInit2(&state_->stream, gzip_only) != Z_OK) throw std::bad_alloc();
}

GunzipSource::~GunzipSource() { inflateEnd(&state_->stream); }

// False at the end of what is packed.
bool GunzipSource::fill()
{
    auto& stream = state_->stream;
    if (stream.avail_in != 0) return true;
    const auto got = packed_.read(buffer_);
    stream.next_in = reinterpret_cast<Bytef*>(buffer_.data());
    stream.avail_in = static_cast<uInt>(got);
    return got != 0;
}

std::size_t GunzipSource::read(std::span<char> into)
{
    auto& stream = state_->stream;
    stream.next_out = reinterpret_cast<Bytef*>(into.data());
    stream.avail_out = static_cast<uInt>(std::min<std::size_t>(into.size(), 1U << 30));
    const auto room = stream.avail_out;
    while (!ended_ && stream.avail_out == room) {
        if (!fill()) throw BadGzip();
        const auto state = inflate(&stream, Z_NO_FLUSH);
        if (state != Z_OK && state != Z_STREAM_END) throw BadGzip();
        ended_ = state == Z_STREAM_END;
        if (ended_ && members_ == Members::all && fill()) ended_ = inflateReset(&stream) != Z_OK;
    }
    const auto made = room - stream.avail_out;
    if (made > left_) throw BadGzip();
    left_ -= made;
    return made;
}

} // namespace cairn::git
