#include "repositories/statistics/language_count.hpp"

#include <algorithm>
#include <optional>

#include "git/objects/attributes.hpp"
#include "git/objects/objects.hpp"
#include "languages/language.hpp"

namespace cairn::repositories {

using languages::Language;

namespace {

// What a repository of any size may cost: beyond these, files are judged by their names, or not at all.
constexpr std::uint64_t most_entries = 200'000;
constexpr std::size_t most_read = 20'000;
constexpr std::uint64_t largest_read = 256U << 10;

// What .gitattributes say of a file.
struct Orders {
    std::optional<bool> vendored;
    std::optional<bool> generated;
    std::optional<bool> documentation;
    std::optional<bool> detectable;
    std::string language;
};

Orders read_orders(git::Attributes* attributes, const std::string& path)
{
    Orders orders;
    if (attributes == nullptr) return orders;
    const auto found = attributes->of(path);
    if (!found) return orders;
    const auto truth = [&](std::size_t i) {
        const auto& value = (*found)[i];
        return value ? std::optional(*value != "false") : std::nullopt;
    };
    orders.vendored = truth(0);
    orders.generated = truth(1);
    orders.documentation = truth(2);
    orders.detectable = truth(3);
    for (const std::size_t i : {4, 5})
        if (const auto& value = (*found)[i]; value && orders.language.empty()) orders.language = *value;
    return orders;
}

class Counter {
public:
    explicit Counter(const git::Repository& repository) : repository_(repository) { }

    Result<void> add(const git::TreeEntry& entry, const Orders& orders)
    {
        const auto& path = entry.name;
        if (orders.detectable == false) return {};
        const bool wanted = orders.detectable == true;
        if (orders.vendored.value_or(!wanted && languages::is_vendored(path))
            || orders.documentation.value_or(!wanted && languages::is_documentation(path))
            || orders.generated.value_or(!wanted && languages::is_generated(path)))
            return {};
        const auto info = TRY(git::object_info(repository_, entry.id));
        if (info.size == 0) return {};
        const Language* language =
            orders.language.empty() ? languages::language_of_name(path) : languages::find_language(orders.language);
        if ((language != nullptr || entry.mode == git::mode_executable) && info.size <= largest_read
            && read_++ < most_read) {
            const auto content = TRY(git::read_blob(repository_, entry.id, largest_read));
            if (languages::is_binary(content)) return {};
            if (!orders.generated && languages::says_it_is_generated(content)) return {};
            if (language == nullptr) language = languages::language_of_script(content);
        }
        if (language == nullptr) return {};
        auto& sum = path.ends_with(".h") && orders.language.empty() ? headers_ : bytes_[std::string(language->group)];
        sum += static_cast<std::int64_t>(info.size);
        return {};
    }

    // A .h is C's or C++'s: the one's that more is written in.
    std::map<std::string, std::int64_t> result()
    {
        if (headers_ > 0) bytes_[bytes_["C++"] > bytes_["C"] ? "C++" : "C"] += headers_;
        std::erase_if(bytes_, [](const auto& each) { return each.second == 0; });
        return std::move(bytes_);
    }

private:
    const git::Repository& repository_;
    std::map<std::string, std::int64_t> bytes_;
    std::int64_t headers_ = 0;
    std::size_t read_ = 0;
};

bool has_attributes(const git::TreeListing& listing)
{
    return std::ranges::any_of(listing.entries, [](const git::TreeEntry& entry) {
        return entry.name == ".gitattributes" || entry.name.ends_with("/.gitattributes");
    });
}

} // namespace

Result<std::map<std::string, std::int64_t>> count_languages(const git::Repository& repository,
                                                            const git::ObjectId& commit)
{
    const auto tree = TRY(git::read_commit(repository, commit)).tree;
    // Of what is larger nobody is told anything: half of it would be wrong.
    const auto listed = git::list_tree(repository, tree, 0, most_entries);
    if (!listed && listed.error().code == Errc::unprocessable) return std::map<std::string, std::int64_t>();
    if (!listed) return std::unexpected(listed.error());
    const auto& listing = *listed;
    std::optional<git::Attributes> attributes;
    if (has_attributes(listing))
        attributes.emplace(repository, commit,
                           std::vector<const char*>{"linguist-vendored", "linguist-generated", "linguist-documentation",
                                                    "linguist-detectable", "linguist-language", "gitlab-language"});
    Counter counter(repository);
    for (const auto& entry : listing.entries)
        if (entry.is_file()) TRY(counter.add(entry, read_orders(attributes ? &*attributes : nullptr, entry.name)));
    return counter.result();
}

} // namespace cairn::repositories
