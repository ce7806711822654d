#include "backup/repository_parts.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <optional>
#include <set>
#include <system_error>

#include "backup/tar.hpp"
#include "base/descriptor.hpp"
#include "base/text.hpp"

namespace cairn::backup {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t small = 64U << 10; // goes into a bundle
constexpr std::size_t full_bundle = 4U << 20;

[[noreturn]] void disk_failed(const std::string& path)
{
    throw std::system_error(errno, std::generic_category(), path);
}

// A file that is read as it was opened, whatever becomes of its name.
class OpenFile {
public:
    // Nothing: it is gone.
    static std::optional<OpenFile> at(const std::string& path)
    {
        Descriptor descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
        struct stat status{};
        if (!descriptor) {
            if (errno == ENOENT || errno == ENOTDIR) return {};
            disk_failed(path);
        }
        if (::fstat(descriptor.number(), &status) != 0) disk_failed(path);
        if (!S_ISREG(status.st_mode)) return {};
        return OpenFile(std::move(descriptor), path, status);
    }

    std::uint64_t size() const { return size_; }
    std::int64_t modified() const { return modified_; }

    Opening opening() const
    {
        return [this] {
            return [this, offset = off_t{0}](std::span<char> into) mutable {
                const auto got = ::pread(descriptor_.number(), into.data(), into.size(), offset);
                if (got < 0) disk_failed(path_);
                offset += got;
                return static_cast<std::size_t>(got);
            };
        };
    }

    std::string read() const
    {
        std::string bytes(size_, '\0');
        std::size_t filled = 0;
        const auto source = opening()();
        while (filled < bytes.size()) {
            const auto got = source(std::span(bytes).subspan(filled));
            if (got == 0) break;
            filled += got;
        }
        bytes.resize(filled);
        return bytes;
    }

private:
    OpenFile(Descriptor descriptor, std::string path, const struct stat& status)
        : descriptor_(std::move(descriptor)), path_(std::move(path)), size_(static_cast<std::uint64_t>(status.st_size)),
          modified_(status.st_mtim.tv_sec * 1'000'000'000 + status.st_mtim.tv_nsec)
    {
    }

    Descriptor descriptor_;
    std::string path_;
    std::uint64_t size_;
    std::int64_t modified_;
};

// The names in a folder, sorted, so that the same files make the same bundle.
std::vector<fs::directory_entry> entries_of(const fs::path& folder)
{
    std::vector<fs::directory_entry> entries;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
        entries.push_back(*entry);
    std::ranges::sort(entries, {}, [](const auto& entry) { return entry.path(); });
    return entries;
}

class RepositoryWriter {
public:
    RepositoryWriter(const std::string& folder, const std::string& key, PartWriter& parts, const KnownFiles& known,
                     const std::function<void(const Line&)>& tell)
        : folder_(folder), key_(key), parts_(parts), known_(known), tell_(tell)
    {
    }

    void write()
    {
        add("HEAD");
        add("config");
        // Packing references writes the one file first and then removes the many.
        add_tree("refs");
        add("packed-refs");
        // What names commits comes before the objects, too.
        add("objects/info/commit-graph");
        add_tree("objects/info/commit-graphs");
        for (const auto& entry : entries_of(folder_ + "/objects"))
            if (const auto name = entry.path().filename().string(); name.size() == 2) add_tree("objects/" + name);
        add_packs();
        end_bundle();
    }

private:
    void add_tree(const std::string& below)
    {
        for (const auto& entry : entries_of(folder_ + "/" + below)) {
            std::error_code gone;
            const auto name = below + "/" + entry.path().filename().string();
            if (entry.is_directory(gone)) add_tree(name);
            else if (!name.ends_with(".lock") && entry.path().filename().string().find("tmp_") != 0) add(name);
        }
    }

    // One that is gone by now is a reference that was deleted, or an object that is in a pack by now.
    void add(const std::string& name)
    {
        if (const auto file = OpenFile::at(folder_ + "/" + name)) add(name, *file);
    }

    void add(const std::string& name, const OpenFile& file)
    {
        if (file.size() < small) {
            const auto bytes = file.read();
            bundle_ += tar_head(name, bytes.size()) + bytes + tar_padding(bytes.size());
            if (bundle_.size() >= full_bundle) end_bundle();
            return;
        }
        Line line{.kind = LineKind::file,
                  .name = name,
                  .size = static_cast<std::int64_t>(file.size()),
                  .modified = file.modified()};
        const auto known = known_.find(known_name(key_, name));
        const bool is_known = known != known_.end() && known->second.size == line.size
            && known->second.modified == line.modified && parts_.keep_known(known->second.part());
        const auto part = is_known ? known->second.part() : parts_.keep(file.opening());
        line.sha256 = part.sha256;
        line.size = part.size;
        tell_(line);
    }

    // A pack is its files together, and may be replaced by a larger one while they are looked for: until nothing new
    // is there.
    void add_packs()
    {
        std::set<std::string> added;
        for (bool more = true; more;) {
            more = false;
            for (const auto& entry : entries_of(folder_ + "/objects/pack")) {
                const auto name = entry.path().filename().string();
                if (!name.starts_with("pack-") || !name.ends_with(".idx") || added.contains(name)) continue;
                added.insert(name);
                more = true;
                add_pack(entry.path().stem().string());
            }
        }
    }

    void add_pack(const std::string& stem)
    {
        std::vector<std::pair<std::string, OpenFile>> files;
        for (const auto* ending : {".pack", ".rev", ".mtimes", ".bitmap", ".idx"}) {
            const auto name = "objects/pack/" + stem + ending;
            if (auto file = OpenFile::at(folder_ + "/" + name)) files.emplace_back(name, std::move(*file));
            else if (ending == std::string_view(".pack") || ending == std::string_view(".idx")) return;
        }
        for (const auto& [name, file] : files) add(name, file);
    }

    void end_bundle()
    {
        if (bundle_.empty()) return;
        bundle_ += tar_end();
        const auto part = parts_.keep(bundle_);
        tell_({.kind = LineKind::bundle, .name = key_, .sha256 = part.sha256, .size = part.size});
        bundle_.clear();
    }

    const std::string& folder_;
    const std::string& key_;
    PartWriter& parts_;
    const KnownFiles& known_;
    const std::function<void(const Line&)>& tell_;
    std::string bundle_;
};

// Nothing that a repository has is elsewhere, and nothing in it is run.
bool is_file_of_repository(std::string_view name)
{
    if (name == "HEAD" || name == "config" || name == "packed-refs") return true;
    return (name.starts_with("refs/") || name.starts_with("objects/")) && stays_below(name);
}

} // namespace

std::string known_name(std::string_view key, std::string_view file)
{
    return std::string(key).append("/").append(file);
}

bool write_repository(const std::string& folder, const std::string& key, PartWriter& parts, const KnownFiles& known,
                      const std::function<void(const Line&)>& tell)
{
    if (::access((folder + "/HEAD").c_str(), F_OK) != 0) return false;
    tell({.kind = LineKind::repository, .name = key});
    RepositoryWriter(folder, key, parts, known, tell).write();
    return true;
}

RepositoryReader::RepositoryReader(std::string root, const PartReader& parts)
    : root_(std::move(root)), store_(root_), parts_(parts)
{
}

RepositoryReader::~RepositoryReader()
{
    std::error_code ignored;
    if (!draft_.empty()) fs::remove_all(draft_, ignored);
}

Result<> RepositoryReader::take(const Line& line)
{
    if (line.kind == LineKind::repository) {
        end_one();
        if (!git::Store::is_key(line.name))
            return fail(Errc::unprocessable, "this is no repository's key: " + line.name);
        ++count_;
        const auto target = store_.path(line.name);
        if (fs::exists(target)) return {};
        fs::create_directories(fs::path(target).parent_path());
        target_ = target;
        draft_ = root_ + "/.new/" + line.name + ".git";
        fs::remove_all(draft_);
        for (const auto* below : {"objects/info", "objects/pack", "refs/heads", "refs/tags"})
            fs::create_directories(draft_ + "/" + below);
        return {};
    }
    if (target_.empty()) return {};
    if (line.kind == LineKind::file) {
        write(TRY(place_of(line.name)), parts_.open(line.part()));
        return {};
    }
    const auto bundle = parts_.read(line.part());
    return each_entry(
        [&](std::uint64_t offset, std::uint64_t count) {
            return offset < bundle.size() ? bundle.substr(offset, count) : std::string();
        },
        [&](const TarEntry& entry) -> Result<> {
            const auto bytes = std::string_view(bundle).substr(entry.offset, entry.size);
            write(TRY(place_of(entry.name)), opening_of(bytes)());
            return {};
        });
}

void RepositoryReader::finish() { end_one(); }

void RepositoryReader::end_one()
{
    if (target_.empty()) return;
    fs::rename(draft_, target_);
    target_.clear();
    draft_.clear();
}

Result<std::string> RepositoryReader::place_of(const std::string& name) const
{
    if (!is_file_of_repository(name)) return fail(Errc::unprocessable, "this is no file of a repository: " + name);
    return draft_ + "/" + name;
}

void RepositoryReader::write(const std::string& path, const storage::Source& source)
{
    fs::create_directories(fs::path(path).parent_path());
    const Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
    if (!file) disk_failed(path);
    std::string buffer(small, '\0');
    while (const auto count = source(buffer))
        if (::write(file.number(), buffer.data(), count) != static_cast<ssize_t>(count)) disk_failed(path);
}

} // namespace cairn::backup
