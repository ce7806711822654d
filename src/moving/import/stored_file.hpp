// A file of the old site, read piece by piece on its way into our storage.
#pragma once

#include <cstdio>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace cairn::import {

class StoredFile {
public:
    // Nothing when it is not there or cannot be read.
    static std::optional<StoredFile> open(const std::string& path);

    std::int64_t size() const { return size_; }
    // For storage::Source. Throws std::system_error where the disk fails.
    std::size_t read(std::span<char> into);

private:
    using Handle = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;
    StoredFile(Handle file, std::int64_t size) : file_(std::move(file)), size_(size) { }

    Handle file_;
    std::int64_t size_;
};

} // namespace cairn::import
