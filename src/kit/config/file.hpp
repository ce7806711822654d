// Small files, read and replaced whole.
#pragma once

#include <expected>
#include <string>
#include <string_view>

namespace cairn::config {

// The content of a file of at most `limit` bytes, or words that say why not.
std::expected<std::string, std::string> read_file(const std::string& path, std::size_t limit);

// Puts `content` in place of the file, or makes it: at any moment, also after a crash, the path holds the old content
// or the new one. The new file can be read by its owner alone, who stays the one of the old file.
std::expected<void, std::string> replace_file(const std::string& path, std::string_view content);

// Keeps other processes out that lock the same folder, as long as it lives.
class FolderLock {
public:
    explicit FolderLock(const std::string& folder); // waits; a folder that cannot be locked is not locked
    ~FolderLock();
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;

private:
    int descriptor_;
};

} // namespace cairn::config
