// Any text as patches that people send each other: it is some, with somebody and something in each mail, or there are
// words that say why it is none.
#include <cstdint>
#include <string_view>

#include "contents/patch_series.hpp"
#include "demand.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace cairn;
    using fuzz::demand;
    const auto series = contents::read_series({reinterpret_cast<const char*>(data), size});
    if (!series) {
        demand(!series.error().message.empty());
        return 0;
    }
    demand(!series->patches.empty() && series->patches.size() <= contents::most_patches);
    std::size_t bytes = 0;
    for (const auto& patch : series->patches) {
        demand(!patch.text.empty());
        demand(series->patches.size() == 1 || patch.author);
        bytes += patch.text.size();
    }
    demand(bytes <= 2 * size + series->patches.size()); // a last line gets its end
    return 0;
}
