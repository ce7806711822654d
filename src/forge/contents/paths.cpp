#include "contents/paths.hpp"

#include <algorithm>
#include <tuple>

#include "base/text.hpp"
#include "contents/remembered.hpp"
#include "git/objects/objects.hpp"

namespace cairn::contents {

namespace {

constexpr std::uint64_t most_entries = 200'000; // of one repository, folders too
constexpr std::size_t most_letters = 200;

Memory<std::shared_ptr<const Paths>>& remembered_paths()
{
    static Memory<std::shared_ptr<const Paths>> memory(16);
    return memory;
}

bool has_in_order(std::string_view path, std::string_view letters)
{
    std::size_t at = 0;
    for (const char c : path)
        if (at < letters.size() && c == letters[at]) ++at;
    return at == letters.size();
}

// The less, the better; nothing for what does not fit.
std::optional<int> rank(std::string_view path, std::string_view letters)
{
    const auto name = path.substr(path.rfind('/') + 1);
    if (name == letters) return 0;
    if (name.starts_with(letters)) return 1;
    if (name.contains(letters)) return 2;
    if (path.contains(letters)) return 3;
    if (has_in_order(name, letters)) return 4;
    if (has_in_order(path, letters)) return 5;
    return {};
}

} // namespace

Result<std::shared_ptr<const Paths>> all_paths(const repositories::StoredRepository& stored,
                                               const git::Repository& repository, const git::ObjectId& tree)
{
    const auto key = stored.storage + tree.hex();
    if (const auto known = remembered_paths().find(key)) return *known;
    auto listing = TRY(git::list_tree(repository, tree, 0, most_entries));
    auto paths = std::make_shared<Paths>();
    paths->complete = listing.total <= most_entries;
    for (auto& entry : listing.entries)
        if (entry.kind() == git::Kind::blob) paths->files.push_back(std::move(entry.name));
    remembered_paths().keep(key, paths);
    return paths;
}

std::vector<std::string> best_paths(const std::vector<std::string>& paths, std::string_view words, std::size_t most)
{
    std::string letters;
    for (const char c : words.substr(0, most_letters))
        if (c != ' ') letters += text::to_lower(c);
    if (letters.empty())
        return {paths.begin(), paths.begin() + static_cast<std::ptrdiff_t>(std::min(most, paths.size()))};
    std::vector<std::tuple<int, std::size_t, const std::string*>> fitting;
    for (const auto& path : paths)
        if (const auto found = rank(text::to_lower(path), letters)) fitting.emplace_back(*found, path.size(), &path);
    const auto better = [](const auto& a, const auto& b) {
        return std::tie(std::get<0>(a), std::get<1>(a), *std::get<2>(a))
            < std::tie(std::get<0>(b), std::get<1>(b), *std::get<2>(b));
    };
    const auto count = std::min(most, fitting.size());
    std::ranges::partial_sort(fitting, fitting.begin() + static_cast<std::ptrdiff_t>(count), better);
    std::vector<std::string> best;
    for (std::size_t i = 0; i < count; ++i) best.push_back(*std::get<2>(fitting[i]));
    return best;
}

} // namespace cairn::contents
