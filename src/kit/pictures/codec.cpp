#include "pictures/codec.hpp"

#include "pictures/gd.hpp"
#include "pictures/picture.hpp"
#include "sandbox/codec_processes.hpp"
#include "sandbox/packing.hpp"

namespace cairn::pictures {

namespace {

using namespace std::chrono_literals;

enum class Wish : std::uint8_t { check, square, draw };

std::unexpected<Error> unreadable() { return fail(Errc::unprocessable, "the picture cannot be read"); }

Drawing read_drawing(sandbox::Unpacker& from)
{
    Drawing drawing{.columns = static_cast<unsigned>(from.number()), .cells = {}, .palette = {}};
    const auto cells = from.text();
    drawing.cells.assign(cells.begin(), cells.end());
    while (!from.at_end()) drawing.palette.push_back({from.small(), from.small(), from.small()});
    return drawing;
}

// In the codec process.
Result<std::string> work(std::string_view request)
{
    sandbox::Unpacker from(request);
    const auto wish = static_cast<Wish>(from.small());
    if (wish == Wish::draw) {
        const auto side = static_cast<unsigned>(from.number());
        return gd::to_png(read_drawing(from), side);
    }
    const auto format = static_cast<Format>(from.small());
    const auto side = static_cast<unsigned>(from.number());
    if (wish == Wish::check) return gd::is_decodable(from.rest(), format) ? Result<std::string>("") : unreadable();
    auto square = gd::scaled_square(from.rest(), format, side);
    return square ? Result<std::string>(std::move(*square)) : unreadable();
}

Result<std::string> ask_about(Wish wish, std::string_view bytes, Format format, unsigned side)
{
    sandbox::Packer request;
    request.small(static_cast<std::uint8_t>(wish));
    request.small(static_cast<std::uint8_t>(format));
    request.number(side);
    request.rest(bytes);
    return sandbox::ask(codec, request.bytes());
}

} // namespace

// A pixel takes four bytes, and the header was looked at: this is for a decoder that was led astray.
const sandbox::Codec codec{.name = "pictures",
                           .prepare = &gd::open_library,
                           .work = &work,
                           .memory = 768U << 20U,
                           .time = 20s,
                           .largest_answer = 64U << 20U,
                           .most = 2,
                           .what = "the picture"};

bool is_decodable(std::string_view bytes, const Header& header)
{
    return ask_about(Wish::check, bytes, header.format, 0).has_value();
}

std::optional<std::string> scaled_square(std::string_view bytes, const Header& header, unsigned side)
{
    auto square = ask_about(Wish::square, bytes, header.format, side);
    return square ? std::optional(std::move(*square)) : std::nullopt;
}

std::string to_png(const Drawing& drawing, unsigned side)
{
    sandbox::Packer request;
    request.small(static_cast<std::uint8_t>(Wish::draw));
    request.number(side);
    request.number(drawing.columns);
    request.text({reinterpret_cast<const char*>(drawing.cells.data()), drawing.cells.size()});
    for (const auto& color : drawing.palette) {
        request.small(color.red);
        request.small(color.green);
        request.small(color.blue);
    }
    auto drawn = sandbox::ask(codec, request.bytes());
    if (!drawn)
        throw sandbox::NoCodecProcess(
            drawn.error().message); // what is drawn is ours: nobody is to blame who asks for it
    return std::move(*drawn);
}

} // namespace cairn::pictures
