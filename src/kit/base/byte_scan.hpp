// Looking through text for a few signs, sixteen bytes at a time: most of what pages show has none of them.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace cairn::text {

// Where the first byte is that `is_one` is true for; the length of the text if there is none. `is_one` is asked about
// single bytes and about sixteen at once, so it is made of comparisons joined by `|`.
template <class Test> std::size_t find_sign(std::string_view text, std::size_t from, Test is_one)
{
    using Block = unsigned char __attribute__((vector_size(16)));
    const auto none_in = [&](const char* at) {
        Block block;
        std::memcpy(&block, at, sizeof block);
        const auto found = is_one(block);
        std::uint64_t halves[2];
        static_assert(sizeof halves == sizeof found);
        std::memcpy(halves, &found, sizeof halves);
        return (halves[0] | halves[1]) == 0;
    };
    auto at = from;
    while (at + sizeof(Block) <= text.size() && none_in(text.data() + at)) at += sizeof(Block);
    while (at < text.size() && !is_one(static_cast<unsigned char>(text[at]))) ++at;
    return at;
}

} // namespace cairn::text
