#include "accounts/sign_in/qr_code.hpp"

#include <qrencode.h>

#include <memory>
#include <stdexcept>

#include <fmt/core.h>

namespace cairn::accounts {

std::string qr_svg(std::string_view text)
{
    struct Free {
        void operator()(QRcode* code) const { QRcode_free(code); }
    };
    const std::unique_ptr<QRcode, Free> code(QRcode_encodeData(
        static_cast<int>(text.size()), reinterpret_cast<const unsigned char*>(text.data()), 0, QR_ECLEVEL_M));
    if (!code) throw std::length_error("the text does not fit into a QR code");

    constexpr int margin = 4; // the standard's quiet zone
    const int width = code->width;
    const int size = width + 2 * margin;
    std::string path;
    for (int y = 0; y < width; ++y)
        for (int x = 0; x < width;) {
            int run = 0;
            while (x + run < width && (code->data[y * width + x + run] & 1) != 0) ++run;
            if (run > 0) path += fmt::format("M{} {}h{}v1h-{}z", x + margin, y + margin, run, run);
            x += run + 1;
        }
    return fmt::format(R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {0}" shape-rendering="crispEdges">)"
                       R"(<path fill="#fff" d="M0 0h{0}v{0}H0z"/><path d="{1}"/></svg>)",
                       size, path);
}

} // namespace cairn::accounts
