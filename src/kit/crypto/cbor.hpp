// A reader of CBOR (RFC 8949), as much of it as authenticators write: definite lengths, no floats, no tags. It looks at
// each byte once and never beyond the end, whatever the bytes say.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace cairn::crypto {

class CborReader {
public:
    explicit CborReader(std::string_view bytes) : rest_(bytes) { }

    // Each takes the next item if it is of that kind. Nothing: it is not, and what is read after that has no meaning.
    std::optional<std::int64_t> integer();
    std::optional<std::string_view> bytes();
    std::optional<std::string_view> text();
    // How many items, or pairs, come next.
    std::optional<std::uint64_t> array() { return counted(4); }
    std::optional<std::uint64_t> map() { return counted(5); }

    // Passes over one item with all that is in it; false when it is malformed or nested too deep.
    bool skip() { return skip(0); }

    std::string_view rest() const { return rest_; }

private:
    struct Head {
        unsigned kind = 0;
        std::uint64_t value = 0;
    };

    static constexpr int max_depth = 8;

    std::optional<Head> head();
    std::optional<std::uint64_t> counted(unsigned kind);
    std::optional<std::string_view> run(unsigned kind);
    bool skip(int depth);

    std::string_view rest_;
};

} // namespace cairn::crypto
