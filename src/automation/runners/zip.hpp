// A zip archive that is written while it is made: nothing of it is held but its table of contents.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.hpp"

namespace cairn::runners {

class ZipWriter {
public:
    using Sink = std::function<void(std::string_view)>;

    explicit ZipWriter(Sink sink) : sink_(std::move(sink)) { }

    // Names are unique, with slashes, and in UTF-8.
    void begin(const std::string& name, Time modified);
    void write(std::string_view bytes); // of the file that was begun
    void end();

    // The table of contents. Throws std::length_error for an archive beyond 4 GiB, which this form cannot have.
    void finish();

private:
    struct Entry {
        std::string name;
        std::uint16_t time = 0;
        std::uint16_t date = 0;
        std::uint32_t checksum = 0;
        std::uint64_t packed = 0;
        std::uint64_t size = 0;
        std::uint64_t offset = 0;
    };
    class Deflate;

    void put(std::string_view bytes);

    Sink sink_;
    std::vector<Entry> entries_;
    std::uint64_t offset_ = 0;
    std::shared_ptr<Deflate> deflate_;
};

} // namespace cairn::runners
