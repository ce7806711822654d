#include "code_search/rules.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "config/indexer_settings.hpp"
#include "languages/language.hpp"
#include "repositories/repository.hpp"

namespace cairn::code_search {

namespace {

// To be counted up with every change of what is put into the index.
constexpr std::uint64_t rules_version = 1;

// As people write them: *.go is meant for every folder.
std::vector<Glob> globs_of(const std::vector<std::string>& patterns)
{
    std::vector<Glob> globs;
    for (const auto& pattern : patterns)
        if (auto glob = Glob::parse(pattern.contains('/') ? pattern : "{**/,}" + pattern, "/"))
            globs.push_back(std::move(*glob));
    return globs;
}

bool any_fits(const std::vector<Glob>& globs, std::string_view path)
{
    return std::ranges::any_of(globs, [&](const Glob& glob) { return glob.matches(path); });
}

// FNV-1a, for a number that is written down.
std::uint64_t mix(std::uint64_t hash, std::string_view text)
{
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    return (hash ^ 0xffU) * 0x100000001b3ULL;
}

std::string from_latin1(std::string_view bytes)
{
    std::string text;
    text.reserve(bytes.size() + bytes.size() / 8);
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80) {
            text += c;
        } else {
            text += static_cast<char>(0xc0U | (byte >> 6U));
            text += static_cast<char>(0x80U | (byte & 0x3fU));
        }
    }
    return text;
}

std::string language_of(std::string_view path, std::string_view content)
{
    const auto* language = languages::language_of_name(path);
    if (language == nullptr) language = languages::language_of_script(content);
    return language == nullptr ? std::string() : std::string(language->group);
}

} // namespace

Rules::Rules(const config::Indexer& indexer)
{
    enabled_ = indexer.repo_indexer_enabled;
    largest_file_ = static_cast<std::uint64_t>(indexer.max_file_size);
    without_vendored_ = indexer.repo_indexer_exclude_vendored;
    kinds_ = indexer.repo_indexer_repo_types;
    include_ = globs_of(indexer.repo_indexer_include);
    exclude_ = globs_of(indexer.repo_indexer_exclude);
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    hash = mix(hash, std::to_string(largest_file_));
    hash = mix(hash, without_vendored_ ? "1" : "0");
    hash = mix(hash, text::join(indexer.repo_indexer_include, "\n"));
    hash = mix(hash, text::join(indexer.repo_indexer_exclude, "\n"));
    version_ = static_cast<std::int64_t>((rules_version << 32U) | (hash & 0xffffffffU));
}

bool Rules::want(const repositories::StoredRepository& repository) const
{
    const auto listed = [&](std::string_view kind) {
        return std::ranges::any_of(kinds_, [&](const auto& each) { return text::iequals(each, kind); });
    };
    if (kinds_.empty()) return true;
    if (repository.mirror) return listed("mirrors");
    if (repository.fork_of != 0) return listed("forks");
    if (repository.template_) return listed("templates");
    return listed("sources");
}

bool Rules::want(std::string_view path) const
{
    if (!is_text(path) || path.size() > 2048) return false;
    if (!include_.empty() && !any_fits(include_, path)) return false;
    if (any_fits(exclude_, path)) return false;
    return !without_vendored_ || !languages::is_vendored(path);
}

Result<IndexedText> read_text(std::string_view path, std::string content)
{
    constexpr std::string_view mark = "\xef\xbb\xbf";
    if (content.contains('\0') || languages::is_binary(content)
        || content.starts_with("version https://git-lfs.github.com/spec/"))
        return fail(Errc::unprocessable, "this is no text");
    IndexedText indexed{.language = language_of(path, content),
                        .lesser = languages::is_vendored(path) || languages::is_generated(path)
                            || languages::says_it_is_generated(content)};
    if (content.starts_with(mark)) content.erase(0, mark.size());
    indexed.text = is_utf8(content) ? std::move(content) : from_latin1(content);
    return indexed;
}

} // namespace cairn::code_search
