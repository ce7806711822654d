// A storage in a local folder. What is being written has a name in .incoming that nobody reads; a rename makes it
// whole.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <system_error>
#include <utility>

#include "storage/storage.hpp"

namespace cairn::storage {

namespace fs = std::filesystem;

namespace {

constexpr const char* incoming = ".incoming";

[[noreturn]] void give_up(const std::string& what, const std::string& path)
{
    throw StorageError(what + " " + path + ": " + std::system_category().message(errno));
}

class File {
public:
    File(const std::string& path, int flags) : path_(path), descriptor_(::open(path.c_str(), flags | O_CLOEXEC, 0600))
    {
    }
    ~File()
    {
        if (descriptor_ >= 0) ::close(descriptor_);
    }
    File(const File&) = delete;
    File& operator=(const File&) = delete;

    bool is_open() const { return descriptor_ >= 0; }
    int get() const { return descriptor_; }
    int release() { return std::exchange(descriptor_, -1); }

    std::uint64_t size() const
    {
        struct stat status{};
        if (::fstat(descriptor_, &status) != 0) give_up("cannot look at", path_);
        return static_cast<std::uint64_t>(status.st_size);
    }
    void write(std::string_view bytes) const
    {
        while (!bytes.empty()) {
            const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
            if (written < 0 && errno == EINTR) continue;
            if (written < 0) give_up("cannot write", path_);
            bytes.remove_prefix(static_cast<std::size_t>(written));
        }
    }
    void sync() const
    {
        if (::fsync(descriptor_) != 0) give_up("cannot flush", path_);
    }

private:
    std::string path_;
    int descriptor_;
};

void sync_folder(const fs::path& folder)
{
    const File opened(folder.string(), O_RDONLY | O_DIRECTORY);
    if (!opened.is_open()) give_up("cannot open", folder.string());
    opened.sync();
}

class Folder final : public Storage {
public:
    explicit Folder(fs::path root) : root_(std::move(root))
    {
        std::error_code error;
        fs::create_directories(root_ / incoming, error);
        if (error) throw StorageError("the folder " + root_.string() + " cannot be made: " + error.message());
        // What a crash has left half written. Another process may be writing right now, hence the day.
        for (const auto& entry : fs::directory_iterator(root_ / incoming))
            if (entry.last_write_time() < fs::file_time_type::clock::now() - std::chrono::hours(24))
                fs::remove(entry.path(), error);
    }

    std::uint64_t put(std::string_view name, const Source& source) override
    {
        const fs::path target = path_of(name);
        const std::string draft = draft_path();
        try {
            const std::uint64_t written = write_draft(draft, source);
            make_parents(target);
            if (::rename(draft.c_str(), target.c_str()) != 0) give_up("cannot write", target.string());
            sync_folder(target.parent_path());
            return written;
        } catch (...) {
            ::unlink(draft.c_str());
            throw;
        }
    }

    std::optional<std::uint64_t> size(std::string_view name) override
    {
        struct stat status{};
        const std::string path = path_of(name).string();
        if (::stat(path.c_str(), &status) == 0) return static_cast<std::uint64_t>(status.st_size);
        if (errno == ENOENT || errno == ENOTDIR) return {};
        give_up("cannot look at", path);
    }

    std::optional<std::string> read(std::string_view name, Range range) override
    {
        const File file(path_of(name).string(), O_RDONLY);
        if (!is_there(file, name)) return {};
        const auto [offset, length] = within(range, file.size());
        std::string bytes(length, '\0');
        std::size_t filled = 0;
        while (filled < bytes.size()) {
            const ssize_t got =
                ::pread(file.get(), bytes.data() + filled, bytes.size() - filled, static_cast<off_t>(offset + filled));
            if (got < 0 && errno == EINTR) continue;
            if (got < 0) give_up("cannot read", std::string(name));
            if (got == 0) throw StorageError(std::string(name) + " became shorter while it was read");
            filled += static_cast<std::size_t>(got);
        }
        return bytes;
    }

    std::optional<http::Body> open(std::string_view name, Range range) override
    {
        File file(path_of(name).string(), O_RDONLY);
        if (!is_there(file, name)) return {};
        const auto [offset, length] = within(range, file.size());
        return http::FileRange{
            .file = std::make_shared<const Descriptor>(file.release()), .offset = offset, .length = length};
    }

    bool remove(std::string_view name) override
    {
        const std::string path = path_of(name).string();
        if (::unlink(path.c_str()) == 0) return true;
        if (errno == ENOENT || errno == ENOTDIR) return false;
        give_up("cannot delete", path);
    }

private:
    fs::path path_of(std::string_view name) const
    {
        check_name(name);
        return root_ / name;
    }

    std::string draft_path() const
    {
        static std::atomic<std::uint64_t> drafts;
        return (root_ / incoming / (std::to_string(::getpid()) + "-" + std::to_string(++drafts))).string();
    }

    static std::uint64_t write_draft(const std::string& path, const Source& source)
    {
        const File file(path, O_WRONLY | O_CREAT | O_TRUNC);
        if (!file.is_open()) give_up("cannot write", path);
        std::uint64_t written = 0;
        std::array<char, 64 * 1024> buffer;
        while (const std::size_t part = source(buffer)) {
            file.write({buffer.data(), part});
            written += part;
        }
        file.sync();
        return written;
    }

    // A folder that is new must be flushed into the one above it, or the file is lost with it.
    void make_parents(const fs::path& target) const
    {
        const fs::path folder = target.parent_path();
        std::error_code error;
        if (fs::is_directory(folder, error)) return;
        fs::create_directories(folder, error);
        if (error) throw StorageError("the folder " + folder.string() + " cannot be made: " + error.message());
        for (fs::path above = folder.parent_path(); above != root_.parent_path(); above = above.parent_path())
            sync_folder(above);
    }

    static bool is_there(const File& file, std::string_view name)
    {
        if (!file.is_open() && errno != ENOENT && errno != ENOTDIR) give_up("cannot open", std::string(name));
        return file.is_open();
    }

    static Range within(Range range, std::uint64_t size)
    {
        range.offset = std::min(range.offset, size);
        range.length = std::min(range.length, size - range.offset);
        return range;
    }

    fs::path root_;
};

} // namespace

std::unique_ptr<Storage> open_folder(const std::string& path) { return std::make_unique<Folder>(path); }

} // namespace cairn::storage
