// A file on its way from another server to the storage, which takes it at its own pace: on the disk, under no name.
#pragma once

#include <cerrno>
#include <cstdio>
#include <memory>
#include <span>
#include <string_view>
#include <system_error>

namespace cairn::remotes {

// Owns the file, which ends with it. One thread at a time; throws std::system_error for a full disk.
class Waypoint {
public:
    Waypoint() : file_(std::tmpfile(), &std::fclose)
    {
        if (!file_) throw std::system_error(errno, std::generic_category(), "tmpfile");
    }
    void write(std::string_view bytes)
    {
        if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size())
            throw std::system_error(errno, std::generic_category(), "tmpfile");
    }
    void rewind()
    {
        if (std::fseek(file_.get(), 0, SEEK_SET) != 0)
            throw std::system_error(errno, std::generic_category(), "tmpfile");
    }
    std::size_t read(std::span<char> into) { return std::fread(into.data(), 1, into.size(), file_.get()); }

private:
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
};

} // namespace cairn::remotes
