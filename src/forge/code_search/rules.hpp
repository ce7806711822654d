// What of a repository is indexed: the settings of [indexer], and the house's own bounds.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/glob.hpp"
#include "base/result.hpp"

namespace cairn::config {
struct Indexer;
} // namespace cairn::config
namespace cairn::repositories {
struct StoredRepository;
} // namespace cairn::repositories

namespace cairn::code_search {

// Of one repository: beyond these its files are not found.
inline constexpr std::size_t most_files = 100'000;
inline constexpr std::int64_t most_bytes = 256LL << 20;

// Never changes once it is made; any thread may ask.
class Rules {
public:
    explicit Rules(const config::Indexer&);

    bool enabled() const { return enabled_; }
    std::uint64_t largest_file() const { return largest_file_; }
    // Changes with what is written here and with the settings: what was indexed under another one is indexed again.
    std::int64_t version() const { return version_; }

    // Whether it is of a kind that is indexed at all.
    bool want(const repositories::StoredRepository&) const;
    // By its path alone.
    bool want(std::string_view path) const;

private:
    bool enabled_ = true;
    std::uint64_t largest_file_ = 0;
    bool without_vendored_ = false;
    std::vector<std::string> kinds_;
    std::vector<Glob> include_;
    std::vector<Glob> exclude_;
    std::int64_t version_ = 0;
};

// A file's content as the index has it.
struct IndexedText {
    std::string text;     // UTF-8; what was something else is read as Latin-1
    std::string language; // empty: not known
    bool lesser = false;  // vendored or generated: found after the rest
};

// Errc::unprocessable for what is no text: bytes, or the pointer to a large file.
Result<IndexedText> read_text(std::string_view path, std::string content);

} // namespace cairn::code_search
