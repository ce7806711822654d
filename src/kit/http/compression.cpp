#include "http/compression.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <vector>

#include "http/header_value.hpp"

namespace cairn::http {

namespace {

// A compressor is a quarter of a megabyte that takes longer to set up than a small answer takes to compress; so those
// that are not in use wait for the next one who needs them, as many as have ever been needed at once but no more than
// this.
constexpr std::size_t most_kept = 8;

struct Compressor {
    Compressor()
    {
        // Level 1 is several times as fast as the default and leaves JSON and HTML about a tenth larger.
        // 15 + 16: the widest window, in gzip's wrapping.
        if (deflateInit2(&stream, 1, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) throw std::bad_alloc();
    }
    ~Compressor() { deflateEnd(&stream); }
    Compressor(const Compressor&) = delete;
    Compressor& operator=(const Compressor&) = delete;

    z_stream stream{};
};

class CompressorShelf {
public:
    std::unique_ptr<Compressor> take()
    {
        {
            const std::scoped_lock lock(mutex_);
            if (!kept_.empty()) {
                auto compressor = std::move(kept_.back());
                kept_.pop_back();
                return compressor;
            }
        }
        return std::make_unique<Compressor>();
    }
    void put_back(std::unique_ptr<Compressor> compressor)
    {
        if (deflateReset(&compressor->stream) != Z_OK) return;
        const std::scoped_lock lock(mutex_);
        if (kept_.size() < most_kept) kept_.push_back(std::move(compressor));
    }

private:
    std::mutex mutex_;
    std::vector<std::unique_ptr<Compressor>> kept_;
};

CompressorShelf& shelf()
{
    static CompressorShelf instance;
    return instance;
}

// "0", "0.", "0.0" to "0.000": RFC 9110, 12.4.2. Anything else, malformed weights too, is more than nothing.
bool is_zero_weight(std::string_view weight)
{
    return weight.starts_with('0') && weight.find_first_not_of("0.") == weight.npos;
}

} // namespace

bool accepts_gzip(std::string_view accept_encoding)
{
    bool any = false;
    while (!accept_encoding.empty()) {
        auto item = take_until(accept_encoding, ',');
        const auto coding = take_until(item, ';');
        bool refused = false;
        while (!item.empty()) {
            auto weight = take_until(item, ';');
            const auto name = take_until(weight, '=');
            if (same_token(name, "q")) refused = is_zero_weight(weight);
        }
        if (same_token(coding, "gzip") || same_token(coding, "x-gzip")) return !refused;
        if (coding == "*") any = !refused;
    }
    return any;
}

bool is_compressible(std::string_view content_type)
{
    const auto type = take_until(content_type, ';');
    if (type.size() > 5 && same_token(type.substr(0, 5), "text/")) return !same_token(type, "text/event-stream");
    static constexpr std::array<std::string_view, 7> exactly = {
        "application/json", "application/javascript",    "application/x-javascript", "application/xml",
        "image/svg+xml",    "application/manifest+json", "application/wasm"};
    if (std::ranges::any_of(exactly, [&](std::string_view known) { return same_token(type, known); })) return true;
    const auto suffix = type.substr(std::min(type.rfind('+'), type.size()));
    return same_token(suffix, "+json") || same_token(suffix, "+xml");
}

std::string gzip(std::string_view text)
{
    auto compressor = shelf().take();
    auto& stream = compressor->stream;
    std::string out;
    out.resize(deflateBound(&stream, text.size()));
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    // zlib counts in 32 bits; longer texts go in and out in pieces.
    constexpr std::size_t most = 1U << 30;
    std::size_t in = text.size();
    std::size_t room = out.size();
    for (int result = Z_OK; result != Z_STREAM_END;) {
        const auto piece = static_cast<uInt>(std::min(in, most));
        const auto space = static_cast<uInt>(std::min(room, most));
        stream.avail_in = piece;
        stream.avail_out = space;
        result = deflate(&stream, piece == in ? Z_FINISH : Z_NO_FLUSH);
        if (result != Z_OK && result != Z_STREAM_END) throw std::runtime_error("zlib cannot compress");
        in -= piece - stream.avail_in;
        room -= space - stream.avail_out;
    }
    out.resize(out.size() - room);
    shelf().put_back(std::move(compressor));
    return out;
}

std::string gunzip(std::string_view packed)
{
    if (packed.size() < 18) throw std::logic_error("this is no gzip file"); // its head and its end
    std::size_t size = 0;                                                   // which the last four bytes say
    for (std::size_t i = 0; i < 4; ++i)
        size |= static_cast<std::size_t>(static_cast<unsigned char>(packed[packed.size() - 4 + i])) << (8 * i);
    std::string out(size, '\0');
    z_stream stream{};
    constexpr auto gzip_only = 15 + 16;
    if (inflateInit2(&stream, gzip_only) != Z_OK) throw std::bad_alloc();
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    const int done = inflate(&stream, Z_FINISH);
    inflateEnd(&stream);
    if (done != Z_STREAM_END) throw std::logic_error("a gzip file is broken");
    return out;
}

} // namespace cairn::http
