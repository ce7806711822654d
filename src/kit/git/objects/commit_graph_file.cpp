#include "git/objects/commit_graph_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>
#include <bit>

#include "base/descriptor.hpp"

namespace cairn::git {

// The format is told in gitformat-commit-graph(5); numbers have their high bytes first.
namespace {

constexpr std::size_t id_size = 20;
constexpr std::size_t commit_size = id_size + 16;
constexpr std::size_t header_size = 8;
constexpr std::size_t chunk_row = 12;
constexpr std::uint32_t no_parent = 0x70000000;
constexpr std::uint32_t more_parents = 0x80000000; // behind it: a place among the edges; there: this is the last one

std::uint32_t number_at(std::span<const std::uint8_t> bytes, std::size_t at)
{
    return std::uint32_t{bytes[at]} << 24 | std::uint32_t{bytes[at + 1]} << 16 | std::uint32_t{bytes[at + 2]} << 8
        | bytes[at + 3];
}

constexpr std::uint32_t name_of(const char (&name)[5])
{
    return static_cast<std::uint32_t>(name[0]) << 24 | static_cast<std::uint32_t>(name[1]) << 16
        | static_cast<std::uint32_t>(name[2]) << 8 | static_cast<std::uint32_t>(name[3]);
}

// MurmurHash3 of 32 bits, of text in ASCII.
std::uint32_t murmur3(std::uint32_t seed, std::string_view text)
{
    constexpr std::uint32_t c1 = 0xcc9e2d51;
    constexpr std::uint32_t c2 = 0x1b873593;
    const auto byte = [&](std::size_t at) { return std::uint32_t{static_cast<unsigned char>(text[at])}; };
    const std::size_t blocks = text.size() / 4;
    for (std::size_t i = 0; i < blocks; ++i) {
        const auto k = byte(4 * i) | byte(4 * i + 1) << 8 | byte(4 * i + 2) << 16 | byte(4 * i + 3) << 24;
        seed ^= std::rotl(k * c1, 15) * c2;
        seed = std::rotl(seed, 13) * 5 + 0xe6546b64;
    }
    std::uint32_t rest = 0;
    for (std::size_t i = text.size(); i-- > 4 * blocks;) rest = rest << 8 | byte(i);
    seed ^= std::rotl(rest * c1, 15) * c2;
    seed ^= static_cast<std::uint32_t>(text.size());
    seed ^= seed >> 16;
    seed *= 0x85ebca6b;
    seed ^= seed >> 13;
    seed *= 0xc2b2ae35;
    return seed ^ seed >> 16;
}

ObjectId id_at(std::span<const std::uint8_t> bytes, std::size_t at)
{
    ObjectId id;
    std::ranges::copy(bytes.subspan(at, id_size), id.bytes.begin());
    return id;
}

} // namespace

struct CommitGraphFile::Mapping {
    explicit Mapping(int file, std::size_t length)
        : at(mmap(nullptr, length, PROT_READ, MAP_PRIVATE, file, 0)), size(length)
    {
    }
    ~Mapping()
    {
        if (is_there()) munmap(at, size);
    }
    Mapping(const Mapping&) = delete;
    Mapping& operator=(const Mapping&) = delete;

    bool is_there() const { return at != MAP_FAILED; }
    Bytes bytes() const { return {static_cast<const std::uint8_t*>(at), size}; }

    void* at;
    std::size_t size;
};

std::optional<CommitGraphFile> CommitGraphFile::open(const std::string& repository)
{
    const Descriptor file(::open((repository + "/objects/info/commit-graph").c_str(), O_RDONLY | O_CLOEXEC));
    struct stat found{};
    if (!file || fstat(file.number(), &found) != 0 || found.st_size < static_cast<off_t>(header_size)) return {};
    CommitGraphFile graph;
    graph.mapping_ = std::make_shared<const Mapping>(file.number(), static_cast<std::size_t>(found.st_size));
    if (!graph.mapping_->is_there() || !graph.read(graph.mapping_->bytes())) return {};
    return graph;
}

bool CommitGraphFile::read(Bytes file)
{
    const std::size_t chunks = file[6];
    // Version 1, SHA-1, and all in one file.
    if (number_at(file, 0) != name_of("CGPH") || file[4] != 1 || file[5] != 1 || file[7] != 0) return false;
    if (file.size() < header_size + (chunks + 1) * chunk_row) return false;
    const auto begin_of = [&](std::size_t chunk) {
        const auto at = header_size + chunk * chunk_row + 4;
        return std::uint64_t{number_at(file, at)} << 32 | number_at(file, at + 4);
    };
    for (std::size_t i = 0; i < chunks; ++i) {
        const auto begin = begin_of(i);
        const auto end = begin_of(i + 1);
        if (begin > end || end > file.size()) return false;
        const auto bytes = file.subspan(begin, end - begin);
        switch (number_at(file, header_size + i * chunk_row)) {
        case name_of("OIDF"): fanout_ = bytes; break;
        case name_of("OIDL"): ids_ = bytes; break;
        case name_of("CDAT"): commits_ = bytes; break;
        case name_of("EDGE"): edges_ = bytes; break;
        case name_of("BIDX"): filter_ends_ = bytes; break;
        case name_of("BDAT"): filters_ = bytes; break;
        default: break;
        }
    }
    if (fanout_.size() != 256 * 4) return false;
    count_ = number_at(fanout_, 255 * 4);
    if (ids_.size() != count_ * id_size || commits_.size() != count_ * commit_size) return false;
    constexpr std::size_t filters_head = 12; // how they are made: version, number of hashes, bits of each path
    if (filter_ends_.size() != count_ * 4 || filters_.size() < filters_head || number_at(filters_, 0) > 2
        || number_at(filters_, 4) > 64) {
        filter_ends_ = {};
        return true;
    }
    hashes_ = number_at(filters_, 4);
    filters_ = filters_.subspan(filters_head);
    return true;
}

std::optional<CommitGraphFile::Position> CommitGraphFile::find(const ObjectId& id) const
{
    const std::size_t first = id.bytes[0];
    std::size_t low = first == 0 ? 0 : number_at(fanout_, (first - 1) * 4);
    std::size_t high = std::min<std::size_t>(number_at(fanout_, first * 4), count_);
    while (low < high) {
        const auto middle = low + (high - low) / 2;
        const auto order = std::memcmp(ids_.data() + middle * id_size, id.bytes.data(), id_size);
        if (order == 0) return static_cast<Position>(middle);
        if (order < 0) low = middle + 1;
        else high = middle;
    }
    return {};
}

ObjectId CommitGraphFile::id(Position commit) const { return id_at(ids_, commit * id_size); }
ObjectId CommitGraphFile::tree(Position commit) const { return id_at(commits_, commit * commit_size); }

std::int64_t CommitGraphFile::when(Position commit) const
{
    const auto at = commit * commit_size + id_size + 8;
    return static_cast<std::int64_t>(number_at(commits_, at) & 3U) << 32 | number_at(commits_, at + 4);
}

std::uint32_t CommitGraphFile::generation(Position commit) const
{
    return number_at(commits_, commit * commit_size + id_size + 8) >> 2;
}

bool CommitGraphFile::parents(Position commit, std::vector<Position>& into) const
{
    into.clear();
    const auto at = commit * commit_size + id_size;
    const auto first = number_at(commits_, at);
    const auto second = number_at(commits_, at + 4);
    if (first != no_parent) into.push_back(first);
    if ((second & more_parents) == 0) {
        if (second != no_parent) into.push_back(second);
    } else {
        for (std::size_t edge = second & ~more_parents;; ++edge) {
            if ((edge + 1) * 4 > edges_.size()) return false;
            const auto parent = number_at(edges_, edge * 4);
            into.push_back(parent & ~more_parents);
            if ((parent & more_parents) != 0) break;
        }
    }
    return std::ranges::all_of(into, [&](Position parent) { return parent < count_; });
}

CommitGraphFile::Path::Path(std::string_view path)
{
    // Of what is not ASCII, two versions of the filters have two opinions.
    if (path.empty() || std::ranges::any_of(path, [](char c) { return c <= 0; })) return;
    for (auto end = path.size(); end != path.npos; end = end == 0 ? path.npos : path.rfind('/', end - 1)) {
        const auto part = path.substr(0, end);
        parts_.push_back({murmur3(0x293ae76f, part), murmur3(0x7e646e2c, part)});
    }
}

bool CommitGraphFile::may_change(Position commit, const Path& path) const
{
    if (filter_ends_.empty()) return true;
    const std::size_t begin = commit == 0 ? 0 : number_at(filter_ends_, (commit - 1) * 4);
    const std::size_t end = number_at(filter_ends_, commit * 4);
    if (begin >= end || end > filters_.size()) return true; // it was not made
    const auto filter = filters_.subspan(begin, end - begin);
    const auto bits = static_cast<std::uint32_t>(filter.size() * 8);
    for (const auto& part : path.parts_)
        for (std::uint32_t i = 0; i < hashes_; ++i) {
            const auto bit = (part.first + i * part.second) % bits;
            if ((filter[bit / 8] >> (bit % 8) & 1U) == 0) return false;
        }
    return true;
}

} // namespace cairn::git
