#include "crypto/cbor.hpp"

#include <limits>

namespace cairn::crypto {

namespace {

enum Kind : unsigned { positive, negative, byte_string, text_string, list, pairs, tag, simple };

} // namespace

std::optional<CborReader::Head> CborReader::head()
{
    if (rest_.empty()) return {};
    const unsigned first = static_cast<unsigned char>(rest_.front());
    rest_.remove_prefix(1);
    const unsigned low = first & 31U;
    Head head{.kind = first >> 5U, .value = low};
    if (low < 24) return head;
    if (low > 27) return {}; // reserved, or of a length that is not said
    const std::size_t size = std::size_t{1} << (low - 24);
    if (rest_.size() < size) return {};
    head.value = 0;
    for (std::size_t i = 0; i < size; ++i) head.value = head.value << 8U | static_cast<unsigned char>(rest_[i]);
    rest_.remove_prefix(size);
    return head;
}

std::optional<std::int64_t> CborReader::integer()
{
    const auto next = head();
    if (!next || next->kind > negative || next->value > std::numeric_limits<std::int64_t>::max()) return {};
    const auto value = static_cast<std::int64_t>(next->value);
    return next->kind == positive ? value : -1 - value;
}

std::optional<std::string_view> CborReader::run(unsigned kind)
{
    const auto next = head();
    if (!next || next->kind != kind || next->value > rest_.size()) return {};
    const auto found = rest_.substr(0, next->value);
    rest_.remove_prefix(next->value);
    return found;
}

std::optional<std::string_view> CborReader::bytes() { return run(byte_string); }

std::optional<std::string_view> CborReader::text() { return run(text_string); }

// An item takes a byte at least, so a count beyond what is left is wrong before anything is done with it.
std::optional<std::uint64_t> CborReader::counted(unsigned kind)
{
    const auto next = head();
    if (!next || next->kind != kind || next->value > rest_.size()) return {};
    return next->value;
}

bool CborReader::skip(int depth)
{
    const auto next = head();
    if (!next || depth > max_depth) return false;
    switch (next->kind) {
    case positive:
    case negative: return true;
    case byte_string:
    case text_string:
        if (next->value > rest_.size()) return false;
        rest_.remove_prefix(next->value);
        return true;
    case list:
    case pairs: {
        if (next->value > rest_.size()) return false;
        const auto items = next->kind == pairs ? next->value * 2 : next->value;
        for (std::uint64_t i = 0; i < items; ++i)
            if (!skip(depth + 1)) return false;
        return true;
    }
    case simple: return next->value >= 20 && next->value <= 22; // false, true, null
    default: return false;
    }
}

} // namespace cairn::crypto
