// Numbers and texts one after the other, as requests to codec processes and their answers. What a codec process packed
// is to be unpacked as something that a stranger wrote.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace cairn::sandbox {

class Packer {
public:
    void number(std::uint64_t value) { bytes_.append(reinterpret_cast<const char*>(&value), sizeof value); }
    void small(std::uint8_t value) { bytes_.push_back(static_cast<char>(value)); }
    void text(std::string_view value)
    {
        const auto size = static_cast<std::uint32_t>(value.size());
        bytes_.append(reinterpret_cast<const char*>(&size), sizeof size).append(value);
    }
    // The last thing: all that is left.
    void rest(std::string_view value) { bytes_.append(value); }

    std::string take() { return std::move(bytes_); }
    std::string_view bytes() const { return bytes_; }

private:
    std::string bytes_;
};

// Refers to the bytes. Past their end everything is zero and empty, and ok() is false.
class Unpacker {
public:
    explicit Unpacker(std::string_view bytes) : bytes_(bytes) { }

    std::uint64_t number() { return get<std::uint64_t>(); }
    std::uint8_t small() { return get<std::uint8_t>(); }
    std::string_view text() { return take(get<std::uint32_t>()); }
    std::string_view rest() { return take(bytes_.size()); }

    bool at_end() const { return bytes_.empty(); }
    bool ok() const { return ok_; }

private:
    template <class T> T get()
    {
        T value{};
        if (const auto raw = take(sizeof value); raw.size() == sizeof value)
            std::memcpy(&value, raw.data(), sizeof value);
        return value;
    }
    std::string_view take(std::size_t count)
    {
        if (count > bytes_.size()) {
            ok_ = false;
            bytes_ = {};
            return {};
        }
        const auto taken = bytes_.substr(0, count);
        bytes_.remove_prefix(count);
        return taken;
    }

    std::string_view bytes_;
    bool ok_ = true;
};

} // namespace cairn::sandbox
