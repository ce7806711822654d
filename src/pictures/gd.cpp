// All that is done with pixels, by libgd.
#include <gd.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <stdexcept>

#include "pictures/picture.hpp"

namespace cairn::pictures {

namespace {

struct Destroy {
    void operator()(gdImagePtr image) const { gdImageDestroy(image); }
};
using Image = std::unique_ptr<gdImage, Destroy>;

struct Release {
    void operator()(void* memory) const { gdFree(memory); }
};

Image decode(std::string_view bytes, Format format)
{
    static std::once_flag once; // it would write to the standard error what is the sender's fault
    std::call_once(once, [] { gdSetErrorMethod([](int, const char*, va_list) { }); });
    auto* data = const_cast<char*>(bytes.data()); // NOLINT: gd only reads
    const int size = static_cast<int>(bytes.size());
    switch (format) {
    case Format::png: return Image(gdImageCreateFromPngPtr(size, data));
    case Format::jpeg: return Image(gdImageCreateFromJpegPtr(size, data));
    case Format::gif: return Image(gdImageCreateFromGifPtr(size, data));
    case Format::webp: return Image(gdImageCreateFromWebpPtr(size, data));
    }
    return {};
}

std::string encode(gdImagePtr image)
{
    int size = 0;
    const std::unique_ptr<void, Release> bytes(gdImagePngPtr(image, &size));
    if (!bytes) throw std::runtime_error("a picture could not be encoded");
    return {static_cast<const char*>(bytes.get()), static_cast<std::size_t>(size)};
}

} // namespace

std::optional<std::string> scaled_square(std::string_view bytes, const Header& header, unsigned side)
{
    const Image source = decode(bytes, header.format);
    if (!source) return {};
    const int width = gdImageSX(source.get());
    const int height = gdImageSY(source.get());
    const int middle = std::min(width, height);
    const int target = std::min(middle, static_cast<int>(side));
    const Image square(gdImageCreateTrueColor(target, target));
    if (!square) throw std::bad_alloc();
    gdImageAlphaBlending(square.get(), 0);
    gdImageSaveAlpha(square.get(), 1);
    gdImageCopyResampled(square.get(), source.get(), 0, 0, (width - middle) / 2, (height - middle) / 2, target, target,
                         middle, middle);
    return encode(square.get());
}

std::string to_png(const Drawing& drawing, unsigned side)
{
    // Cells of whole pixels, so that edges are sharp; what is left over is the ground's.
    const int cell = std::max(1, static_cast<int>(side / drawing.columns));
    const int edge = std::max(static_cast<int>(side), cell * static_cast<int>(drawing.columns));
    const int margin = (edge - cell * static_cast<int>(drawing.columns)) / 2;
    const Image image(gdImageCreate(edge, edge));
    if (!image) throw std::bad_alloc();
    // The first color is the ground's.
    for (const Color& color : drawing.palette) gdImageColorAllocate(image.get(), color.red, color.green, color.blue);
    for (std::size_t i = 0; i < drawing.cells.size(); ++i) {
        const int x = margin + static_cast<int>(i % drawing.columns) * cell;
        const int y = margin + static_cast<int>(i / drawing.columns) * cell;
        gdImageFilledRectangle(image.get(), x, y, x + cell - 1, y + cell - 1, drawing.cells[i]);
    }
    return encode(image.get());
}

} // namespace cairn::pictures
