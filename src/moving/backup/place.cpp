#include "backup/place.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <set>
#include <system_error>
#include <unordered_map>

#include "backup/tar.hpp"
#include "base/descriptor.hpp"
#include "config/settings.hpp"

namespace cairn::backup {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t at_once = 256U << 10;
constexpr std::string_view bucket_scheme = "s3://";

[[noreturn]] void give_up(const std::string& path) { throw std::system_error(errno, std::generic_category(), path); }

// A folder or a bucket.
class StoragePlace final : public Reading, public Writing {
public:
    StoragePlace(std::unique_ptr<storage::Storage> storage, std::string prefix)
        : storage_(std::move(storage)), prefix_(std::move(prefix))
    {
    }

    std::optional<std::uint64_t> size(const std::string& name) override { return storage_->size(prefix_ + name); }
    std::string read(const std::string& name, std::uint64_t offset, std::uint64_t count) override
    {
        return storage_->read(prefix_ + name, {.offset = offset, .length = count}).value_or("");
    }
    bool has(const Part& part) override { return size(name_of(part)) == static_cast<std::uint64_t>(part.size); }
    void put(const std::string& name, std::uint64_t, const storage::Source& source) override
    {
        storage_->put(prefix_ + name, source);
    }
    void finish() override { }
    Reading* readable() override { return this; }

private:
    std::unique_ptr<storage::Storage> storage_;
    std::string prefix_;
};

class TarWriting final : public Writing {
public:
    // An empty path: the standard output. A file has its name when it is whole.
    explicit TarWriting(std::string path) : path_(std::move(path))
    {
        if (path_.empty()) {
            output_ = Descriptor(::dup(STDOUT_FILENO));
            return;
        }
        draft_ = path_ + ".part";
        output_ = Descriptor(::open(draft_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
        if (!output_) give_up(draft_);
    }
    ~TarWriting() override
    {
        if (!draft_.empty()) ::unlink(draft_.c_str());
    }

    bool has(const Part& part) override { return written_.contains(part.sha256); }

    void put(const std::string& name, std::uint64_t size, const storage::Source& source) override
    {
        write(tar_head(name, size));
        std::string buffer(at_once, '\0');
        std::uint64_t written = 0;
        while (const auto count = source(buffer)) {
            write(std::string_view(buffer).substr(0, count));
            written += count;
        }
        if (written != size) throw std::runtime_error(name + " has changed while it was written");
        write(tar_padding(size));
        if (const auto slash = name.rfind('/'); slash != name.npos) written_.insert(name.substr(slash + 1));
    }

    void finish() override
    {
        write(tar_end());
        if (path_.empty()) return;
        if (::fsync(output_.number()) != 0 || ::rename(draft_.c_str(), path_.c_str()) != 0) give_up(path_);
        draft_.clear();
    }

private:
    void write(std::string_view bytes) const
    {
        while (!bytes.empty()) {
            const auto count = ::write(output_.number(), bytes.data(), bytes.size());
            if (count < 0 && errno == EINTR) continue;
            if (count < 0) give_up(path_.empty() ? "the standard output" : path_);
            bytes.remove_prefix(static_cast<std::size_t>(count));
        }
    }

    std::string path_;
    std::string draft_;
    Descriptor output_;
    std::set<std::string> written_;
};

std::string read_from(int file, std::uint64_t offset, std::uint64_t count)
{
    std::string bytes(count, '\0');
    std::size_t filled = 0;
    while (filled < bytes.size()) {
        const auto got =
            ::pread(file, bytes.data() + filled, bytes.size() - filled, static_cast<off_t>(offset + filled));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) give_up("a backup");
        if (got == 0) break;
        filled += static_cast<std::size_t>(got);
    }
    bytes.resize(filled);
    return bytes;
}

// One that may be on a disk that nobody can write to.
class FolderReading final : public Reading {
public:
    explicit FolderReading(std::string root) : root_(std::move(root)) { }

    std::optional<std::uint64_t> size(const std::string& name) override
    {
        struct stat status{};
        if (::stat((root_ + "/" + name).c_str(), &status) != 0) return {};
        return static_cast<std::uint64_t>(status.st_size);
    }
    std::string read(const std::string& name, std::uint64_t offset, std::uint64_t count) override
    {
        const auto there = size(name);
        if (!there || offset >= *there) return {};
        const Descriptor file(::open((root_ + "/" + name).c_str(), O_RDONLY | O_CLOEXEC));
        if (!file) give_up(root_ + "/" + name);
        return read_from(file.number(), offset, std::min(count, *there - offset));
    }

private:
    std::string root_;
};

class TarReading final : public Reading {
public:
    static Result<std::unique_ptr<TarReading>> open(Descriptor file)
    {
        std::unique_ptr<TarReading> made(new TarReading(std::move(file)));
        TRY(each_entry([&](std::uint64_t offset, std::uint64_t count) { return made->read_at(offset, count); },
                       [&](const TarEntry& entry) -> Result<> {
                           made->entries_[entry.name] = {entry.offset, entry.size};
                           return {};
                       }));
        return made;
    }

    std::optional<std::uint64_t> size(const std::string& name) override
    {
        const auto found = entries_.find(name);
        if (found == entries_.end()) return {};
        return found->second.size;
    }
    std::string read(const std::string& name, std::uint64_t offset, std::uint64_t count) override
    {
        const auto found = entries_.find(name);
        if (found == entries_.end() || offset >= found->second.size) return {};
        return read_at(found->second.offset + offset, std::min(count, found->second.size - offset));
    }

private:
    struct Extent {
        std::uint64_t offset = 0;
        std::uint64_t size = 0;
    };

    explicit TarReading(Descriptor file) : file_(std::move(file)) { }

    std::string read_at(std::uint64_t offset, std::uint64_t count) const
    {
        return read_from(file_.number(), offset, count);
    }

    Descriptor file_;
    std::unordered_map<std::string, Extent> entries_;
};

std::string environment(const char* name, const std::string& otherwise)
{
    const char* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): nothing changes it
    return value != nullptr && *value != '\0' ? value : otherwise;
}

std::unique_ptr<StoragePlace> open_bucket(std::string_view where, const config::Settings& settings)
{
    where.remove_prefix(bucket_scheme.size());
    auto wanted = settings.storage;
    wanted.storage_type = config::StorageType::minio;
    const auto slash = std::min(where.find('/'), where.size());
    wanted.minio_bucket = where.substr(0, slash);
    std::string prefix(where.substr(std::min(slash + 1, where.size())));
    if (!prefix.empty() && !prefix.ends_with('/')) prefix += '/';
    auto endpoint = environment("AWS_ENDPOINT_URL", "");
    if (!endpoint.empty()) {
        wanted.minio_use_ssl = endpoint.starts_with("https://");
        if (const auto scheme = endpoint.find("://"); scheme != endpoint.npos) endpoint.erase(0, scheme + 3);
        while (endpoint.ends_with('/')) endpoint.pop_back();
        wanted.minio_endpoint = endpoint;
    }
    wanted.minio_access_key_id = environment("AWS_ACCESS_KEY_ID", wanted.minio_access_key_id);
    wanted.minio_secret_access_key = environment("AWS_SECRET_ACCESS_KEY", wanted.minio_secret_access_key);
    wanted.minio_location = environment("AWS_REGION", wanted.minio_location);
    return std::make_unique<StoragePlace>(storage::open_storage(wanted), std::move(prefix));
}

// What comes in a stream has its manifest at the end, so all of it is kept first, where nobody sees it.
Descriptor keep_standard_input(const std::string& folder)
{
    fs::create_directories(folder);
    auto path = folder + "/restore-XXXXXX";
    Descriptor file(::mkostemp(path.data(), O_CLOEXEC));
    if (!file) give_up(path);
    ::unlink(path.c_str());
    std::string buffer(at_once, '\0');
    while (true) {
        const auto got = ::read(STDIN_FILENO, buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) give_up("the standard input");
        if (got == 0) return file;
        for (std::size_t at = 0; at < static_cast<std::size_t>(got);) {
            const auto written = ::write(file.number(), buffer.data() + at, static_cast<std::size_t>(got) - at);
            if (written < 0 && errno == EINTR) continue;
            if (written < 0) give_up(path);
            at += static_cast<std::size_t>(written);
        }
    }
}

Result<Found> with_latest(std::unique_ptr<Reading> files, const std::string& where)
{
    const auto name = latest_in(*files);
    if (name.empty()) return fail(Errc::not_found, where + " has no backup that has come to its end");
    return Found{std::move(files), name_of_manifest(name)};
}

} // namespace

std::string name_of(const Part& part) { return "parts/" + part.sha256.substr(0, 2) + "/" + part.sha256; }

std::string name_of_manifest(std::string_view backup) { return "manifests/" + std::string(backup) + ".jsonl"; }

std::string latest_in(Reading& files)
{
    auto name = files.read_all(std::string(latest), 4096);
    while (name.ends_with('\n')) name.pop_back();
    return name;
}

std::string Reading::read_all(const std::string& name, std::uint64_t most)
{
    std::string bytes;
    while (bytes.size() < most) {
        const auto more = read(name, bytes.size(), most - bytes.size());
        if (more.empty()) break;
        bytes += more;
    }
    return bytes;
}

Result<std::unique_ptr<Writing>> open_to_write(const std::string& where, const config::Settings& settings)
{
    if (where.empty()) return fail(Errc::bad_request, "say where the backup is to go");
    if (where == "-") return std::make_unique<TarWriting>("");
    if (where.starts_with(bucket_scheme)) return open_bucket(where, settings);
    std::error_code ignored;
    if (where.ends_with(".tar") && !fs::is_directory(where, ignored)) return std::make_unique<TarWriting>(where);
    return std::make_unique<StoragePlace>(storage::open_folder(where), "");
}

Result<Found> open_to_read(const std::string& where, const config::Settings& settings)
{
    if (where.starts_with(bucket_scheme)) return with_latest(open_bucket(where, settings), where);
    std::error_code ignored;
    if (where == "-")
        return with_latest(TRY(TarReading::open(keep_standard_input(settings.server.app_data_path))), where);
    if (fs::is_directory(where, ignored)) return with_latest(std::make_unique<FolderReading>(where), where);
    const fs::path file = fs::absolute(where);
    if (file.extension() == ".jsonl" && fs::exists(file, ignored))
        return Found{std::make_unique<FolderReading>(file.parent_path().parent_path().string()),
                     name_of_manifest(file.stem().string())};
    Descriptor opened(::open(where.c_str(), O_RDONLY | O_CLOEXEC));
    if (!opened) return fail(Errc::not_found, where + " cannot be read: " + std::system_category().message(errno));
    return with_latest(TRY(TarReading::open(std::move(opened))), where);
}

} // namespace cairn::backup
