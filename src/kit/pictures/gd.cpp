#include "pictures/gd.hpp"

#include <dlfcn.h>
#include <gd.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

namespace cairn::pictures::gd {

namespace {

// libgd comes with forty libraries of its own (codecs of video, windows, fonts), which the server has no part in: so it
// is opened where pictures are asked for, not at the start.
template <class Signature> class GdFunction {
public:
    explicit GdFunction(const char* name)
    {
        static void* const library = dlopen("libgd.so.3", RTLD_NOW | RTLD_LOCAL);
        void* const found = library != nullptr ? dlsym(library, name) : nullptr;
        if (found == nullptr) throw std::runtime_error(std::string("libgd has no ") + name);
        function_ = reinterpret_cast<Signature*>(found);
    }
    auto operator()(auto... arguments) const { return function_(arguments...); }

private:
    Signature* function_;
};

struct Gd {
    GdFunction<decltype(gdImageCreateFromPngPtr)> from_png{"gdImageCreateFromPngPtr"};
    GdFunction<decltype(gdImageCreateFromJpegPtr)> from_jpeg{"gdImageCreateFromJpegPtr"};
    GdFunction<decltype(gdImageCreateFromGifPtr)> from_gif{"gdImageCreateFromGifPtr"};
    GdFunction<decltype(gdImageCreateFromWebpPtr)> from_webp{"gdImageCreateFromWebpPtr"};
    GdFunction<decltype(gdImagePngPtr)> to_png{"gdImagePngPtr"};
    GdFunction<decltype(gdImageCreate)> create{"gdImageCreate"};
    GdFunction<decltype(gdImageCreateTrueColor)> create_true_color{"gdImageCreateTrueColor"};
    GdFunction<decltype(gdImageColorAllocate)> allocate_color{"gdImageColorAllocate"};
    GdFunction<decltype(gdImageFilledRectangle)> fill_rectangle{"gdImageFilledRectangle"};
    GdFunction<decltype(gdImageAlphaBlending)> blend_alpha{"gdImageAlphaBlending"};
    GdFunction<decltype(gdImageSaveAlpha)> save_alpha{"gdImageSaveAlpha"};
    GdFunction<decltype(gdImageCopyResampled)> copy_resampled{"gdImageCopyResampled"};
    GdFunction<decltype(gdImageDestroy)> destroy{"gdImageDestroy"};
    GdFunction<decltype(gdFree)> free{"gdFree"};
    GdFunction<decltype(gdSetErrorMethod)> set_error_method{"gdSetErrorMethod"};
};

const Gd& library()
{
    static const Gd opened = [] {
        Gd functions;
        // It would write to the standard error what is the sender's fault.
        functions.set_error_method([](int, const char*, va_list) { });
        return functions;
    }();
    return opened;
}

struct Destroy {
    void operator()(gdImagePtr image) const { library().destroy(image); }
};
using Image = std::unique_ptr<gdImage, Destroy>;

struct Release {
    void operator()(void* memory) const { library().free(memory); }
};

Image decode(std::string_view bytes, Format format)
{
    auto* data = const_cast<char*>(bytes.data()); // NOLINT: gd only reads
    const int size = static_cast<int>(bytes.size());
    switch (format) {
    case Format::png: return Image(library().from_png(size, data));
    case Format::jpeg: return Image(library().from_jpeg(size, data));
    case Format::gif: return Image(library().from_gif(size, data));
    case Format::webp: return Image(library().from_webp(size, data));
    }
    return {};
}

std::string encode(gdImagePtr image)
{
    int size = 0;
    const std::unique_ptr<void, Release> bytes(library().to_png(image, &size));
    if (!bytes) throw std::runtime_error("a picture could not be encoded");
    return {static_cast<const char*>(bytes.get()), static_cast<std::size_t>(size)};
}

} // namespace

void open_library() { library(); }

bool is_decodable(std::string_view bytes, Format format) { return decode(bytes, format) != nullptr; }

std::optional<std::string> scaled_square(std::string_view bytes, Format format, unsigned side)
{
    const Image source = decode(bytes, format);
    if (!source) return {};
    const int width = gdImageSX(source.get());
    const int height = gdImageSY(source.get());
    const int middle = std::min(width, height);
    const int target = std::min(middle, static_cast<int>(side));
    const Image square(library().create_true_color(target, target));
    if (!square) throw std::bad_alloc();
    library().blend_alpha(square.get(), 0);
    library().save_alpha(square.get(), 1);
    library().copy_resampled(square.get(), source.get(), 0, 0, (width - middle) / 2, (height - middle) / 2, target,
                             target, middle, middle);
    return encode(square.get());
}

std::string to_png(const Drawing& drawing, unsigned side)
{
    // Cells of whole pixels, so that edges are sharp; what is left over is the ground's.
    const int cell = std::max(1, static_cast<int>(side / drawing.columns));
    const int edge = std::max(static_cast<int>(side), cell * static_cast<int>(drawing.columns));
    const int margin = (edge - cell * static_cast<int>(drawing.columns)) / 2;
    const auto rows = static_cast<int>(drawing.cells.size() / drawing.columns);
    const bool is_square = rows == static_cast<int>(drawing.columns);
    const Image image(library().create(edge, is_square ? edge : rows * cell + 2 * margin));
    if (!image) throw std::bad_alloc();
    // The first color is the ground's.
    for (const Color& color : drawing.palette)
        library().allocate_color(image.get(), color.red, color.green, color.blue);
    for (std::size_t i = 0; i < drawing.cells.size(); ++i) {
        const int x = margin + static_cast<int>(i % drawing.columns) * cell;
        const int y = margin + static_cast<int>(i / drawing.columns) * cell;
        library().fill_rectangle(image.get(), x, y, x + cell - 1, y + cell - 1, drawing.cells[i]);
    }
    return encode(image.get());
}

} // namespace cairn::pictures::gd
